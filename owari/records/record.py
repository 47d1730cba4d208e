"""A game as a value: its players, its plies and its ending."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from enum import Enum
from typing import Any, NamedTuple, Self

from owari.games.game import Game, Move, Outcome, Position, Side
from owari.games.value import Value

__all__ = ["Ending", "GameRecord", "Ply", "Result", "Termination"]


class Result(Enum):
    """The winner, with the text of PGN: South is first."""

    SOUTH = "1-0"
    NORTH = "0-1"
    DRAW = "1/2-1/2"
    NEITHER = "0-0"
    """Both players forfeit, and both lose."""
    UNFINISHED = "*"

    @classmethod
    def won_by(cls, side: Side | None) -> Result:
        """The result with this winner; None is a draw."""
        return {Side.SOUTH: cls.SOUTH, Side.NORTH: cls.NORTH, None: cls.DRAW}[side]

    @property
    def winner(self) -> Side | None:
        """The side that won; None for a draw, two forfeits, or no result."""
        return {Result.SOUTH: Side.SOUTH, Result.NORTH: Side.NORTH}.get(self)


class Termination(Enum):
    """Why a game ended; `description` is one sentence on each.

    A fault is an error of a program. It ends the game, and the program forfeits.
    """

    description: str
    is_fault: bool

    def __new__(cls, name: str, description: str = "", is_fault: bool = False) -> Self:
        """The member with its name in records, its description and whether it is a fault."""
        member = object.__new__(cls)
        member._value_ = name
        member.description = description
        member.is_fault = is_fault
        return member

    NORMAL = "normal", "The game was played to its end."
    STOPPED_EARLY = (
        "stopped early",
        "A program left after the game was decided, and the referee finished the count.",
    )
    ADJUDICATED = (
        "adjudicated",
        "The referee ended the game by the rules of adjudication of the tournament.",
    )
    RESIGNED = "resigned", "A player resigned."
    REPORTED = "reported", "The game was played elsewhere, and somebody entered its score."
    UNFINISHED = "unfinished", "The game has no result yet."
    DID_NOT_START = (
        "did not start",
        "The program did not start, was not ready in time, or refused the game.",
        True,
    )
    CRASHED = "crashed", "The program ended in the middle of the game.", True
    TIMED_OUT = "timed out", "The program used more time than its time control allows.", True
    ILLEGAL_MOVE = "illegal move", "The program made a move that the rules forbid.", True
    UNREADABLE = "unreadable output", "The referee could not read the program's answer.", True
    TOO_MUCH_OUTPUT = (
        "too much output",
        "The program wrote more than the referee accepts.",
        True,
    )
    TOO_MUCH_MEMORY = (
        "too much memory",
        "The program used more memory than the tournament allows.",
        True,
    )
    BOARD_DIFFERS = (
        "board differs",
        "The program showed a board that differs from the position of the game.",
        True,
    )
    COMPUTED = (
        "computed on the opponent's time",
        "The program computed on its opponent's turn, which the tournament does not allow.",
        True,
    )
    ENDED_REFEREE = (
        "ended the referee",
        "The process that plays the game died more than once when only this program could run.",
        True,
    )
    BENCHED = (
        "benched",
        "The bot forfeited its first games in the same way, and this one was not played.",
        True,
    )
    WITHDREW = "withdrew", "The bot withdrew from the tournament before this game.", True


class Ending(NamedTuple):
    """How a game ended. After a fault the score is the board as it stands."""

    result: Result
    score: Outcome
    termination: Termination = Termination.NORMAL
    reason: str = ""
    """A sentence about the termination; empty after a normal end."""

    @classmethod
    def normal(cls, outcome: Outcome) -> Ending:
        """The ending of a game that was played to its end."""
        return cls(Result.won_by(outcome.winner), outcome)


class Ply(NamedTuple):
    """One move as it was made."""

    side: Side
    move: Move
    seconds: float | None = None
    """Seconds of thinking time by the referee's clock."""
    depth: int | None = None
    value: Value | None = None
    """The value of the position that the mover states."""
    comment: str = ""
    processor: float | None = None
    """Seconds of processor time since the program's last move."""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game from its start position to its end, or to its last ply so far."""

    game: Game
    start: Position
    south: str
    north: str
    plies: tuple[Ply, ...] = ()
    ending: Ending = field(default=Ending(Result.UNFINISHED, Outcome(0, 0), Termination.UNFINISHED))
    event: str = ""
    site: str = ""
    date: str = ""
    """ISO 8601, `2026-11-27`; empty if unknown."""
    round: str = ""
    table: str = ""
    """The options of the command that plays the game at a table; empty elsewhere."""
    opening: str = ""
    """The name or the moves of the opening that leads to `start`."""
    pair: str = ""
    """The number, from 1, of the pair of games with this opening in the match."""
    leg: str = ""
    """`1` or `2`: which game of the pair it is."""
    machine: str = ""
    """The text of the `Machine` of a cluster that played it; empty for this one."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles the plies by columns, which takes half of the time."""
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        values["plies"] = tuple(zip(*self.plies, strict=True))
        return _unpickled, tuple(values.values())

    @property
    def first(self) -> Side:
        """The side that moved first."""
        return self.start.turn

    def player(self, side: Side) -> str:
        """The name of the side's player."""
        return self.south if side is Side.SOUTH else self.north

    def positions(self) -> Iterator[Position]:
        """The start position and the one after each ply. Raises IllegalMove."""
        position = self.start
        yield position
        for ply in self.plies:
            position = position.play(ply.move)
            yield position

    @property
    def final(self) -> Position:
        """The position after the last ply."""
        *_, last = self.positions()
        return last


def _unpickled(
    game: Game, start: Position, south: str, north: str, columns: tuple[Any, ...], *others: Any
) -> GameRecord:
    plies = tuple(map(Ply, *columns)) if columns else ()
    return GameRecord(game, start, south, north, plies, *others)
