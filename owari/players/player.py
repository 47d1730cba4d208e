"""Players: they are told of the moves of a game and asked for their own."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple, Protocol

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
    """How much a player may exceed its limits: each turn by this time, the game by it once."""
    start_limit: float = 10.0
    """The limit from the start of a program until it is ready."""


class Clock(NamedTuple):
    """The time left to a player when it is asked for a move, in seconds; None is no limit."""

    turn: float | None = None
    game: float | None = None
    margin: float = 0.0
    """The time after `left` in which the move is still accepted."""

    @property
    def left(self) -> float | None:
        """The shorter limit of turn and game."""
        if self.turn is None or self.game is None:
            return self.game if self.turn is None else self.turn
        return min(self.turn, self.game)


class Choice(NamedTuple):
    """A move, and what the player says about it."""

    move: Move
    depth: int | None = None
    value: Value | None = None
    line: tuple[Move, ...] = ()
    """The moves that the player expects, beginning with its own."""
    comment: str = ""
    processor: float | None = None
    """Seconds of processor time since its last move; None if unknown."""


class Cause(Enum):
    """The cause of a fault, where its author has to know more than the kind."""

    LATE = "not ready in time"
    WRONG_START = "the description does not say how its games start"
    PLAYS_AS_SOUTH = "a pit of South's row, though it is North"
    OUT_OF_MEMORY = "out of memory"
    FILE_TOO_LARGE = "a file larger than it may write"
    PROMPTS = "a prompt for a person"
    MISSING_FILE = "a module or library that it does not find"


class Fault(OwariError):
    """What a program did wrong. The text is one sentence that its author can act on; whatever it
    quotes of the program is shown on screens and so holds no control characters."""

    def __init__(self, kind: Termination, sentence: str, cause: Cause | None = None) -> None:
        super().__init__(plain(sentence))
        self.kind = kind
        self.cause = cause


class Player(Protocol):
    """Plays one game after another: `start`, then `observe` and `choose`, then `finish`; `close` at
    the end.

    Every call but `close` may raise Fault. By default a player is told everything and keeps none of
    it, so that a subclass that needs no more than the position writes `choose` alone.
    """

    if TYPE_CHECKING:

        @property
        def name(self) -> str:
            """The name in records and tables."""

    def start(self, position: Position, side: Side, times: TimeControl) -> None:
        """Begins a game from this position. The player is ready when the call returns."""
        return

    def observe(self, side: Side, move: Move, position: Position) -> None:
        """Tells of a move of either side; `position` is the one after the move."""
        return

    @abstractmethod
    def choose(self, position: Position, clock: Clock) -> Choice:
        """The player's move in this position, where its side is to move."""

    def finish(self, ending: Ending) -> None:
        """Tells that the game is over."""
        return

    def close(self) -> None:
        """Ends all processes of the player and removes its files. May be called twice."""
        return


class StatelessPlayer(Player):
    """A player that needs nothing but a name and the position it is asked about."""

    name: str

    def __init__(self, name: str) -> None:
        self.name = name
