"""What is proved of a position: bounds of the final margins of its moves."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from itertools import takewhile
from typing import NamedTuple

from owari.games.game import Move

__all__ = ["Aim", "MoveBounds", "OnBounds", "Solution"]


class Aim(IntEnum):
    """What is to be proved, in the kernel's numbers."""

    MARGIN = 0
    """What the position is worth."""
    BEST_MOVE = 1
    """That, and the lowest pit or square that gets it."""
    EVERY_MOVE = 2
    """What each legal move is worth."""


class MoveBounds(NamedTuple):
    """The final margin of a move, for the side that makes it, is within these."""

    move: Move
    lower: int
    upper: int

    @property
    def exact(self) -> bool:
        return self.lower == self.upper


class Solution(NamedTuple):
    moves: tuple[MoveBounds, ...]
    """Every legal move in rising order."""
    nodes: int
    seconds: float

    @property
    def lower(self) -> int:
        """What the side to move is sure of."""
        return max(move.lower for move in self.moves)

    @property
    def upper(self) -> int:
        return max(move.upper for move in self.moves)

    @property
    def exact(self) -> bool:
        """Whether the margin of the position is proved."""
        return self.lower == self.upper

    @property
    def best(self) -> Move:
        """The lowest move that is proved to get what the side to move is sure of."""
        return next(move.move for move in self.moves if move.lower == self.lower)

    def reaches(self, aim: Aim) -> bool:
        """Whether all that was aimed at is proved."""
        if aim is Aim.EVERY_MOVE:
            return all(move.exact for move in self.moves)
        if aim is Aim.BEST_MOVE:
            below = takewhile(lambda move: move.move != self.best, self.moves)
            return self.exact and all(move.upper < self.lower for move in below)
        return self.exact


OnBounds = Callable[[Solution], None]
"""Is told of what is proved so far."""
