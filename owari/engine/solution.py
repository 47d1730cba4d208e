"""Proofs: what is asked for, and bounds of the final margins of all moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import IntEnum
from itertools import takewhile
from typing import NamedTuple

from owari.games.game import Move


class Aim(IntEnum):
    """What a proof is to find, in the kernel's numbers."""

    MARGIN = 0
    """The final margin of the position."""
    BEST_MOVE = 1
    """That margin, and the lowest pit or square that gets it."""
    EVERY_MOVE = 2
    """The final margin of each legal move."""


class MoveBounds(NamedTuple):
    """Bounds of the final margin of a move, for the side that makes it."""

    move: Move
    lower: int
    upper: int

    @property
    def exact(self) -> bool:
        """Whether the margin of the move is proved."""
        return self.lower == self.upper

    def within(self, lower: int, upper: int) -> MoveBounds:
        """The same margin within these bounds too."""
        return self._replace(lower=max(self.lower, lower), upper=min(self.upper, upper))


class Solution(NamedTuple):
    """What is proved of a position, with the positions visited and the seconds it took."""

    moves: tuple[MoveBounds, ...]
    """Every legal move in rising order."""
    nodes: int
    seconds: float

    @property
    def lower(self) -> int:
        """The margin that the side to move can be sure of."""
        return max(move.lower for move in self.moves)

    @property
    def upper(self) -> int:
        """The largest margin that the side to move may still get."""
        return max(move.upper for move in self.moves)

    @property
    def exact(self) -> bool:
        """Whether the margin of the position is proved."""
        return self.lower == self.upper

    @property
    def best(self) -> Move:
        """The lowest move that is proved to get the lower bound."""
        return next(move.move for move in self.moves if move.lower == self.lower)

    def reaches(self, aim: Aim) -> bool:
        """Whether everything is proved that the aim asks for."""
        if aim is Aim.EVERY_MOVE:
            return all(move.exact for move in self.moves)
        if aim is Aim.BEST_MOVE:
            below = takewhile(lambda move: move.move != self.best, self.moves)
            return self.exact and all(move.upper < self.lower for move in below)
        return self.exact


OnBounds = Callable[[Solution], None]
"""Receives what is proved so far."""


class ProofRequest(NamedTuple):
    """What a proof is to find, and by which means."""

    aim: Aim = Aim.EVERY_MOVE
    seconds: float | None = None
    """The time after which it ends with the bounds so far; None is no limit."""
    threads: int | None = None
    """None is one for each core."""
    by_book: bool = True
    """Whether margins come from the opening book where it has them."""
    on_bounds: OnBounds | None = None
    """Receives the first bounds and every proved bound; the kernel calls it five times a second."""
    known: tuple[MoveBounds, ...] = ()
    """Bounds that were proved before, of any of the moves."""

    def first_bounds(self, possible: Iterable[MoveBounds]) -> dict[Move, MoveBounds]:
        """The bounds that a proof begins with: the possible ones, within those that are known."""
        bounds = {each.move: each for each in possible}
        for move, lower, upper in self.known:
            bounds[move] = bounds[move].within(lower, upper)
        return bounds
