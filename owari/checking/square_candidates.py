"""The descriptions that the learner tries for games on squares."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from owari.checking.description_candidates import BEHIND, MENU_ENTRIES, OTHELLO, Candidates
from owari.checking.offered_commands import commands_in
from owari.checking.other_boards import OtherBoard, other_squares
from owari.games.game import Move
from owari.programs.dialogues.console.console_protocol import ConsoleProtocol
from owari.programs.dialogues.console.console_settings import MIRRORED
from owari.programs.dialogues.console.menus import lines_above, menu_in
from owari.programs.dialogues.console.pit_move_parser import Trust
from owari.programs.dialogues.console.prompts import (
    asks_for_no_setting,
    prompt_in,
    refuses,
    without_examples,
)
from owari.programs.dialogues.console.square_board_parser import (
    drawings,
    keys_drawn,
    last_drawing,
    marks_of,
    running_number,
    without_drawings,
)
from owari.programs.dialogues.console.square_move_parser import (
    TYPED,
    listed_squares,
    names_of,
    squares_in,
    squares_said,
    typed_lines,
)
from owari.programs.dialogues.console.vocabulary import in_english

_WORDS = re.compile(r"[^\W\d_]{3}")
_LONGEST_LIST = 400
"""Characters of a line that may list all moves."""
_LISTED = 4
"""Squares, as many as can be played at the start, from which on it lists and names none."""
_PAIR = r"\(\d\s?,\s?\d\)"
"""A square by two numbers: `(3,4)`"""
_HINTS = (
    # what it says, and the start of the templates that this speaks for
    (r"\b[a-h][0-8]\b", ("{square}", "{letter}{row0}")),
    (r"\b[A-H][0-8]\b", ("{SQUARE}", "{square}", "{LETTER}{row0}")),
    (r"\b[a-h] [0-8]\b", ("{letter} {row}", "{letter} {row0}")),
    (r"\b[A-H] [0-8]\b", ("{LETTER} {row}", "{LETTER} {row0}")),
    (r"\b[0-8][a-h]\b", ("{row}{letter}", "{row0}{letter}")),
    (r"\b[0-8][A-H]\b|(?i:\brow\b[^:?\n]*\bcol\w*\W*(?:capital|upper\W?case)\s+letter)",
     ("{row}{LETTER}", "{row0}{LETTER}")),
    (r"\b[a-h]{2}\b|(?i:row\s?col)", ("{row_letter}{letter}",)),
    (r"(?i:\brow\b[^:?\n]*\bcol|\(row)",
     ("{row} ", "{row0} ", "{row},", "{row0},", "{row}{column}")),
    (r"(?i:\brow\s+and\s+(?:an?\s+)?col)", ("{SQUARE}", "{square}")),
    (r"(?i:\bcol(?:umn)?s?\b[^:?\n]*\brow|\bx\b[^:?\n]*\by\b)",
     ("{column} ", "{column0} ", "{column},", "{column0},", "{column}{row}")),
    (r"(?i:\bcol(?:umn)?\W*a\s*(?:-|–|to)\s*h\b[^:?\n]*\brow)", ("{letter} ",)),
    (r"(?i:\bnumbers?\b[^:?\n]*\bletters?\b)", ("{row}{letter}", "{row}{LETTER}")),
    (r"(?i:\bletters?\b[^:?\n]*\bnumbers?\b)", ("{square}", "{SQUARE}")),
    (r"(?i:\b(?:row|r|x)\s?,\s?(?:col\w*|c|y)\b)", ("{row},", "{row0},")),
    (r"(?i:\b(?:col\w*|c|x)\s?,\s?(?:row|r|y)\b)", ("{column},", "{column0},")),
    (r"(?i:\bdigits?\b|(?<!\d)[0-8][0-8](?!\d))",
     ("{row}{column}", "{column}{row}", "{row0}{column0}", "{column0}{row0}")),
    (r"(?i:\bspaces?\b)", ("{row} ", "{row0} ", "{column} ", "{column0} ", "{letter} ")),
    (r"(?i:\bcommas?\b)", ("{row},", "{row0},", "{column},", "{column0},", "{letter},")),
    (_PAIR, ("({row}", "({row0}", "({column}", "({column0}")),
    (r"(?<!\()\d\s*,\s*\d(?!\))|\w,\s?\w\b(?!\))",
     ("{row},", "{row0},", "{column},", "{column0},")),
    (r"\d\s\d\b", ("{row} ", "{row0} ", "{column} ", "{column0} ")),
)  # fmt: skip
_BOARD_SIZE = re.compile(
    r"\bdimensions?\b|\bboard\s*size\b|\bsize\s+(?:of\s+)?(?:the\s+|a\s+)?board\b|\bsize\b"
    r"|\bhow\s+(?:big|large)\b",
    re.I,
)
_SIZE = re.compile(r"(?<!\d)(\d{1,2})\s?(?:x|×|\*|by)\s?\1(?!\d)", re.I)
"""`8x8`, `8 X 8`"""
_SIZES = {*map(str, range(4, 17, 2))}
"""What only a question for a size offers, whatever its language."""
_KEY_OF_A_SIZE = re.compile(
    r"(?<!\w)(\w{1,2})['\"’”)\]]*\s*(?:\b(?:for|means)\b|[.):=>-]+)\s*(?:an?\s+)?"
    r"(\d{1,2})\s?(?:x|×|\*|by)\s?\2(?!\d)",
    re.I,
)
"""`1. 8x8 or 2. 6x6`, `press 6 for 6x6`"""
_KEY = re.compile(r"['\"‘“](\w{1,2})['\"’”]")
_LETTERED_COLUMNS = re.compile(r"^\W*a\W*b\W*c\W*d", re.I | re.MULTILINE)
_CAPITAL_COLUMNS = re.compile(r"^\W*A\W*B\W*C\W*D", re.MULTILINE)
_NUMBERED_COLUMNS = re.compile(r"^\W*(?:0\W*)?1\W*2\W*3\W*4", re.MULTILINE)
_ONE_AFTER_THE_OTHER = re.compile(r"^(?!.*\b(?:col(?:umn)?s?|x)\b).*\b(?:row|y)\b", re.I)
_COLUMN_FIRST = re.compile(r"^(?!.*\b(?:row|y)\b).*\b(?:col(?:umn)?s?|x)\b", re.I)
_SIGN_OF_A_SIDE = re.compile(
    r"\b(?:player|disc|side|colou?r)\W{0,3}[xo]\b|\b[xo]['’]s\b"
    r"|\b(?:put|place|lay|drop|set)\s+(?:an?\s+|your\s+)?(?-i:[XO])\b(?!\W+(?:and\s+)?y\b)",
    re.I,
)
"""`player X`, `to put X`, which is no coordinate"""
_PART_BY_A_LETTER = re.compile(
    r"\b[xyij]\s*\(\s*(row|col\w*)\b[^()]*\)|\b(row|col\w*)\s*\(\s*[xyij]\s*\)", re.I
)
"""`x (row)`, `column (y)`"""
_FROM_ZERO = re.compile(r"\b0\W{1,3}1\W{1,3}2\W{1,3}3\b|\b0\s*(?:-|to|and)\s*\d\b|^\s*0\b", re.M)

_PLACE = re.compile(r"\{\w+\}")
_IN_PARTS = {"{square}": "{letter}{row}", "{SQUARE}": "{LETTER}{row}"}
_SQUARE = re.compile(r"\{square\}", re.I)

Names = tuple[str, tuple[str, ...] | None]
"""A numbering, and what is typed if that does not say it."""

_RUNNING: dict[int | None, tuple[str, ...]] = {0: ("{number0}",), 1: ("{number}",)}
"""What is typed where squares have running numbers from 0 or 1."""
_TOGETHER: tuple[Names, ...] = (
    ("board", None),
    ("row-letter", None),
    ("letters", None),
    ("row-column", None),
    ("row-column-0", None),
    ("column-row", None),
    ("column-row-0", None),
    ("board", ("{SQUARE}",)),
    ("row-letter", ("{row}{LETTER}",)),
    ("board-0", None),
    ("board-0", ("{LETTER}{row0}",)),
    ("board-0", ("{row0}{letter}",)),
    ("board-0", ("{row0}{LETTER}",)),
    ("board-0", ("{row0} {LETTER}",)),
    ("board-0", ("{row0} {letter}",)),
    ("board-0", ("{LETTER} {row0}",)),
    ("board-0", ("{letter} {row0}",)),
    ("letters", ("{ROW_LETTER}{LETTER}",)),
    ("board", ("{letter} {row}",)),
    ("board", ("{row} {letter}",)),
    *(
        (f"{numbering}{zero}", (f"{{{a}{zero[1:]}}}{mark}{{{b}{zero[1:]}}}",))
        for mark in (",", "")
        for numbering, a, b in (("row-column", "row", "column"), ("column-row", "column", "row"))
        for zero in ("", "-0")
    ),
    *(
        (f"{numbering}{zero}", (f"({{{a}{zero[1:]}}},{gap}{{{b}{zero[1:]}}})",))
        for gap in ("", " ")
        for numbering, a, b in (("row-column", "row", "column"), ("column-row", "column", "row"))
        for zero in ("", "-0")
    ),
    ("board", ("{letter},{row}",)),
    ("board", ("{LETTER},{row}",)),
    ("board", ("{LETTER} {row}",)),
    ("row-letter", ("{row},{letter}",)),
    ("row-letter", ("{row},{LETTER}",)),
    ("row-letter", ("{row} {LETTER}",)),
    ("row-column-0", _RUNNING[0]),
    ("row-column", _RUNNING[1]),
)
_APART: tuple[Names, ...] = (
    ("row-column", ("{row}", "{column}")),
    ("row-column-0", ("{row0}", "{column0}")),
    ("board", ("{row}", "{letter}")),
    ("board", ("{letter}", "{row}")),
    ("column-row", ("{column}", "{row}")),
    ("column-row-0", ("{column0}", "{row0}")),
    ("board", ("{LETTER}", "{row}")),
    ("board", ("{row}", "{LETTER}")),
    ("letters", ("{row_letter}", "{letter}")),
    ("letters", ("{ROW_LETTER}", "{LETTER}")),
    ("board-0", ("{letter}", "{row0}")),
    ("board-0", ("{row0}", "{letter}")),
    ("board-0", ("{LETTER}", "{row0}")),
    ("board-0", ("{row0}", "{LETTER}")),
)


def _is_lettered(templates: Sequence[str]) -> bool:
    return any("letter" in line.lower() or "square" in line.lower() for line in templates)


def _parts_named(prompt: str) -> str:
    """The prompt with one word for the part of a move, and without signs of players."""
    prompt = _PART_BY_A_LETTER.sub(lambda found: found[1] or found[2], prompt)
    return _SIGN_OF_A_SIDE.sub(" ", prompt)


def _consists_of(line: str, typed: Sequence[str]) -> bool:
    """Whether the line has all of these and, but for them, no digit."""
    if not all(each in line for each in typed):
        return False
    one = "|".join(rf"(?<!\w){re.escape(each)}(?!\w)" for each in typed)
    return {*re.findall(one, line)} == {*typed} and not re.search(r"\d", re.sub(one, "", line))


def _asks_for_a_part(prompt: str) -> bool:
    asks = _ONE_AFTER_THE_OTHER.search(prompt) or _COLUMN_FIRST.search(prompt)
    return bool(asks) and not re.search(_PAIR, prompt)


class SquareCandidates(Candidates):
    """First what the prompt speaks for, each with the discs as the start board tells, and then on
    the other diagonal."""

    called = OTHELLO

    def descriptions(self, shown: Sequence[str]) -> Iterator[ConsoleProtocol]:
        """Names that the prompt speaks for, each for both start boards."""
        shown = [*map(in_english, shown)]
        text = "\n".join(shown)
        commands = commands_in(text)
        likely = self._by_likelihood(shown)
        told = [
            (numbering, tuple(f"{verb} {line}" for line in types or TYPED[numbering]))
            for numbering, types in likely
            if not types or len(types) == 1
            for verb in commands.verbs
        ]
        for numbering, types in [*self._menus(text), *told, *likely]:
            for go in commands.go or ("",):
                for board in ("auto", MIRRORED):
                    named = None if numbering == "board" else numbering
                    yield ConsoleProtocol(numbering=named, types=types, board=board, go=go)

    def with_full_stops(self, variant: ConsoleProtocol) -> ConsoleProtocol | None:
        """The same description with a full stop behind each line."""
        types = variant.types or TYPED[variant.numbering or "board"]
        return super().with_full_stops(replace(variant, types=types))

    def typed_apart(self, variant: ConsoleProtocol) -> ConsoleProtocol | None:
        """By a row and a column, in the order of the line."""
        line, *others = variant.types or TYPED[variant.numbering or "board"]
        line = _SQUARE.sub(lambda found: _IN_PARTS[found[0]], line)
        parts = tuple(_PLACE.findall(line))
        return replace(variant, types=parts) if len(parts) == 2 and not others else None

    def typed(self, variant: ConsoleProtocol, move: Move) -> str:
        """The lines for the square, each in a line."""
        numbering = variant.numbering or "board"
        templates = variant.types or TYPED[numbering]
        if any("{index}" in line for line in templates):
            return ""
        if variant.board == MIRRORED:
            move = self.game.mirror(move)
        lines = typed_lines(templates, move, self.game, names_of(numbering), str)
        return "\n".join(line for line in lines if isinstance(line, str))

    def asks_for_parts(self, text: str) -> bool:
        """Whether the prompt asks for a row alone, or for a column."""
        return _asks_for_a_part(_parts_named(in_english(prompt_in(text))))

    def answers(self, text: str) -> list[str]:
        """Of several sizes that are offered the game's own: `2. 8 X 8`, `for 8x8 insert '8'`."""
        found = super().answers(text)
        lines, own = lines_above(text), str(self.game.size)
        if len(found) > 2 and own in found and {*found} <= _SIZES:
            return [own]
        if len({*_SIZE.findall("\n".join(lines))}) < 2:
            return found
        fits = [key for key, label in menu_in(text).items() if own in _SIZE.findall(label)]
        fits = fits or [key for key, size in _KEY_OF_A_SIZE.findall(lines[-1]) if size == own]
        if not _SIZE.search(lines[-1]):
            return [key for key in fits if key in found] or found
        keys = [_KEY.findall(line) for line in lines if own in _SIZE.findall(line)]
        return fits[:1] or next((key for key in keys if len(key) == 1), found)

    def size_asked(self, question: str) -> str:
        """The squares of a row."""
        return str(self.game.size) if _BOARD_SIZE.search(question) else ""

    def draws(self, text: str) -> bool:
        """Whether the text has a board of squares."""
        return bool(drawings(text, self.game.size))

    def draws_alike(self, text: str) -> bool:
        """By the four squares in the middle of the last board."""
        start = self.game.start()
        middle = [cell for cell, disc in enumerate(str(start).split()[0]) if disc in "XO"]
        boards = last_drawing(text, self.game.size)
        return bool(boards) and all(
            len({*board}) == 2 and {board.count(board[cell]) for cell in middle} == {len(middle)}
            for board in boards
        )

    def other_board(self, text: str) -> OtherBoard | None:
        """By its size and its first discs."""
        return other_squares(text, self.game)

    def draws_other_boards(self, text: str, agreed: int) -> bool:
        """Rows and columns that are exchanged make a game of their own."""
        return not agreed and self.draws(text)

    def lists_moves(self, text: str) -> bool:
        """Whether the text has a menu of squares, or ends with a list of all first moves."""
        *_, above, last = ["", "", *filter(str.strip, text.split("\n"))]
        if any(self._menus(text)) or self._lists_first_moves([last]):
            return True
        return self._lists_first_moves([above]) and self.wants_a_move(text, drawn=True)

    def has_begun(self, text: str, *, waits: bool = False) -> bool | None:
        """By the last board in the text."""
        size = self.game.size
        boards = last_drawing(text, size)
        start = self.game.start()
        if any(marks_of(board, start) for board in boards):  # its discs on either diagonal
            return None if self._may_think(text, waits=waits) else False
        begun = [
            position.play(move)
            for position in (start, start.mirrored())
            for move in position.legal_moves()
        ]
        return True if any(marks_of(board, one) for board in boards for one in begun) else None

    def tells_a_move(self, text: str) -> bool | None:
        """By the sentences about the computer, where no board is drawn."""
        if self.draws(text):
            return None
        return any(
            each.trust <= Trust.LABELLED
            for numbering in ("board", "row-column-0", "letters")
            for each in squares_said(
                text, self.game, names_of(numbering), own="computer", other="person", echo=None
            )
        )

    def _may_think(self, text: str, *, waits: bool) -> bool:
        """Whether a text with the start board may go on with a move of the program: it asks
        nothing and is not known to wait, or names a square that may be its first."""
        size, start = self.game.size, self.game.start()
        first = {
            move.cell for position in (start, start.mirrored()) for move in position.legal_moves()
        }
        *_, behind = without_drawings(f"{text}\n", size).split("\n" * (size + 1))
        named = [
            {
                found.square
                for line in without_examples(behind).split("\n")
                for found in squares_in(line, size, names_of(numbering))
            }
            for numbering in ("board", "row-column-0", "letters")
        ]
        return not (waits or asks_for_no_setting(text)) or any(
            len(squares) < _LISTED and squares & first for squares in named
        )

    def _menus(self, shown: str) -> Iterator[Names]:
        keys = keys_drawn(shown, self.game.size)
        if keys and sum(map(bool, keys)) >= MENU_ENTRIES:
            yield "board", ("{index}",)
        for numbering in ("board", "row-column", "row-column-0", "letters"):
            if len(listed_squares(shown, self.game.size, names_of(numbering))) >= MENU_ENTRIES:
                yield numbering, ("{index}",)

    def _by_likelihood(self, shown: Sequence[str]) -> Sequence[Names]:
        prompts = [_parts_named(prompt_in(text)) for text in shown]
        *_, prompt = ["", *filter(None, prompts)]
        part = next(filter(_asks_for_a_part, prompts), "")  # the other one comes after it
        apart, ahead = bool(part), bool(_COLUMN_FIRST.search(part))
        from_zero = any(map(_FROM_ZERO.search, shown))
        above = [line for text in shown for line in text.split("\n")[-BEHIND:]]
        above = [line for line in above if _WORDS.search(line)]
        told = "\n".join([prompt, *above, *filter(refuses, shown)])
        letters = any(map(_LETTERED_COLUMNS.search, shown))
        lines = [line for text in shown for line in text.split("\n")]
        listing = {names for names, _ in [*_TOGETHER, *_APART] if self._names_them(names, lines)}
        listed = {names for names in _TOGETHER if self._lists_them(names, lines)}
        capitals = any(map(_CAPITAL_COLUMNS.search, shown))
        numbers = (running_number(text, self.game.size) for text in shown)
        running = next((number for number in numbers if number is not None), None)
        heads = letters or any(map(_NUMBERED_COLUMNS.search, shown))

        def likelihood(names: Names) -> int:
            numbering, types = names
            templates = types or TYPED[numbering]
            line = templates[0]
            hinted = sum(
                line.startswith(starts) for hint, starts in _HINTS if re.search(hint, told)
            )
            fits = bool(types and len(types) > 1) is apart
            is_column = re.search(r"column|\{letter", line, re.I)
            ordered = not apart or bool(is_column) is ahead
            zero = ("0" in line) is from_zero or not re.search("row|square", line, re.I)
            headed = heads and (_is_lettered(templates) is letters)
            lists = 16 * (numbering in listing) + 8 * (names in listed)
            lists += 16 * (running is not None and types == _RUNNING[running])
            cased = capitals is any(re.search("LETTER|SQUARE", each) for each in templates)
            return lists + 4 * (fits + hinted + headed) + 2 * (ordered + zero) + cased

        return sorted([*_TOGETHER, *_APART], key=likelihood, reverse=True)

    @cached_property
    def _first_turns(self) -> list[list[Move]]:
        """What whoever begins may play, and what the other side may then, on either start board."""
        starts = [self.game.start(), self.game.start().mirrored()]
        begun = [start.play(move) for start in starts for move in start.legal_moves()]
        return [list(position.legal_moves()) for position in (*starts, *begun)]

    def _lists_first_moves(self, lines: Sequence[str]) -> bool:
        """Whether a line lists all squares of a first turn, by any names."""
        numberings = {numbering for numbering, _ in _TOGETHER}
        return any(self._names_them(numbering, lines) for numbering in numberings) or any(
            self._lists_them(names, lines) for names in _TOGETHER
        )

    def _names_them(self, numbering: str, lines: Sequence[str]) -> bool:
        """Whether a line names all squares of a first turn in this numbering, and no others."""
        wanted = [{move.cell for move in moves} for moves in self._first_turns]
        names = names_of(numbering)
        return any(
            {found.square for found in squares_in(line, self.game.size, names)} in wanted
            for line in lines
            if len(line) < _LONGEST_LIST
        )

    def _lists_them(self, names: Names, lines: Sequence[str]) -> bool:
        """Whether a line has what is typed for all squares of a first turn, and no other number."""
        variant = ConsoleProtocol(numbering=names[0], types=names[1])
        wanted = [[self.typed(variant, move) for move in moves] for moves in self._first_turns]
        return any(
            bool(line.strip()) and _consists_of(line, typed)
            for line in lines
            if len(line) < _LONGEST_LIST
            for typed in wanted
        )
