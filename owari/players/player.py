"""What a player is: something that is told of moves and asked for its own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple, Protocol

from owari.errors import OwariError
from owari.games.game import Move, Position, Side
from owari.games.value import Value
from owari.records.record import Ending, Termination
from owari.text.printable import plain

__all__ = ["Cause", "Choice", "Clock", "Fault", "Player", "StatelessPlayer", "TimeControl"]


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How long a player may think, all in seconds; None is no limit."""

    per_turn: float | None = 5.0
    per_game: float | None = None
    increment: float = 0.0
    """Added to the game's time after each turn."""
    margin: float = 0.1
    """How much more than its limits a player may use: each turn has so much beyond its own limit,
    the whole game once so much beyond the game's."""
    start_limit: float = 10.0
    """From the start of a program until it is ready."""


class Clock(NamedTuple):
    """What is left to a player at the moment it is asked, in seconds; None is no limit."""

    turn: float | None = None
    game: float | None = None
    margin: float = 0.0
    """How much later than `left` this move is still accepted."""

    @property
    def left(self) -> float | None:
        """The shorter of both."""
        if self.turn is None or self.game is None:
            return self.game if self.turn is None else self.turn
        return min(self.turn, self.game)


class Choice(NamedTuple):
    """A move, and what the player said of it."""

    move: Move
    depth: int | None = None
    value: Value | None = None
    line: tuple[Move, ...] = ()
    """The moves that the player expects, its own first."""
    comment: str = ""
    processor: float | None = None
    """Seconds of processor time that it has used since its last move, where that is known."""


class Cause(Enum):
    """The cause of a fault, where its author has to know more than the kind."""

    LATE = "not ready in time"
    WRONG_START = "the description does not say how its games start"
    PLAYS_AS_SOUTH = "a pit of South's row, though it is North"
    OUT_OF_MEMORY = "out of memory"
    FILE_TOO_LARGE = "a file larger than it may write"
    MISSING_FILE = "a module or library that it does not find"


class Fault(OwariError):
    """What a program did wrong. The text is one sentence that its author can act on; whatever it
    quotes of the program is shown on screens and so holds no control characters."""

    def __init__(self, kind: Termination, sentence: str, cause: Cause | None = None) -> None:
        super().__init__(plain(sentence))
        self.kind = kind
        self.cause = cause


class Player(Protocol):
    """One game after another: start, then observe and choose, then finish; close at the end.

    Every call but `close` may raise Fault.
    """

    @property
    def name(self) -> str: ...

    def start(self, position: Position, side: Side, times: TimeControl) -> None:
        """A new game from this position; the player is ready when the call returns."""
        ...

    def observe(self, side: Side, move: Move, position: Position) -> None:
        """Somebody moved, the player itself too; `position` is the one after the move."""
        ...

    def choose(self, position: Position, clock: Clock) -> Choice: ...

    def finish(self, ending: Ending) -> None:
        """The game is over."""
        ...

    def close(self) -> None:
        """Nothing of the player is left, no process and no file. May be called twice."""
        ...


class StatelessPlayer(ABC):
    """A player that needs nothing but the position it is asked about."""

    def __init__(self, name: str) -> None:
        self.name = name

    def start(self, position: Position, side: Side, times: TimeControl) -> None:
        pass

    def observe(self, side: Side, move: Move, position: Position) -> None:
        pass

    @abstractmethod
    def choose(self, position: Position, clock: Clock) -> Choice: ...

    def finish(self, ending: Ending) -> None:
        pass

    def close(self) -> None:
        pass
