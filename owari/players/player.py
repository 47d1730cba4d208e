"""Players: they are told of the moves of a game and asked for their own."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple, Protocol

from owari.errors import OwariError
from owari.games.game import Move, Position, Side, Value
from owari.records.record import Ending, Termination
from owari.text.durations import seconds_text
from owari.text.printable import plain


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

    def check(self, seconds: float, clock: Clock) -> None:
        """Raises Fault if a move took longer than the clock and its margin allow."""
        turn, game, margin, _, _ = clock
        left = turn if game is None else clock.left
        if left is not None and seconds > left + margin:
            took, had = seconds_text(seconds), seconds_text(left)
            late = f"moved after {took}, where {had} were left{self.of_what(clock)}"
            raise Fault(Termination.TIMED_OUT, late)

    def of_what(self, clock: Clock) -> str:
        """What the time on this clock is left of, and after how many moves: ` of 20 s a turn, after
        11 moves of this turn`. Empty where none of that time has been used."""
        used = [_many(clock.moves, "move") + " of this turn"] if clock.moves else []
        whole = f"{seconds_text(self.per_turn or 0.0)} a turn"
        if clock.game is not None and clock.game == clock.left:
            used = [_many(clock.turns, "turn"), *used] if clock.turns else used
            whole = f"{seconds_text(self.per_game or 0.0)} a game"
            if self.increment:
                whole += f" and {seconds_text(self.increment)} more after each turn"
        return f" of {whole}, after {' and '.join(used)}" if used else ""


def _many(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


class Clock(NamedTuple):
    """The time left to a player when it is asked for a move, in seconds; None is no limit."""

    turn: float | None = None
    game: float | None = None
    margin: float = 0.0
    """The time after `left` in which the move is still accepted."""
    moves: int = 0
    """Its moves in this turn so far."""
    turns: int = 0
    """Its turns so far in the game, where its time for the game is limited."""

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
    SILENT = "no move named, so that one was chosen for it"
    MISSING_FILE = "a module or library that it does not find"
    MISSING_PROGRAM = "a program that its script does not find"
    NO_READLINE = "a function `readline`, which CodinGame gives to JavaScript programs"


class Fault(OwariError):
    """What a program did wrong. The text is one sentence that its author can act on; whatever it
    quotes of the program is shown on screens and so holds no control characters."""

    def __init__(
        self,
        kind: Termination,
        sentence: str,
        cause: Cause | None = None,
        *,
        is_opponents: bool = False,
        bare: str = "",
    ) -> None:
        """`bare` is the sentence without what the program has written, where that is a part of it.
        `is_opponents` is whether the opponent of the player that raises it has done that, so
        that the player could not play."""
        super().__init__(plain(sentence))
        self.kind = kind
        self.cause = cause
        self.is_opponents = is_opponents
        self.bare = bare or str(self)
        self.seconds: float | None = None
        """When it came, counted from the request for a move; None where only the referee knows."""


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

    def check_idle(self) -> None:
        """Raises Fault where the player has computed on its opponent's time and may not do so. It
        is asked, between its turns, when its opponent has run out of time."""
        return

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
