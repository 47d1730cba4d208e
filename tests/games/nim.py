"""A third family of games with no more than a family must have: Nim with one pile."""

from __future__ import annotations

from dataclasses import dataclass, replace

from owari.games.game import (
    BadPosition,
    Game,
    Illegality,
    IllegalMove,
    Move,
    Outcome,
    Position,
    Side,
)

__all__ = ["NIM", "Nim"]


@dataclass(frozen=True, slots=True)
class Nim(Game):
    """Take one, two or three stones from the pile; the side that takes the last stone wins."""

    family: str = "nim"
    stones: int = 12

    def cells(self, side: Side) -> range:
        return range(1, 4)

    def start(self, first: Side = Side.SOUTH) -> Pile:
        return Pile(self, self.stones, first)

    def parse_position(self, text: str) -> Pile:
        stones, _, side = text.partition(" ")
        if not stones.isdigit() or side not in ("S", "N"):
            raise BadPosition(f"{text!r} is not a number of stones and S or N")
        return Pile(self, int(stones), Side(side))


@dataclass(frozen=True, slots=True)
class Pile(Position):
    """The stones that are left."""

    rules: Nim
    stones: int
    turn: Side

    def legal_moves(self) -> tuple[Move, ...]:
        return tuple(Move(stones) for stones in range(1, min(3, self.stones) + 1))

    def play(self, move: Move) -> Pile:
        if move not in self.legal_moves():
            raise IllegalMove(f"{move} stones cannot be taken", Illegality.NO_SUCH_CELL)
        return replace(self, stones=self.stones - move.cell, turn=self.turn.other)

    def outcome(self) -> Outcome | None:
        if self.stones:
            return None
        return Outcome(0, 1) if self.turn is Side.SOUTH else Outcome(1, 0)

    def turned(self) -> Pile:
        return replace(self, turn=self.turn.other)

    def __str__(self) -> str:
        return f"{self.stones} {self.turn.value}"


NIM = Nim()
