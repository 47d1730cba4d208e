"""What the log of a tournament holds, as values."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from owari.games.game import Game, Outcome, Side
from owari.records.record import Ending, Result, Termination

__all__ = ["About", "Incident", "ProgramFiles", "Status", "StoredBot", "StoredGame"]


class Status(Enum):
    """Where a game in the log comes from, or that it no longer counts."""

    PLAYED = "played"
    REPORTED = "reported"
    ANNULLED = "annulled"


class About(NamedTuple):
    """What heads the tables and records of a tournament; empty where not known."""

    event: str = ""
    site: str = ""
    date: str = ""
    """ISO 8601, `2026-11-27`."""


class Incident(NamedTuple):
    """A game that broke off by no fault that was seen: its slot, the process that plays it, died or
    could not go on."""

    game: int
    south: str
    north: str
    what: str
    """What happened, a clause without the names."""
    turn: str = ""
    """The bot that alone could run at that moment, where that is sure: its opponent was stopped."""
    alone: bool = False
    """Whether no other game was in play, so that none but these two can have done it."""

    @classmethod
    def read(cls, stored: object) -> Incident:
        """The incident in a list of its fields. Raises ValueError for what no list of ours is."""
        kinds = [int, str, str, str, str, bool]
        if not isinstance(stored, list) or [type(value) for value in stored] != kinds:
            raise ValueError("what it says of an incident is none")
        return cls(*stored)


class StoredBot(NamedTuple):
    """A bot; its place among the bots of a results file is its index for good."""

    name: str
    settings: str | None = None
    """Canonical JSON of what plays; None for a name that was only entered by hand."""


ProgramFiles = dict[str, dict[str, str]]
"""By the name of a bot: the files of its program and a digest of each."""


class StoredGame(NamedTuple):
    """A game of the log without the text of its record."""

    number: int
    south: str
    north: str
    first: Side
    ending: Ending
    moves: str = ""
    """All plies as records write them, `S4 N8 S5`; empty when not known."""
    finished: str = ""
    """ISO 8601, UTC."""
    status: Status = Status.PLAYED
    annulled: str = ""
    """Why it was annulled."""

    def player(self, side: Side) -> str:
        return self.south if side is Side.SOUTH else self.north

    @property
    def plies(self) -> int:
        return len(self.moves.split())

    @classmethod
    def from_row(
        cls,
        rules: Game,
        number: int,
        south: str,
        north: str,
        first: str,
        result: str,
        south_score: int,
        north_score: int,
        termination: str,
        reason: str,
        moves: str,
        finished: str,
        status: str,
        annulled: str,
    ) -> StoredGame:
        """The game in a row of the table. Raises ValueError for values that no row holds."""
        kind = Termination(termination)
        finished_by_rules = kind in (Termination.NORMAL, Termination.REPORTED)
        score = (rules.final if finished_by_rules else Outcome)(south_score, north_score)
        ending = Ending(Result(result), score, kind, reason)
        return cls(
            number, south, north, Side(first), ending, moves, finished, Status(status), annulled
        )
