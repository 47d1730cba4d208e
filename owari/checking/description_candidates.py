"""The descriptions that the learner tries: what holds for all games, then for games of sowing."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Literal, cast

from owari.checking.offered_commands import commands_in
from owari.checking.other_boards import OtherBoard, other_pits
from owari.games.game import Move, Side
from owari.games.mancala import OWARI, Capture, SowingRules
from owari.games.numbering import BOARD, NUMBERINGS
from owari.programs.dialogues.console.answers import answers_to, asks_for_an_algorithm
from owari.programs.dialogues.console.choices import by_level
from owari.programs.dialogues.console.console_protocol import ConsoleProtocol
from owari.programs.dialogues.console.menus import menu_in, pairs_of_players
from owari.programs.dialogues.console.pit_board_parser import rows_of, rows_shown
from owari.programs.dialogues.console.pit_move_parser import Trust, readings
from owari.programs.dialogues.console.prompts import (
    asks_for_a_move,
    asks_for_no_setting,
    labels_shown,
    listed_pits,
    open_line,
    prompt_in,
    refuses,
)
from owari.programs.dialogues.console.questions import asks_who_begins
from owari.programs.dialogues.console.turns import turns_from
from owari.programs.dialogues.console.vocabulary import in_english
from owari.programs.dialogues.templates import fill, places_in

_OWARE, _KALAH, OTHELLO = r"aw[ae]l\w*|awari|owar\w", r"kalah\w*|mancala", "othello|reversi"
"""What people call the games."""
_A_GAME = re.compile(rf"\b({_OWARE}|{_KALAH}|{OTHELLO})\b", re.I)


class Candidates(ABC):
    """The descriptions that may fit a program, for one family of games, and what a text of the
    program tells of its game."""

    pits: int = 0
    """Pits of a side, 0 on a board of squares."""
    called: str
    """The names of the game in menus, an expression."""

    def __init__(self, game: Any) -> None:
        self.game = game

    @abstractmethod
    def descriptions(self, shown: Sequence[str]) -> Iterator[ConsoleProtocol]:
        """Descriptions without their start, the likelier ones first, for a program that has `shown`
        these texts before the first move."""

    @abstractmethod
    def size_asked(self, question: str) -> str:
        """The answer to a question for the size of the board; empty where it is another one."""

    def rule_wanted(self, question: str) -> bool | None:
        """Whether the game has the rule that a question of yes and no is for; None where it is for
        none."""
        return None

    @abstractmethod
    def draws(self, text: str) -> bool:
        """Whether the text has a board."""

    def draws_alike(self, text: str) -> bool:
        """Whether the text has the board of a start with the same mark for the discs of both
        sides."""
        return False

    def draws_other_boards(self, text: str, agreed: int) -> bool:
        """Whether the text has a board, though `agreed` boards, none, were the referee's."""
        return False

    def other_board(self, text: str) -> OtherBoard | None:
        """The board in the text that is no start of the game, where it is that of another one."""
        return None

    def goes_on_with(self, other: OtherBoard, text: str) -> bool:
        """Whether the last board in the text has come from that of another game, not from the start
        of this one."""
        return False

    def names_a_cell(self, text: str) -> bool:
        """Whether the text may name a pit or a square."""
        return True

    def lists_moves(self, text: str) -> bool:
        """Whether the text has a numbered menu of moves, which is no question before the game."""
        return False

    def has_begun(self, text: str, *, waits: bool = False) -> bool | None:
        """Whether a program that has shown this has made the first move; None where no board tells
        it. One that is known to wait for a line need not ask for a move."""
        return None

    def tells_a_move(self, text: str) -> bool | None:
        """Whether a program that draws nothing has told of a move of its own; None where it draws a
        board, or tells nothing for certain."""
        return None

    def typed(self, variant: ConsoleProtocol, move: Move) -> str:
        """What is typed for a move of the other side; empty where the prompt decides."""
        return ""

    def first_inputs(self, variant: ConsoleProtocol) -> set[str]:
        """What may be typed for the first move of the other side, whoever begins, as far as that is
        known."""
        return set()

    def asks_for_parts(self, text: str) -> bool:
        """Whether a move is asked for in parts, by one prompt after the other."""
        return False

    def renamed(self, variant: ConsoleProtocol, like: ConsoleProtocol) -> ConsoleProtocol:
        """The description by the names of another one that types the same; itself where that types
        another."""
        return variant

    def with_full_stops(self, variant: ConsoleProtocol) -> ConsoleProtocol | None:
        """The same description with a full stop behind each line; None where what is typed depends
        on the prompt."""
        if not variant.types:
            return None
        reads = None if "{" in "".join(variant.types) else variant.reads or variant.types
        return replace(variant, types=tuple(f"{each}." for each in variant.types), reads=reads)

    def typed_twice(self, variant: ConsoleProtocol) -> ConsoleProtocol | None:
        """The same description for a program that asks for each move a second time; None where it
        has no words for that."""
        return None

    def typed_apart(self, variant: ConsoleProtocol) -> ConsoleProtocol | None:
        """The same description for a program that reads a move in several lines, by prompts that it
        shows too late; None where the move has no parts, or each has its line."""
        return None

    def wants_a_move(self, text: str, *, drawn: bool) -> bool:
        """Whether the text ends with a question for a move of the other side."""
        others = pairs_of_players(text) or asks_for_an_algorithm(text) or by_level(menu_in(text))
        if others and self.answers(text):
            return False
        if commands_in(text).verbs:
            return True
        asks = asks_for_a_move(text, self.pits, drawn=drawn)
        return asks and not (asks_who_begins(text) and self.answers(text))

    def answers(self, text: str) -> list[str]:
        """The answers to the question at the end of the text, the likelier ones first: of a menu of
        games the entries that name this one."""
        found = answers_to(text, self.size_asked)
        games = {key: label for key, label in menu_in(text).items() if _A_GAME.search(label)}
        own = [key for key, label in games.items() if re.search(self.called, label, re.I)]
        is_one_of_them = len(own) < len(games)
        is_all = any(re.fullmatch(rf"\W*({self.called})\W*", games[key], re.I) for key in own)
        return own if found and own and (is_one_of_them or is_all) else found


