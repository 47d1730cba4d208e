"""The values that the log of a tournament holds."""

from __future__ import annotations

import json
from enum import Enum
from typing import Any, NamedTuple

from owari.games.game import Side
from owari.records.record import Ending, Termination


class Status(Enum):
    """Where a game in the log comes from, or that it no longer counts."""

    PLAYED = "played"
    REPORTED = "reported"
    ANNULLED = "annulled"


class About(NamedTuple):
    """The heading of the tables and records of a tournament; unknown fields are empty."""

    event: str = ""
    site: str = ""
    date: str = ""
    """ISO 8601, `2026-11-27`."""


class Incident(NamedTuple):
    """A game that broke off without a visible fault: the process that plays it died or failed."""

    game: int
    south: str
    north: str
    what: str
    """A clause that says what happened, without the names."""
    turn: str = ""
    """The only bot that could run at that moment; empty if that is not certain."""
    alone: bool = False
    """Whether no other game was in play, so that one of these two bots is the cause."""


class StoredBot(NamedTuple):
    """A bot; its index among the bots of a results file never changes."""

    name: str
    settings: str | None = None
    """Its keys in the tournament file as canonical JSON; None for a bot without such a file."""

    @property
    def by_hand(self) -> bool:
        """Whether its program runs elsewhere and people enter its games."""
        return self._has("by-hand")

    @property
    def guest(self) -> bool:
        """Whether it plays without being ranked."""
        return self._has("guest")

    def _has(self, key: str) -> bool:
        return json.loads(self.settings or "{}").get(key) is True


class Withdrawal(Enum):
    """What becomes of the games of a bot that has left the tournament."""

    VOID = "void"
    """None of its games counts."""
    KEPT = "kept"
    """Its games count, and the opponents win those that it has not played."""


class SettingChange(NamedTuple):
    """A setting of the tournament that has changed after its first game."""

    when: str
    """ISO 8601, UTC."""
    key: str
    """Of the tournament file."""
    before: Any
    """The value that held, also where the file left it to its default."""
    after: Any


ProgramFiles = dict[str, dict[str, str]]
"""The digest of each file of a bot's program, by the bot's name and the file's."""

FileChanges = dict[str, dict[str, str]]
"""By the names of a bot and of a changed file: when its last game before the change finished."""


UNPLAYED = (Termination.BENCHED, Termination.WITHDREW)
"""How games end that nobody plays, because a bot forfeits them beforehand."""


class StoredGame(NamedTuple):
    """A game of the log without the text of its record."""

    number: int
    south: str
    north: str
    first: Side
    ending: Ending
    moves: str = ""
    """All plies as records write them, `S4 N8 S5`; empty if unknown."""
    finished: str = ""
    """ISO 8601, UTC."""
    status: Status = Status.PLAYED
    annulled: str = ""
    """Why it was annulled."""
    opening: str = ""
    """Its name, or its moves."""
    pair: str = ""
    """The two games from one opening with sides exchanged."""
    leg: str = ""
    south_seconds: float | None = None
    """South's thinking time in all; None if unknown."""
    north_seconds: float | None = None
    south_slowest: float | None = None
    """The time of South's slowest turn."""
    north_slowest: float | None = None
    machine: str = ""
    """The machine that played it; empty for the one of the referee."""
    lost_turn: float | None = None
    """Seconds of the turn that the loser's fault ended; these times include it."""

    @property
    def late(self) -> Side | None:
        """The side that lost on time in a turn whose time is known: at least so long."""
        if self.lost_turn is None or self.ending.termination is not Termination.TIMED_OUT:
            return None
        return next(iter(self.ending.forfeited_by), None)

    def player(self, side: Side) -> str:
        """The name of the bot on that side."""
        return self.south if side is Side.SOUTH else self.north

    @property
    def plies(self) -> int:
        """The number of plies; 0 if the moves are unknown."""
        return len(self.moves.split())
