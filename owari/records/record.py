"""A game as a value: its players, its plies, its ending and the machine that played it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from enum import Enum
from typing import Any, NamedTuple, Self

from owari.games.game import BadMove, Game, IllegalMove, Move, Outcome, Position, Side, Value


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
    """Why a game ended; `description` is one sentence on each. A fault is an error of a program. It
    ends the game, and the program forfeits."""

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
    TOO_MUCH_OUTPUT = ("too much output", "The program wrote more than the referee accepts.", True)
    TOO_MUCH_MEMORY = (
        "too much memory",
        "The program used more memory than the tournament allows.",
        True,
    )
    TOO_MUCH_SHARED = (
        "too much of the system",
        "The program held more than its part of what all programs share, such as threads.",
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

    @property
    def forfeited_by(self) -> tuple[Side, ...]:
        """The sides that lost the game by a fault: one, or both where neither wins."""
        if not self.termination.is_fault or self.result in (Result.DRAW, Result.UNFINISHED):
            return ()
        return tuple(side for side in Side if side is not self.result.winner)


UNFINISHED = Ending(Result.UNFINISHED, Outcome(0, 0), Termination.UNFINISHED)
"""That of a game of which nothing is known yet."""


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


SHOWN_FROM = 0.0005
"""Seconds: a shorter time is none in the milliseconds of a record. To see that takes a tenth of the
time that it takes to round a number."""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game from its start position to its end, or to its last ply so far."""

    game: Game
    start: Position
    south: str
    north: str
    plies: tuple[Ply, ...] = ()
    ending: Ending = UNFINISHED
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
    south_by: str = ""
    """Who made South's moves, as `played_by` writes it; empty for the player of that name."""
    north_by: str = ""
    lost_turn: float | None = None
    """Seconds of the loser's turn that its fault ended, with the moves that it had made in it; at
    least so long where it lost on time. None where no fault ended a turn, or that is unknown."""
    entered: str = ""
    """South's next moves in a relay, `S3:1.204 S1?`, which stand on the other screen since before a
    correction, with the seconds that they took; `?` after one that may not stand there. `=S2?` for
    those of the record that North has not answered."""
    before: str = ""
    """What the game was before corrections that an undo takes back, as `owari.table.corrections`
    writes it."""
    origin: str = ""
    """The game that this one goes on from, with its address on the live page where it has one:
    `before ply 7 of Ann – Ben </watch/0#game=17&ply=6>`."""
    unplayed: tuple[float, float] = (0.0, 0.0)
    """Seconds of South and North at a table beside those of the plies: for moves that were taken
    back, and of the turn in which the game stands, as far as the record knows."""

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

    def by(self, side: Side) -> str:
        """Who made the side's moves; empty for the player of its name."""
        return self.south_by if side is Side.SOUTH else self.north_by

    def used(self, side: Side) -> float:
        """The seconds that the side has used, as far as the record knows."""
        played = sum(ply.seconds or 0.0 for ply in self.plies if ply.side is side)
        return played + self.unplayed_by(side)

    def unplayed_by(self, side: Side) -> float:
        """Those of the side that no ply has."""
        return self.unplayed[0 if side is Side.SOUTH else 1]

    @property
    def moves(self) -> str:
        """All moves as records write them, one behind the other."""
        names = move_names(self.game)
        return " ".join([names[move] for _, move, _, _, _, _, _ in self.plies])

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


class _MoveNames(dict[Move, str]):
    def __init__(self, game: Game) -> None:
        super().__init__()
        self._game = game

    def __missing__(self, move: Move) -> str:
        name = self[move] = self._game.format_move(move)
        return name


class Origin(NamedTuple):
    """Where a game was played on from."""

    text: str
    """As `before ply 7 of Ann – Ben`."""
    address: str = ""
    """Its path on the live page on which it was played on; empty without one."""

    @classmethod
    def of(cls, record: GameRecord) -> Origin | None:
        """That of the record; None for a game that began anew."""
        if not record.origin:
            return None
        found = re.fullmatch(r"(.+) <(/(?!/)[^<>\s\\]*)>", record.origin)
        return cls(*found.groups()) if found else cls(record.origin)

    def __str__(self) -> str:
        return f"{self.text} <{self.address}>" if self.address else self.text


_names: dict[Game, _MoveNames] = {}


def move_names(game: Game) -> Mapping[Move, str]:
    """The name of each move of the game as records write it, made when it is asked for first."""
    return _names.get(game) or _names.setdefault(game, _MoveNames(game))


def _unpickled(
    game: Game, start: Position, south: str, north: str, columns: tuple[Any, ...], *others: Any
) -> GameRecord:
    plies = tuple(map(Ply, *columns)) if columns else ()
    return GameRecord(game, start, south, north, plies, *others)


def from_the_start(record: GameRecord) -> GameRecord:
    """The game with the moves of its opening before its own, from the start of the rules. A record
    that does not tell these moves stays as it is."""
    for first in Side:
        position = record.game.start(first)
        plies = []
        try:
            for word in record.opening.split():
                plies.append(Ply(position.turn, record.game.parse_move(word)))
                position = position.play(plies[-1].move)
        except (BadMove, IllegalMove):
            continue
        if plies and position == record.start:
            start = record.game.start(first)
            return replace(record, start=start, plies=(*plies, *record.plies), opening="")
    return record


class Machine(NamedTuple):
    """A machine and its speed; its text, `lab-07 142.3 M/s`, stands in records and results."""

    host: str
    speed: float
    """Positions a second that the engine searches on one core."""

    def __str__(self) -> str:
        return f"{self.host} {self.speed / 1e6:.1f} M/s"

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """The machine of a text; None for any other text."""
        match = re.fullmatch(r"(\S+) (\d+\.\d) M/s", text)
        return cls(match[1], float(match[2]) * 1e6) if match else None