_STONE = r"(?:stone|seed|bean|marble|piece|ball|pebble|bead|gem|token|rock|shell|coin|nut)s?"
_PIT = r"(?:pit|cup|house|hole|bin|pocket|bowl)"
_STONES = re.compile(
    rf"\bhow\s+many\s+(?:\w+\s+)?({_STONE}|{_PIT}s?)\b"
    rf"|\bnumber\s+of\s+(?:\w+\s+)?({_STONE}|{_PIT}s)\b"
    rf"|\b({_PIT}s)\s+(?:per|(?:on|in|for)\s+(?:each|every))\s+(?:side|player|row)\b"
    rf"|\b({_STONE})\s+(?:per|in\s+(?:each|every)|for\s+each|each)\b"
    rf"|^\W*(?:initial|starting)?\s*({_STONE})\s*(?:[(\[][^()\[\]]*[)\]])?\s*[:?]\W*$",
    re.I,
)


MENU_ENTRIES = 2
"""Entries of a list from which on it is a menu of moves."""
_LETTER = re.compile(r"(?<![A-Za-z'’])([A-Xa-x])(?![A-Za-z'’])")
_SPAN = re.compile(
    r"(?<![A-Za-z'’])([A-Xa-x])\s*(?:-|–|\bto\b|\bthrough\b)\s*([A-Xa-x])(?![A-Za-z'’])"
)
_ROW_ASKED = re.compile(r"^(?!.*\bcol).*\b(?:row|side)\b", re.I)
_TOLD_LETTER = re.compile(
    r"(?i:\b(?:plays?|played|moves?|moved|chooses?|chose|sows?|sowed|picks?|picked|pit|cup|hole)"
    r"(?:\s+(?:from|pit|cup|hole|house))*)\s+([A-La-l])(?=\W*$)",
    re.MULTILINE,
)
"""A letter at the end of a line that tells a move."""
_WITH_LETTER = re.compile(r"(?<!\w)([A-Za-z])(\d{1,2})(?!\d)")
"""`A1`"""
_RANGE_WITH_LETTER = re.compile(r"(?<!\w)([A-Za-z])(\d)\s*(?:-|–|\.\.|\bto\b)\s*\1(\d{1,2})(?!\d)")
_ROW_BY_A_LETTER = re.compile(r"\s*([A-Za-z])(?!\w)[^\w\n]*\d[^A-Za-z\n]*$")
"""`a | 4 | 4 | 4 | 4 | 4 | 4 |`"""
_OTHER_LETTER = {"A": "B", "B": "A", "N": "S", "S": "N"}
"""The letter of the other side, where the program shows only one."""
_ANY_LETTER = tuple("abcdefghijkl")
BEHIND = 8
"""Lines at the end of a text that may tell a move after its last board."""
_LIST_OF_PITS = re.compile(r"[^\W\d_]{2}\D*((?:\d{1,2}\W+)+\d{1,2})\D*$")
"""`Legal pits: [6, 7, 9, 10]`"""
_FEWEST_LETTERS = 3
"""Different letters in a line that are names of pits."""


