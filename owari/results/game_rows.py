"""The row of a game: its columns, how they come from the record, and how they are read and
checked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from owari.games.game import Game, Outcome, Side
from owari.records.pgn import format_game, read_game
from owari.records.record import SHOWN_FROM, Ending, GameRecord, Result, Termination
from owari.results.bot_names import composed
from owari.results.game_log import Status, StoredGame
from owari.results.rounds import Numbering
from owari.results.row_checks import LARGEST

COLUMNS = (
    *("number", "south", "north", "first", "result", "south_score", "north_score"),
    *("termination", "reason", "moves", "finished", "status", "record"),
)
"""Of a new row, in the order of `GameRow.values`."""
LATER = {
    "opening": "''",
    "pair": "''",
    "leg": "''",
    "south_seconds": "NULL",
    "north_seconds": "NULL",
    "south_slowest": "NULL",
    "north_slowest": "NULL",
    "machine": "''",
}
"""The columns that version 1 does not have, and their values there."""
_BOTH = tuple(Side)
_LOST_TURN = "instr(substr(record, 1, instr(record, char(10, 10))), char(10) || '[LostTurn \"')"
DERIVED = {
    "lost_turn": f"CASE WHEN termination <> 'normal' AND {_LOST_TURN}"
    f" THEN CAST(substr(record, {_LOST_TURN} + {len('_[LostTurn _')}, 20) AS REAL) END"
}
"""What is read from the tags of the record: SQL takes the number at the beginning of a text."""
READ_COLUMNS = (*COLUMNS[:-1], "annulled", *LATER, *DERIVED)
"""Those of a StoredGame."""
NUMBER, STATUS = COLUMNS.index("number"), COLUMNS.index("status")
DIGESTED = tuple(
    at
    for at, name in enumerate((*COLUMNS, *LATER))
    if name not in ("south", "north", "status")  # which can change
)
"""Where the values of a new row are whose digest the journal holds, before both places."""
INSERT = (
    f"INSERT INTO games ({', '.join((*COLUMNS, *LATER))})"
    f" VALUES ({', '.join('?' * len((*COLUMNS, *LATER)))})"
)


def read_columns(version: int) -> str:
    """The columns of a StoredGame, in a file of that version."""
    missing = DERIVED | (LATER if version == 1 else {})
    return ", ".join(f"{missing.get(name, name)} AS {name}" for name in READ_COLUMNS)


def digest_columns() -> str:
    """The columns whose digest the journal holds: those that never change, and both places."""
    columns = (*COLUMNS, *LATER)
    places = [f"(SELECT place FROM bots WHERE name = {side})" for side in ("south", "north")]
    return ", ".join((*(columns[at] for at in DIGESTED), *places))


class GameRow(NamedTuple):
    """What is stored of a game: its text is made once, by the process that has played it."""

    south: str
    north: str
    first: str
    ending: Ending
    moves: str
    text: str
    later: tuple[str | float | None, ...]
    """The values of LATER."""

    @classmethod
    def of(cls, record: GameRecord) -> GameRow:
        """The row of a game."""
        players = record.south, record.north, record.first.value
        opening = record.opening, record.pair, record.leg
        later = *opening, *thinking_times(record), record.machine
        return cls(*players, record.ending, record.moves, format_game(record), later)

    @property
    def record(self) -> GameRecord:
        """The game as its text tells it: its times are in whole milliseconds."""
        return read_game(self.text)

    def values(self, number: int, status: Status, finished: str) -> tuple[Any, ...]:
        """The values of COLUMNS and LATER."""
        south, north, first, (result, score, kind, reason), moves, text, later = self
        ending = result.value, score.south, score.north, kind.value, reason
        players = number, south, north, first
        return *players, *ending, moves, finished, status.value, text, *later


def turn_times(record: GameRecord) -> Iterable[tuple[Side, float]]:
    """The side and the seconds of each turn whose time is known, also of the one that a fault has
    ended. The milliseconds are those of the text of the record."""
    if record.game.extra_turn or record.lost_turn is not None:
        return _times_of_chains(record)
    plies = record.plies
    times = [(side, time) for side, _, time, _, _, _, _ in plies if time is not None]
    # To see that nothing is to be rounded takes a fourth of the time that it takes to round.
    return [
        (side, 0.0 if 0 <= t < SHOWN_FROM else t if (t * 1000).is_integer() else round(t, 3))
        for side, t in times
    ]


def _times_of_chains(record: GameRecord) -> Iterator[tuple[Side, float]]:
    turn, total = record.first, None
    for side, _, seconds, _, _, _, _ in record.plies:
        if side is not turn:
            if total is not None:
                yield turn, total
            turn, total = side, None
        if seconds is not None:
            total = (total or 0) + round(seconds, 3)
    if record.lost_turn is not None and record.ending.forfeited_by:
        (loser,) = record.ending.forfeited_by
        if total is not None and turn is not loser:
            yield turn, total
        turn, total = loser, round(record.lost_turn, 3)
    if total is not None:
        yield turn, total


def thinking_times(record: GameRecord) -> tuple[float | None, ...]:
    """The seconds of South and of North in all, and those of the slowest turn of each; None for a
    side whose times are unknown."""
    turns = [*turn_times(record)]
    both = [[seconds for side, seconds in turns if side is each] for each in _BOTH]
    return (
        *[float(round(sum(seconds), 3)) if seconds else None for seconds in both],
        *[float(round(max(seconds), 3)) if seconds else None for seconds in both],
    )


DECIDED_BY_SCORE = (Termination.NORMAL, Termination.REPORTED)
"""The score of these games is final and decides their result."""
SIDES = {side.value: side for side in Side}
STATUSES = {status.value: status for status in Status}
MOST_ENDINGS = 10_000


class GameReader:
    """Reads games of these rules between the bots in `places`. Results have many rows: what rows
    have in common is checked once."""

    def __init__(self, rules: Game, places: Mapping[str, int], numbering: Numbering) -> None:
        self._rules = rules
        self._places = places
        self._numbering = numbering
        self._endings: dict[tuple[Any, ...], Ending] = {}
        self._names: dict[str, str] = {}

    def read(self, row: Sequence[Any]) -> StoredGame:
        """The game in a row of `read_columns`. Raises ValueError."""
        number, south, north, first, result, south_score, north_score, kind, reason = row[:9]
        moves, finished, status, why, opening, pair, leg = row[9:16]
        times, machine, lost_turn = row[16:20], row[20], row[21]
        if type(number) is not int or number < 1:
            raise ValueError(f"a game has the number {number!r:.40}")
        texts = (south, north, moves, why, opening, pair, leg, machine)
        if {*map(type, texts)} != {str}:
            raise ValueError(f"a part of game {number} is no text")
        for time in (*times, lost_turn):
            if time is not None and not (type(time) is float and 0 <= time < LARGEST):
                raise ValueError(f"game {number} has an impossible time")
        south, north = self._name(south), self._name(north)
        try:
            datetime.fromisoformat(finished)
            ending = self._ending((result, south_score, north_score, kind, reason))
            log = (number, south, north, SIDES[first], ending, moves, finished, STATUSES[status])
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError(f"game {number} has an unknown value: {error}") from None
        for name in (south, north):
            if name not in self._places:
                raise ValueError(f"{name[:40]!r} played game {number} and is none of the bots")
        if not self._numbering.between(number, self._places[south], self._places[north]):
            raise ValueError(f"game {number} is not between {south} and {north}")
        return StoredGame._make((*log, why, opening, pair, leg, *times, machine, lost_turn))

    def _name(self, name: str) -> str:
        if name not in self._names:
            self._names[name] = composed(name)
        return self._names[name]

    def _ending(self, values: tuple[Any, ...]) -> Ending:
        ending = self._endings.get(values)
        if ending is None:
            if len(self._endings) > MOST_ENDINGS:
                self._endings.clear()
            ending = self._endings[values] = self._checked_ending(*values)
        return ending

    def _checked_ending(self, value: Any, south: Any, north: Any, kind: Any, reason: Any) -> Ending:
        most = self._rules.most_pieces
        if type(south) is not int or type(north) is not int or min(south, north) < 0:
            raise ValueError("an impossible score")
        if most is not None and south + north > most:
            raise ValueError("an impossible score")
        if type(reason) is not str:
            raise ValueError("a reason that is no text")
        termination, result = Termination(kind), Result(value)
        score = (self._rules.final if termination in DECIDED_BY_SCORE else Outcome)(south, north)
        if result is Result.UNFINISHED or termination is Termination.UNFINISHED:
            raise ValueError("it is not finished")
        if termination in DECIDED_BY_SCORE and result is not Result.won_by(score.winner):
            raise ValueError(f"it ended {score}, which is not {value}")
        return Ending(result, score, termination, reason)
