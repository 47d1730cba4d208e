"""Programs made of habits: what `owari learn` finds of them, what describes them right, and games
that are held against their own notes."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter

from owari.checking.start_search import COLOURS
from owari.games.catalog import GAMES, find_game
from owari.games.game import PASS, Game, Move, Side
from owari.games.numbering import NUMBERINGS
from owari.players.builtin_bots import RandomPlayer
from owari.programs.dialogues.console.console_protocol import ConsoleProtocol
from owari.programs.program import ProgramPlayer
from owari.programs.sandbox.program_settings import ProgramSettings
from owari.records.record import GameRecord, Termination
from owari.referee.referee import play_game
from owari.tournament.file.reader import one_bot_of
from tests.programs.habits.catalog import Habits, usual
from tests.programs.habits.phrases import NO, YES
from tests.support.command import run
from tests.support.sample_programs import PROGRAMS, SANDBOX, UNHURRIED

SEED = 5
"""Of the random opponent."""
LATE = 30
"""Plies before the bug of a program that has one."""
LATE_ENDINGS = (Termination.ILLEGAL_MOVE, Termination.CRASHED, Termination.BOARD_DIFFERS)
NAME = "Habits"
_ASKED = {
    "one-two": ("2", "1"),
    "menu": ("1", "2"),
    "word": ("you", "me"),
    "newgame": ("newgame me", "newgame you"),
    "pair": ("minimax human", "human minimax"),
    "versus": ("2", "1"),
    "told": ("0", "1"),
}
"""The answers that make the program move first, and second."""
_SAYS = {
    "sentence": "Computer plays {}",
    "label": "Computer: {}",
    "bare": "^{}$",
    "values": "value 12 move {}",
    "command": r"(?<!\()move {}",
    "i": "I choose {}",
}
_PLAYS = {"portuguese": "jogou", "spanish": "juega", "german": "spielt"}
_PLAYS |= {"polish": "wybrał", "russian": "выбрал"}
"""The word for its move in other languages, in a sentence."""
"""The expressions that find its move."""
_BEFORE: dict[str, tuple[str, ...]] = {
    "name": ("Ann",),
    "level": ("3",),
    "press": ("",),
    "rules": ("n",),
    "mode": ("1",),
}
_BEFORE |= {"time": ("5",), "username": ("Ann",), "box": ("0",), "modes": ("2",), "row": ("2",)}
_BEFORE |= {"behind": ("0",), "letters": ("p",), "humans": ("1",), "train": ("p",)}
_BEFORE |= {
    "names": ("Ann", "Bob"),
    "sure": ("Ann", "y"),
    "start": ("start",),
    "explained": ("1",),
    "stealing": ("1",),
    "size": ("1",),
    "simple": ("n",),
    "account": ("2", "Ann", "1234", "1"),
}
_ASKED_IN_GAME = {
    "sure": (r"Continue \(Y\)", "y"),
    "save": ("Save the game", "n"),
    "confirm": (r"Confirm\?|Play it\?", "y"),
    "certain": ("Are you sure", "y"),
}
"""A question that is asked again and again, and its answer."""
_SHAPES = {  # the numbering, and the templates of one line and of two
    "c3": ("board", "{square}", ("{letter}", "{row}")),
    "C3": ("board", "{SQUARE}", ("{LETTER}", "{row}")),
    "3c": ("row-letter", "{row}{letter}", ("{row}", "{letter}")),
    "3C": ("row-letter", "{row}{LETTER}", ("{row}", "{LETTER}")),
    "C2": ("board-0", "{LETTER}{row0}", ("{LETTER}", "{row0}")),
    "brackets": ("row-column-0", "({row0},{column0})", ("{row0}", "{column0}")),
    "row-column": ("row-column", "{row} {column}", ("{row}", "{column}")),
    "row-column-0": ("row-column-0", "{row0} {column0}", ("{row0}", "{column0}")),
    "column-row": ("column-row", "{column} {row}", ("{column}", "{row}")),
    "comma": ("row-column", "{row},{column}", ("{row}", "{column}")),
    "letters": ("letters", "{row_letter}{letter}", ("{row_letter}", "{letter}")),
    "number": ("row-column-0", "{number0}", ("{number0}", "")),
}


_LAST_WORDS = ("Error: ", "Note: ", "The program ")
"""How the lines begin that are no steps on the way."""


@dataclass(frozen=True)
class Example:
    """A program made of these habits. All others are usual."""

    given: Habits
    compiled: Path | None = None
    """The twin in C."""

    def __str__(self) -> str:
        return " ".join(f"{habit}={value}" for habit, value in self.given.items())

    @property
    def habits(self) -> dict[str, str]:
        """All of them."""
        return usual(self.given.get("game", "owari")) | {**self.given}

    @property
    def game(self) -> Game:
        """The game that it plays."""
        game, size = self.habits["game"], self.habits.get("size")
        return find_game(f"{game}:{size}" if size else game)

    @property
    def asked(self) -> str:
        """The game that `learn` is to find."""
        return self.habits.get("asked", self.game.name)

    @property
    def orders(self) -> tuple[bool, ...]:
        """Whether the program moves first, in each order in which it can play."""
        always = {"always-first": (True,), "always-second": (False,), "argument": ()}
        return always.get(self.habits["begins"], (True, False))

    @property
    def loses_words(self) -> bool:
        """Whether its screen is painted anew, with the next board, before its words are seen."""
        unpaused = self.habits["waits"] in ("no", "save", "confirm", "certain")
        return self.habits.get("paint") == "repaint" and unpaused

    @property
    def can_be_described(self) -> bool:
        """Whether the settings have words for it: not for names that depend
        on a toss, nor for a pause that nothing tells, nor for moves that nothing shows."""
        habits = self.habits
        tossed = habits["begins"].endswith("toss") and habits.get("seat") == "beginner"
        by_side = habits["names"] in ("from-1", "case", "columns", "A1", "a1") or (
            habits["names"] in ("board", "as-drawn") and habits["types"] == "command"
        )
        unsaid = habits.get("waits") == "bare" and habits["says"] == "board"
        unseen = habits["begins"].endswith("toss") and habits["paint"] == "repaint"
        by_player = habits.get("diagonal") == "by-player"
        unshown = self.loses_words and habits["draws"] == "none"
        told = not unsaid and not unshown and not (unseen and by_player)
        if habits["names"] == "number":  # no square is read by that: its board shows its moves
            told = habits["draws"] != "none" and habits["when"] != "own" and not self.loses_words
            told &= (
                habits["types"] not in ("two", "late", "letter", "menu", "entries")
                and habits["waits"] != "bare"
            )
        twice = habits["types"] == "twice" and habits["names"] not in NUMBERINGS
        return not (tossed and by_side) and told and not twice

    def command(self, notes: Path, *words: str) -> tuple[str, ...]:
        """Its command; it keeps its notes in this file."""
        given = [f"{habit}={value}" for habit, value in self.given.items()]
        program = (sys.executable, str(PROGRAMS / "habits" / "player.py"))
        return (
            *((str(self.compiled),) if self.compiled else program),
            *given,
            f"log={notes}",
            *words,
        )

    def described(self, folder: Path, first: bool) -> ProgramSettings:
        """The program with the settings that are right for it in this order."""
        habits = self.habits
        by_argument = {"argument": ("first", "second"), "flags": ("-c", "")}
        words = by_argument.get(habits["begins"], ("", ""))[not first].split()
        family = _squares(habits, first) if habits["game"] == "othello" else self._pits(first)
        if habits["when"] == "own" and family.board == "auto":
            family = replace(family, board="none")
        is_read = not self.compiled and not self.loses_words and habits["names"] != "number"
        if habits["says"] in _SAYS and is_read:
            says = _SAYS[habits["says"]]
            if habits["says"] == "sentence" and habits["speaks"] in _PLAYS:
                says = _PLAYS[habits["speaks"]] + " {}"
            family = replace(family, move=says.format(self._pattern()))
            if habits["waits"] == "bare":
                family = replace(family, answers=((says.format(self._pattern()), ""),))
        if habits["types"] == "turn-menu":
            family = replace(family, answers=(*family.answers, ("Choose an option:", "1")))
        if asked := _ASKED_IN_GAME.get(habits["waits"]):
            family = replace(family, answers=(*family.answers, asked))
        protocol = replace(family, **self._start())
        colours = COLOURS if habits["draws"] == "shy" else ()
        return ProgramSettings(
            self.command(folder / "notes", *words), folder, colours, protocol=protocol
        )

    def _start(self) -> dict[str, tuple[str, ...] | None]:
        habits = self.habits
        before, begins = _BEFORE.get(habits["before"], ()), habits["begins"]
        if habits["before"] in ("stones", "suggested"):
            before = {"owari": ("3",), "othello": ()}.get(habits["game"], ("4",))
        if habits["before"] in ("stealing", "simple") and habits["game"] == "othello":
            before = ()
        if habits["before"] == "size" and habits["game"] != "othello":
            before = ()
        if habits["before"] == "latin":
            before = ("8",) if habits["game"] == "othello" else ()
        if before and habits["before"] == "suggested":
            before = ("6", *before)
        if begins == "settings":
            return {"start_first": (*before, "y", "4", "y"), "start_second": (*before, "n")}
        if begins == "arrows":
            return {
                "start_first": (*before, "<down>", "<enter>"),
                "start_second": (*before, "<enter>"),
            }
        if begins == "swap":
            return {"start_first": (*before, "swap"), "start_second": before}
        if begins == "kinds":
            person, program = "Human", "Computer"
            return {
                "start_first": (*before, person, program),
                "start_second": (*before, program, person),
            }
        if begins in ("toss", "disc-toss"):
            return {"start_toss": (*before, *(("x",) if begins == "disc-toss" else ()))}
        south, north = ("X", "O") if habits["game"] == "othello" else ("South", "North")
        speaks = habits.get("speaks", "")
        yes_no = NO.get(speaks, "n"), YES.get(speaks, "y")
        asked = {**_ASKED, "yes-no": yes_no, "side": (north, south)}
        if self.compiled:
            asked["yes-no"] = ("y", "n")
        if begins in asked:
            first, second = asked[begins]
            return {"start_first": (*before, first), "start_second": (*before, second)}
        can = self.orders or (True, False)
        return {
            "start_first": before if True in can else None,
            "start_second": before if False in can else None,
        }

    def _pattern(self) -> str:
        """What finds the name of a move of its own."""
        names = self.habits["names"]
        if self.habits["game"] != "othello":  # of either row: who begins may change the program's
            labels = {label for side in Side for label in _labels(names, side)}
            return f"({'|'.join(sorted(labels, key=lambda label: (-len(label), label)))})"
        patterns = {
            "c3": "([a-hA-H][1-8])",
            "3c": "([1-8][a-hA-H])",
            "letters": "([a-h][a-h])",
            "comma": "([1-8]),([1-8])",
            "brackets": r"\(([0-7]),([0-7])\)",
            "C2": "([A-H][0-7])",
            "column-row": "(?P<column>[1-8]) (?P<row>[1-8])",
        }
        return patterns.get(names) or patterns.get(names.lower()) or "([0-8]) ([0-8])"

    def _pits(self, first: bool) -> ConsoleProtocol:
        seat = self.habits["seat"]
        south = first if seat == "beginner" else seat == "south"
        own, other = (Side.SOUTH, Side.NORTH) if south else (Side.NORTH, Side.SOUTH)
        side, names = "first-is-south" if seat == "beginner" else seat, self.habits["names"]
        if names in NUMBERINGS and self.habits["types"] != "command":
            typed = ("{PIT}", "{PIT}") if self.habits["types"] == "twice" else None
            return ConsoleProtocol(side=side, numbering=names, types=typed)
        types, reads = (_labels(names, side) for side in (other, own))
        if self.habits["types"] == "command":
            types = tuple(f"opponent {label}" for label in types)
        return ConsoleProtocol(side=side, types=types, reads=reads)


def _labels(names: str, side: Side) -> tuple[str, ...]:
    """The names of the pits of a side, in sowing order."""
    south, rules = side is Side.SOUTH, find_game("owari")
    if scheme := NUMBERINGS.get(names):
        return scheme.labels(rules, side)
    if names == "6-1":
        return tuple("654321")
    if names == "A1":
        return tuple(f"{'A' if south else 'B'}{number}" for number in range(1, 7))
    if names == "a1":
        return (
            tuple(f"a{at}" for at in range(1, 7))
            if south
            else tuple(f"b{7 - at}" for at in range(1, 7))
        )
    if names == "columns":
        return tuple("012345" if south else "543210")
    if names == "from-1":
        return tuple(str(pit + 1) for pit in rules.cells(side))
    return tuple("ABCDEF" if south else "abcdef")


def _squares(habits: Habits, first: bool) -> ConsoleProtocol:
    numbering, line, two = _SHAPES[habits["names"]]
    types = {
        "line": (line,),
        "turn-menu": (line,),
        "two": two,
        "late": two,
        "menu": ("{index}",),
        "entries": ("{index}",),
        "command": (f"opponent {line}",),
        "letter": (f"J {line}",),
    }
    way = habits["diagonal"]
    return ConsoleProtocol(
        numbering=numbering,
        types=types[habits["types"]],
        passes={"word": ("pass",), "zero": ("0",)}.get(habits["passes"], ()),
        board="mirrored" if way == "mirrored" or (way == "by-player" and not first) else "auto",
    )


def game_of(settings: ProgramSettings, rules: Game, first: bool) -> GameRecord:
    """A game of the program, South, against random moves, in this order."""
    program = ProgramPlayer("program", settings)
    players = {Side.SOUTH: program, Side.NORTH: RandomPlayer("random", seed=SEED)}
    try:
        start = rules.start(Side.SOUTH if first else Side.NORTH)
        return play_game(players, start, dict.fromkeys(Side, UNHURRIED))
    finally:
        program.close()


def wrong_in(record: GameRecord, example: Example, notes: Path) -> str:
    """What the record has otherwise than the program, by its own notes; empty where nothing. A bug
    of its own is right after as many plies as it shows itself."""
    told = [line.split() for line in notes.read_text().splitlines()]
    ending, first = record.ending, record.plies[:1] and record.plies[0].side is Side.SOUTH
    if not told or told[0] != ["first" if first else "second"]:
        return f"the order is another: {ending.reason or ending.termination}"
    played = [(who, int(where)) for who, where in (line for line in told if _is_ply(line))]
    seen = [
        ("own" if ply.side is Side.SOUTH else "other", ply.move)
        for ply in record.plies
        if ply.move != PASS
    ]
    noted = min(len(played), len(seen))
    late = all(who == "other" for who, _ in seen[noted:])  # it was ended before it noted them
    if not late or not any(played[:noted] == same[:noted] for same in _placed(seen, record.game)):
        return f"the moves are others: {ending.reason or ending.termination}"
    if example.habits["ends"].startswith("bug") and len(played) >= LATE and told[-1][0] != "score":
        # The board shows no such move, and a screen that is painted anew has lost the words.
        by_board = example.habits["says"] == "board" or example.habits.get("paint") == "repaint"
        unread = by_board and ending.termination is Termination.UNREADABLE
        if ending.termination in LATE_ENDINGS or unread:
            return ""
        return f"the bug ends it as {ending.termination}: {ending.reason}"
    if ending.termination is not Termination.NORMAL:
        return ending.reason
    if told[-1][0] == "score" and told[-1] != [
        "score",
        str(ending.score.south),
        str(ending.score.north),
    ]:
        return f"the score is {ending.score}, not {' '.join(told[-1])}"
    return ""


def _is_ply(line: list[str]) -> bool:
    return line[0] in ("own", "other")


def _placed(seen: list[tuple[str, Move]], rules: Game) -> Iterator[list[tuple[str, int]]]:
    """The moves as the program notes them: pits by their place in the row. A board of squares may
    be turned and mirrored."""
    if rules.family in ("othello", "free-othello"):
        size = rules.size
        for flip in (False, True):
            for turns in range(4):
                found = []
                for who, move in seen:
                    row, column = divmod(move.cell, size)
                    row = size - 1 - row if flip else row
                    for _ in range(turns):
                        row, column = column, size - 1 - row
                    found.append((who, row * size + column))
                yield found
        return
    yield [
        (who, move.cell - rules.row(Side.SOUTH if who == "own" else Side.NORTH)[0])
        for who, move in seen
    ]


@dataclass(frozen=True)
class Seating:
    """What became of a program with `owari learn` alone, or by hand."""

    wrong: str
    """Why it does not play in both orders; empty where it does."""
    seconds: float
    said: str = ""
    """The output of the command."""
    false: tuple[str, ...] = ()
    """What the command says that is not so."""


def by_hand(example: Example, folder: Path) -> Seating:
    """Its games with the settings that are right for it."""
    begun = perf_counter()
    for first in example.orders or (True, False):
        record = game_of(example.described(folder, first), example.game, first)
        if wrong := wrong_in(record, example, folder / "notes"):
            return Seating(f"{_order(first)}: {wrong}", perf_counter() - begun)
    return Seating("", perf_counter() - begun)


def learned(example: Example, folder: Path, *options: str) -> Seating:
    """What `owari learn` makes of it, and its games with that entry."""
    notes, file = folder / "notes", folder / "bots.yaml"
    file.unlink(missing_ok=True)
    command = shlex.join(example.command(notes))
    words = ("--name", NAME, "--game", example.asked, "--add", file, *options)
    begun = perf_counter()
    result = run("learn", command, *words, folder=folder)
    seconds = perf_counter() - begun
    false = list(_false_words(example, result.output))
    if example.asked != example.game.name:
        wrong = "" if _names(example.game.name, result.output) else "the game is not named"
        return Seating(wrong, seconds, result.output, tuple(false))
    if result.exit_code:
        wrong = result.output.strip().split("\n")[-1]
        return Seating(wrong, seconds, result.output, tuple(false))
    _, bot = one_bot_of(file, None)
    settings = replace(bot.player, sandbox=SANDBOX)  # so that it can write its notes
    wrong, protocol = "", settings.protocol
    for first in (True, False):
        if (
            protocol.start_toss is None
            and (protocol.start_first if first else protocol.start_second) is None
        ):
            if first in example.orders:
                wrong = f"the entry says that it cannot move {_order(first)}"
                false.append(wrong)
            continue
        record = game_of(settings, example.game, first)
        if found := wrong_in(record, example, notes):
            wrong = f"{_order(first)}: {found}"
            false.append(f"the entry does not work: {wrong}")
    return Seating(wrong, seconds, result.output, tuple(false))


def _order(first: bool) -> str:
    return "first" if first else "second"


def _false_words(example: Example, output: str) -> Iterator[str]:
    """What the command says at its end that denies an order which the program has, or names another
    game."""
    said = "\n".join(line for line in output.split("\n") if line.startswith(_LAST_WORDS))
    for first in example.orders:
        if denied := re.search(rf"no answer that was tried makes it move {_order(first)}", said):
            yield denied[0]
    for game in {*GAMES, "oware"} - {example.game.name, example.asked}:
        if _names(game, said):
            yield f"it names {game}"


def _names(game: str, said: str) -> bool:
    """Whether it names this game, and no command or file, nor tells how far its rules agree."""
    return bool(
        re.search(rf"(?<![\w/-])(?<!as ){game}(?![\w-])(?! learn| check| protocols| rules)", said)
    )
