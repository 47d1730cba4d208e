"""Reads the rows of games, and checks every value of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from owari.games.game import Game, Outcome, Side
from owari.records.record import Ending, Result, Termination
from owari.results.bot_names import composed
from owari.results.game_log import Status, StoredGame
from owari.results.rounds import Numbering
from owari.results.row_checks import LARGEST

__all__ = ["GameReader"]

PLAYED_OUT = (Termination.NORMAL, Termination.REPORTED)
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
        """The game in a row of `game_rows.read_columns`. Raises ValueError."""
        number, south, north, first, result, south_score, north_score, kind, reason = row[:9]
        moves, finished, status, why, opening, pair, leg = row[9:16]
        times, machine = row[16:20], row[20]
        if type(number) is not int or number < 1:
            raise ValueError(f"a game has the number {number!r:.40}")
        texts = (south, north, moves, why, opening, pair, leg, machine)
        if {*map(type, texts)} != {str}:
            raise ValueError(f"a part of game {number} is no text")
        for time in times:
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
        return StoredGame._make((*log, why, opening, pair, leg, *times, machine))

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
        score = (self._rules.final if termination in PLAYED_OUT else Outcome)(south, north)
        if result is Result.UNFINISHED or termination is Termination.UNFINISHED:
            raise ValueError("it is not finished")
        if termination in PLAYED_OUT and result is not Result.won_by(score.winner):
            raise ValueError(f"it ended {score}, which is not {value}")
        return Ending(result, score, termination, reason)