_SIDE = re.compile(r"\b(?:south|north)\b", re.I)
_EXTRA_TURNS = re.compile(r"\b(?:extra|free|bonus|another)\s+(?:turn|move)s?\b", re.I)
_CAPTURES = re.compile(
    r"\b(?:captur\w*|steal\w*|rob(?:ar|o)|tomar|captura\w*|fang(?:en)?|schlagen)\b", re.I
)
_OF_NOTHING = re.compile(
    r"\bopposite\b.*\bempty\b|\bempty\s+captur|\bcaptur\w*\s+(?:of\s+)?(?:empty|nothing)\b", re.I
)
"""A capture of the own stone, where the pit opposite is empty."""


def _other_side(variant: ConsoleProtocol) -> Side:
    """The side of the person in the program's world."""
    return Side.SOUTH if variant.side == "north" else Side.NORTH


class PitCandidates(Candidates):
    """First what the reader finds by itself, then other names for the pits of both sides."""

    def __init__(self, game: SowingRules) -> None:
        super().__init__(game)
        self.pits = game.pits
        self.called = _OWARE if game.name.startswith(OWARI.name) else _KALAH

    def descriptions(self, shown: Sequence[str]) -> Iterator[ConsoleProtocol]:
        """What the reader finds by itself, then other names for the pits of both sides. Letters,
        commands, menus and rows come first where the texts have them."""
        text = "\n".join(map(in_english, shown))
        commands = commands_in(text)
        lines: list[tuple[str, ...]] = [(f"{verb} {{pit}}",) for verb in commands.verbs]
        lines += [("{index}",)] * any(map(self.lists_moves, shown))
        if any(map(self.asks_for_parts, shown)):
            lines += [(row, "{PIT}") for row in ("1", "2")]
        letters = self._letters(text)
        is_lower = letters == letters.lower()
        lettered = self._lettered(letters, small=is_lower)
        numbered = self._by_ranges(self._numbered(), shown)
        named = [*lettered, *numbered] if letters else [*numbered, *lettered]
        named = [*self._prefixed(shown), *named]
        templated = ["", "1-6", "as-drawn", "0-5", "1-12", "1-13"]
        by_letters = list(dict.fromkeys(str(each["numbering"]) for each in lettered))
        templated = [*by_letters, *templated] if letters else [*templated, *by_letters]
        named = [
            {"numbering": numbering or None, "types": types, "go": go}
            for numbering in templated
            for types in lines
            for go in commands.go or ("",)
        ] + named
        # A prompt that calls the person South is that of a program which plays North.
        person = {side.lower() for side in _SIDE.findall(prompt_in(shown[-1]) if shown else "")}
        sides: list[Literal["south", "north"]] = ["south", "north"]
        if person == {"south"}:
            sides.reverse()
        for keys in named:
            for side in sides:
                yield ConsoleProtocol(side=side, **keys)

    def _prefixed(self, shown: Sequence[str]) -> list[dict[str, Any]]:
        """Names of pits that begin with the letter of their side, as A1 to A6 and B1 to B6: those
        with the letter of the prompt, or of either side, are typed."""
        text = "\n".join(shown)
        told: dict[str, set[int]] = {}
        for letter, number in _WITH_LETTER.findall(text):
            told.setdefault(letter, set()).add(int(number))
        for letter, low, high in _RANGE_WITH_LETTER.findall(text):
            told[letter] |= {*range(int(low), int(high) + 1)}
        rows = {
            letter: tuple(f"{letter}{number}" for number in range(low, low + self.pits))
            for letter, numbers in told.items()
            for low in (1, 0)
            if {*range(low, low + self.pits)} <= numbers
        }
        rows = rows or self._rows_by_letters(text.split("\n"))
        if len(rows) == 1:
            ((mine, row),) = rows.items()
            if other := _OTHER_LETTER.get(mine.upper()):
                other = other if mine.isupper() else other.lower()
                rows[other] = tuple(f"{other}{label[1:]}" for label in row)
        prompt = prompt_in(shown[-1]) if shown else ""
        asked = [letter for letter, _ in _WITH_LETTER.findall(prompt) if letter in rows]
        sides = [(mine, other) for mine in rows for other in rows if mine != other]
        return [
            {"types": rows[mine][::step], "reads": rows[other][::step_of_its_own]}
            for mine, other in sides
            for step in (1, -1)
            for step_of_its_own in (1, -1)
            if not asked or mine in asked
        ]

    def _rows_by_letters(self, lines: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """The names of pits by the letters before two rows and the numbers above them; none where
        the board has no such names."""
        rows = [found for line in lines if (found := _ROW_BY_A_LETTER.match(line))]
        pits = [row for row in rows if len(re.findall(r"\d+", row[0])) >= self.pits]
        letters = dict.fromkeys(row[1] for row in pits)
        heads = (
            labels_shown(line, self.pits) for line in lines if not _ROW_BY_A_LETTER.match(line)
        )
        columns = next(filter(None, heads), None)
        if not columns or len(letters) != 2:
            return {}
        return {letter: tuple(f"{letter}{label}" for label in columns) for letter in letters}

    def _by_ranges(
        self, ways: Sequence[dict[str, Any]], shown: Sequence[str]
    ) -> list[dict[str, Any]]:
        """The ways, those first whose numbers to type a text shows: as a range, `0-5`, as a line of
        numbers below a board, or as a list of legal pits. What was shown last counts first; a
        prompt with a range tells the reader itself."""
        asked = prompt_in(shown[-1]) if shown and not refuses(shown[-1]) else ""
        if not shown or labels_shown(asked, self.pits):
            return list(ways)
        lines = [line for text in shown for line in text.split("\n")]
        labels = [labels_shown(line, self.pits) for line in reversed(lines)]
        ranges = [set(each) for each in labels if each]
        lists = [listed for line in reversed(lines) if (listed := self._listed(line))]

        def place(way: dict[str, Any]) -> tuple[int, int]:
            typed = set(way.get("types") or ())
            listed = (at for at, each in enumerate(lists) if each <= typed)
            in_range = ranges.index(typed) if typed in ranges else len(ranges)
            return in_range, next(listed, len(lists))

        return sorted(ways, key=place)

    def _listed(self, line: str) -> set[str]:
        """The numbers that a line has behind words, where these rise or fall and may be those of
        most pits of a side; else none."""
        found = _LIST_OF_PITS.search(line)
        numbers = [int(number) for number in re.findall(r"\d+", found[1])] if found else []
        in_order = numbers in (sorted({*numbers}), sorted({*numbers}, reverse=True))
        most = self.pits / 2 < len(numbers) <= self.pits > max(numbers) - min(numbers)
        return {*map(str, numbers)} if in_order and most else set()

    def _numbered(self) -> list[dict[str, Any]]:
        from_one = tuple(str(number) for number in range(1, self.pits + 1))
        from_zero = tuple(str(number) for number in range(self.pits))
        ways = (
            (None, None),
            (from_one, from_one),
            (None, from_one),
            (from_zero, None),
            (from_one, None),
            (from_one[::-1], from_one),
            (from_one, from_one[::-1]),
            (from_zero, from_zero[::-1]),
        )
        drawn = ("1-13", "1-12", "0-11", "as-drawn", "as-drawn-0")
        around = [{"numbering": numbering} for numbering in drawn]
        likely = [{"types": types, "reads": reads} for types, reads in ways] + around
        rows = [
            tuple(map(str, row[::step]))
            for step in (1, -1)
            for first in (0, 1, self.pits, self.pits + 1, self.pits + 2)
            for row in (range(first, first + self.pits),)
        ]
        every: list[dict[str, Any]] = [
            {"types": types, "reads": reads} for reads in (None, *rows) for types in rows
        ]
        return likely + [keys for keys in every if keys not in likely]

    def _lettered(self, letters: str, *, small: bool) -> list[dict[str, Any]]:
        """Numberings by letters; the letters of the longest line tell which one is likely."""
        order = ["letters", "letters-as-drawn", "letters-around"]
        if len(set(letters.lower())) > self.pits:
            order = order[::-1]
        return [
            {"numbering": numbering, "types": types}
            for types in ((("{pit}",), None) if small else (None, ("{pit}",)))
            for numbering in order
        ]

    def _letters(self, text: str) -> str:
        """The letters by which the text seems to call pits; empty where it does not."""
        spans = ["".join(map(chr, range(ord(a), ord(z) + 1))) for a, z in _SPAN.findall(text)]
        lines = ["".join(_LETTER.findall(line)) for line in text.split("\n")]
        fewest = min(_FEWEST_LETTERS, self.pits)
        names = [found for found in (*spans, *lines) if len(set(found.lower())) >= fewest]
        return "".join(names or _TOLD_LETTER.findall(text))

    def typed(self, variant: ConsoleProtocol, move: Move) -> str:
        """The lines for the pit, where the description names it."""
        other = _other_side(variant)
        scheme = NUMBERINGS.get(variant.numbering or "")
        labels = scheme.labels(self.game, other) if scheme else None
        templates: tuple[str, ...] = ("{PIT}",)
        if variant.types and any(map(places_in, variant.types)):
            templates = variant.types
        else:
            labels = variant.types or labels
        row = self.game.row(other)
        if labels is None or move.cell not in row or "{index}" in templates:
            return ""
        label = labels[move.cell - row[0]]
        return " ".join(
            fill(line, {"PIT": label.__str__, "pit": label.lower}) for line in templates
        )

    def first_inputs(self, variant: ConsoleProtocol) -> set[str]:
        """The names of all pits: none is empty at the start."""
        other = _other_side(variant)
        return {self.typed(variant, Move(pit)) for pit in self.game.row(other)}

    def has_begun(self, text: str, *, waits: bool = False) -> bool | None:
        """By the last board in the text that is drawn as the start is, where it tells no move after
        it and asks for one; else by any board that is that of a first turn."""
        boards = rows_shown(text, self.pits)
        start = self.game.start()
        begun = set(map(rows_of, turns_from(start).values()))
        forms = {board.form for board in boards if board.rows == rows_of(start)}
        alike = [board for board in boards if board.form in forms] or boards
        last = {board.rows for board in alike if board.place == alike[-1].place}
        if last & begun or (forms and rows_of(start) not in last):
            return True
        if not forms:
            return None
        behind = [*text.split("\n")[-BEHIND:-1], open_line(text), ""]
        told = readings("\n".join(behind), own_side="computer", labels=_ANY_LETTER)
        asks = waits or asks_for_no_setting(text)
        may_think = not asks or any(each.trust <= Trust.NAMED for each in told)
        return None if may_think else False

    def tells_a_move(self, text: str) -> bool | None:
        """By the sentences about the computer, where no board is drawn."""
        if self.draws(text):
            return None
        told = readings(text, own_side="computer", labels=_ANY_LETTER)
        return any(each.trust <= Trust.LABELLED for each in told)

    def asks_for_parts(self, text: str) -> bool:
        """Whether the prompt asks for a row alone."""
        return bool(_ROW_ASKED.search(in_english(prompt_in(text))))

    def renamed(self, variant: ConsoleProtocol, like: ConsoleProtocol) -> ConsoleProtocol:
        """By the labels of either row: a turned board may have been taken for the other side's.
        Where nothing names the pits, those of the board may be typed."""
        numbering = like.numbering
        unnamed = not (numbering or like.types or like.reads)
        scheme = BOARD if unnamed else NUMBERINGS.get(numbering or "")
        types = variant.types
        if not (types or variant.numbering or variant.reads):
            types = BOARD.labels(self.game, _other_side(variant))
        if not scheme:
            return replace(variant, types=types) if types == like.types else variant
        sides: tuple[Literal["south", "north"], ...] = ("south", "north")
        for side in sides if types else ():
            named = replace(variant, side=side, numbering=numbering, types=None, reads=None)
            if types == scheme.labels(self.game, _other_side(named)):
                return named
        return variant

    def typed_twice(self, variant: ConsoleProtocol) -> ConsoleProtocol | None:
        """By a numbering of these labels, twice."""
        other = _other_side(variant)
        if variant.types and not any(map(places_in, variant.types)):
            schemes = NUMBERINGS.items()
            called = (
                name for name, one in schemes if one.labels(self.game, other) == variant.types
            )
            numbering = next(called, None)
        else:
            numbering = variant.numbering if not variant.types else None
        if not numbering:
            return None
        return replace(variant, numbering=numbering, types=("{PIT}", "{PIT}"))

    def lists_moves(self, text: str) -> bool:
        """Whether the text ends with a menu of pits."""
        names = [name.lower() for _, name in listed_pits(text)]
        return len(names) >= MENU_ENTRIES and len(set(names)) == len(names)

    def size_asked(self, question: str) -> str:
        """The pits of a side, or the stones in a pit."""
        found = _STONES.search(question)
        if not found:
            return ""
        of_stones = re.fullmatch(_STONE, next(filter(None, found.groups())), re.I)
        return str(self.game.stones if of_stones else self.pits)

    def rule_wanted(self, question: str) -> bool | None:
        """Of captures and extra turns."""
        if _EXTRA_TURNS.search(question):
            return bool(self.game.extra_turn)
        if _OF_NOTHING.search(question):
            return self.game.capture is Capture.BOTH_ALWAYS
        return True if _CAPTURES.search(question) else None

    def other_board(self, text: str) -> OtherBoard | None:
        """By two rows with as many stones in each pit, or one move later."""
        return other_pits(text, self.game)

    def goes_on_with(self, other: OtherBoard, text: str) -> bool:
        """By the number of all stones, of which a first turn takes few."""
        boards = rows_shown(text, self.pits)
        if not boards or not other.games:
            return False
        drawn = sum(boards[-1].rows.south + boards[-1].rows.north)
        theirs = cast(SowingRules, other.games[0])  # as `other_pits` finds no others
        own = 2 * self.game.pits * self.game.stones
        return bool(abs(drawn - 2 * theirs.pits * theirs.stones) < abs(drawn - own))

    def draws(self, text: str) -> bool:
        """Whether the text has two rows of numbers."""
        return bool(rows_shown(text, self.pits))

    def names_a_cell(self, text: str) -> bool:
        """Whether the text has a digit or letters that stand alone."""
        return any(map(str.isdigit, text)) or bool(_LETTER.search(text))
