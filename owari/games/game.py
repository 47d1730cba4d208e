"""What every game is made of: sides, moves, positions and outcomes."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple, Protocol, Self

from owari.errors import BadInput

__all__ = [
    "PASS",
    "SWAP",
    "BadMove",
    "BadPosition",
    "Game",
    "IllegalMove",
    "Move",
    "Outcome",
    "Position",
    "Side",
]


class Side(Enum):
    """One of the two players; South is drawn at the bottom."""

    SOUTH = "S"
    NORTH = "N"

    __hash__ = object.__hash__  # there is one object of each; Enum would hash its name every time

    other: Side
    """South for North and North for South."""

    def __str__(self) -> str:
        return "South" if self is Side.SOUTH else "North"


Side.SOUTH.other, Side.NORTH.other = Side.NORTH, Side.SOUTH
_SOUTH = Side.SOUTH  # Python 3.11 takes 0.1 us to find a member of an Enum


class Move(NamedTuple):
    """One ply: the pit that is sown or the square of a disc, by its number on the board, SWAP or
    PASS. `str` gives the number, `swap` or `pass`."""

    cell: int

    def __str__(self) -> str:
        return _WORDS.get(self.cell) or str(self.cell)


SWAP = Move(-1)
"""The other answer to the first move where the pie rule holds: to take that move over."""
PASS = Move(-2)
"""No disc: the only move of a side that cannot place one where the other can."""
_WORDS = {SWAP.cell: "swap", PASS.cell: "pass"}


class IllegalMove(BadInput):
    """A move that the rules forbid; the text is a sentence that a player understands."""


class BadMove(BadInput):
    """A text that names no move at all; the text is a sentence that says what would."""


class BadPosition(BadInput):
    """A text that is no position; the text says what is wrong with it."""


class Outcome(NamedTuple):
    """The stones or discs that each side has, or has had when the game ended."""

    south: int
    north: int
    empty: int = 0
    """Squares that are left at the end of a game of Othello; they count for the winner."""

    @property
    def winner(self) -> Side | None:
        """The side with more stones, None for a draw."""
        if self.south == self.north:
            return None
        return Side.SOUTH if self.south > self.north else Side.NORTH

    def stones(self, side: Side) -> int:
        return self.south if side is Side.SOUTH else self.north

    def margin(self, side: Side) -> int:
        """The side's stones or discs minus the other's, with the empty squares to the winner."""
        margin = self.south - self.north if side is _SOUTH else self.north - self.south
        if self.empty and margin:
            return margin + self.empty if margin > 0 else margin - self.empty
        return margin

    def __str__(self) -> str:
        return f"{self.south}-{self.north}"


class Position(Protocol):
    """A board and the side to move; immutable and hashable. `str` gives the position text."""

    @property
    def rules(self) -> Game: ...

    @property
    def turn(self) -> Side: ...

    def legal_moves(self) -> tuple[Move, ...]:
        """The moves of the side to move, pits or squares in rising order, then SWAP where it is
        one; PASS alone where nothing else can be played; none when the game is over."""
        ...

    def forced(self) -> Move | None:
        """The move that referee and table play by themselves: a pass that is the only one."""
        ...

    def play(self, move: Move) -> Self:
        """The position after one ply. Raises IllegalMove."""
        ...

    def outcome(self) -> Outcome | None:
        """The result of a finished game, None while it goes on."""
        ...

    def score(self) -> Outcome:
        """What each side has taken so far; the stones still in pits are nobody's."""
        ...

    def settled(self) -> Outcome:
        """The count if the game were stopped here and each side kept what lies in its row."""
        ...

    def turned(self) -> Self:
        """The same position with South and North exchanged."""
        ...


class Game(Protocol):
    """A set of rules with a start position."""

    @property
    def family(self) -> str:
        """The name of the rules without the size of the board: `kalah`."""
        ...

    @property
    def name(self) -> str:
        """The name under which `games.catalog` finds these rules: `owari`, `kalah:6x4`, ..."""
        ...

    def sized(self, text: str) -> Self:
        """The same rules on a board of the size that a name has after its colon. Raises
        ValueError."""
        ...

    def cells(self, side: Side) -> range:
        """The pits or squares that the side can ever play."""
        ...

    def cell_name(self, move: Move) -> str:
        """What the board itself calls the pit or square, whose side is known: `4`, `f5`."""
        ...

    def start(self, first: Side = Side.SOUTH) -> Position: ...

    def parse_position(self, text: str) -> Position:
        """Raises BadPosition."""
        ...

    def parse_move(self, text: str) -> Move:
        """Reads a move as records write it: `S4`, `f5`. Raises BadMove."""
        ...

    def format_move(self, move: Move) -> str: ...

    def parse_turn(self, text: str) -> tuple[Move, ...]:
        """Reads a turn of one move or more: `S5-3`. Raises BadMove."""
        ...

    def format_turn(self, moves: tuple[Move, ...]) -> str: ...
