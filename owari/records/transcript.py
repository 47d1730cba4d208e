"""Games of Othello as the squares of their moves, in lines: `f5d6c3d3c4`.

A line is a game, as `records.scoresheet` reads it, or a part of one. A game continues in the next
line if that line can only continue it, or if its moves have numbers: `1. f5 d6 2. c3`. It ends when
it is over, with a score, at an empty line, or at the next `1.`. If a line can continue a game or
begin one, the lines after it decide. If they do not, the text is refused: no game is guessed.

A line can begin with the names, `Black - White: f5d6`, or the names can have a line of their own. A
comment begins with `#`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from owari.games.game import PASS
from owari.games.othello import OthelloRules
from owari.records.archives import BadGame, Found, Unwritable, lines_of, othello_start
from owari.records.record import GameRecord, from_the_start
from owari.records.scoresheet import Scoresheet
from owari.text.printable import plain

_FIRST = r"1(?:[.)]|\s+[A-Za-z][0-9])"
_MOST_READINGS = 64
"""The most readings of lines that can be read in several ways."""
_COLON_OF_A_SCORE = re.compile(r"[0-9]{1,3}\s*:\s*[0-9]{1,3}\W*\Z")


def read_games(chunks: Iterable[str], rules: OthelloRules) -> Iterator[Found]:
    """The games of a text that comes in parts. Raises BadGame at the first broken game."""
    reader = _Reader(rules)
    try:
        for line, text in enumerate(lines_of(chunks), 1):
            yield from reader.read(text.partition("#")[0].strip(), line)
    except BadGame:
        yield from reader.end()
        raise
    yield from reader.end()


def read_game(text: str, rules: OthelloRules) -> GameRecord:
    """The one game of a text. Raises BadGame."""
    (found,) = read_games([text], rules)
    assert found.record is not None
    return found.record


def format_game(record: GameRecord) -> str:
    """The squares in a row, without passes and without a newline. Raises Unwritable."""
    record = from_the_start(record)
    start = othello_start(record, f"a transcript holds Othello, not {record.game.name}")
    rules = start.rules
    if start != rules.start(record.first):
        raise Unwritable("it has a start position of its own, and a transcript has moves only")
    squares = [rules.format_move(ply.move) for ply in record.plies if ply.move != PASS]
    if not squares:
        raise Unwritable("it has no moves, and a transcript has moves only")
    return "".join(squares)


class _Reading:
    """One way to read the lines since the last empty one."""

    def __init__(self, sheet: Scoresheet, done: tuple[Scoresheet, ...] = ()) -> None:
        self.sheet = sheet
        self.done = done
        """The games before that."""


class _Reader:
    def __init__(self, rules: OthelloRules) -> None:
        self.rules = rules
        self.number = 0
        """The number of the last complete game."""
        self.readings: list[_Reading] = []
        """Empty between two games; several if the lines can be read in several ways."""
        self.since = 0
        """The line from which the readings differ."""
        self.numbered: bool | None = None
        """Whether the moves of the game have numbers; None until there are moves."""
        self.goes_on = False
        """Whether the game has continued from line to line, and does so to its end."""
        self.moves_a_line = 0
        """The number of moves in its first line."""

    def read(self, text: str, line: int) -> Iterator[Found]:
        """Reads a line without its comment; the games that it completes. Raises BadGame."""
        if not text:
            yield from self.end()
            return
        names, moves = self._names(text, line)
        begins = self._begins(names, moves)
        if begins or (self.readings and self._is_over(moves, line)):
            yield from self.end()
        if not self.readings:
            self._begin(names, moves, line)
        elif names:
            raise self._no_names(text.rpartition(":")[0], line)
        elif self.goes_on or self.numbered is not False:
            self._go_on(moves, line)
        else:
            self._either(moves, line)
        if len(self.readings) == 1:
            yield from self._told(self.readings[0].done)
            self.readings[0].done = ()

    def end(self) -> Iterator[Found]:
        """The remaining games. Raises BadGame if there are two ways to read them."""
        readings, self.readings = self.readings, []
        self.numbered = None
        self.goes_on = False
        if len(readings) > 1:
            raise self._doubtful()
        for reading in readings:
            yield from self._told((*reading.done, reading.sheet))

    def _told(self, sheets: Iterable[Scoresheet]) -> Iterator[Found]:
        for sheet in sheets:
            self.number = sheet.number
            yield sheet.found()

    def _begins(self, names: tuple[str, str] | None, moves: str) -> bool:
        """Whether the line begins another game by its names or numbers."""
        if self.numbered is None:
            return False
        if self.numbered:
            return re.search(rf"(?:^|\s){_FIRST}", moves) is not None
        return names is not None or re.match(_FIRST, moves) is not None

    def _is_over(self, moves: str, line: int) -> bool:
        """Whether the line begins another game, because this game is over and has its score."""
        if len(self.readings) > 1 or not self.readings[0].sheet.is_whole:
            return False
        try:
            self.readings[0].sheet.copy().read(moves, f"line {line}")
        except BadGame:
            return True
        return False

    def _begin(self, names: tuple[str, str] | None, moves: str, line: int) -> None:
        sheet = Scoresheet(self.number + 1, self.rules)
        sheet.names = names
        self.readings = [_Reading(sheet)]
        self._go_on(moves, line)

    def _go_on(self, moves: str, line: int) -> None:
        (reading,), self.readings = self.readings, []
        sheet = reading.sheet
        sheet.read(moves, f"line {line}")
        self.readings = [reading]
        if self.numbered is None and moves:
            self.numbered = re.match(_FIRST, moves) is not None
            self.moves_a_line = sheet.read_so_far

    def _either(self, moves: str, line: int) -> None:
        """Reads a line that continues a game or begins one, in each reading so far."""
        kept: list[_Reading] = []
        complaints: list[tuple[int, BadGame, list[_Reading]]] = []
        for reading in self.readings:
            on = reading.sheet.copy()
            new = Scoresheet(reading.sheet.number + 1, self.rules)
            for sheet, done in ((new, (*reading.done, reading.sheet)), (on, reading.done)):
                before = sheet.read_so_far
                try:
                    sheet.read(moves, f"line {line}")
                except BadGame as error:
                    sound = [reading] if sheet is new else []
                    complaints.append((sheet.read_so_far - before, error, sound))
                else:
                    kept.append(_Reading(sheet, done))
            if new.read_so_far == self.moves_a_line == 1:
                # One move a line: only an illegal move begins another game.
                kept = [each for each in kept if each.sheet is not new]
        if not kept:
            _, complaint, self.readings = max(complaints, key=lambda each: each[0])
            raise complaint
        if len(self.readings) == 1:
            self.since = line
        if len(kept) > _MOST_READINGS:
            self.readings = []
            raise self._doubtful()
        if len(kept) == 1:
            self.goes_on = kept[0].sheet.number == self.number + 1
            self.moves_a_line = kept[0].sheet.read_so_far
        self.readings = kept

    def _doubtful(self) -> BadGame:
        return BadGame(
            f"game {self.number + 1}, line {self.since}: the line can continue the game before it"
            " or begin a game; put empty lines between games, or numbers before moves"
        )

    def _names(self, text: str, line: int) -> tuple[tuple[str, str] | None, str]:
        """The names at the beginning of a line, if any, and the rest. Raises BadGame."""
        score = _COLON_OF_A_SCORE.search(text)
        end = score.start() if score else len(text)
        head, colon, moves = text[:end].rpartition(":")
        if not colon:
            return None, text
        black, dash, white = head.partition(" - ")
        if not dash:
            raise self._no_names(head, line)
        return (plain(black) or "?", plain(white) or "?"), (moves + text[end:]).strip()

    def _no_names(self, head: str, line: int) -> BadGame:
        number = self.number + 1
        if self.readings and self.numbered is False:
            number += 1
        else:
            self.readings = []
        return BadGame(
            f"game {number}, line {line}: {plain(head)[:40]!r} is not a pair of names, such as"
            " 'Black - White: f5d6'"
        )
