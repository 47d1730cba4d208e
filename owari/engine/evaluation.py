"""What a position is worth when the search looks no further.

An evaluation is asked about a position from the view of the side to move. What it says of an
unfinished position is either an estimate of the final margin, in stones or discs, or a score on a
scale of its own; a finished game is always told apart by its margin, so that a search which saw
only finished games has proved the margin.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from owari.games.value import Kind, Value

__all__ = ["FINISHED", "Evaluation"]

FINISHED = 10_000
"""What a score adds to the margin of a won game: more than any unfinished position is worth."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    name: str
    summary: str
    kind: Kind
    """What the value of an unfinished position means: ESTIMATED or SCORE."""
    horizon: Callable[[Any], int]
    """The value of an unfinished position of its games for the side to move, in a search."""
    finished: Callable[[int], int]
    """The value of a finished game by its margin; strictly rising."""
    margin: Callable[[int], int]
    """The inverse of `finished`."""
    unit: int = 1
    """How much a stone or a point is worth in a search, whose values are whole numbers."""
    mixture: tuple[float, ...] | None = None
    """Of a mixture: its weights, in the order of what can be mixed."""

    def told(self, value: int, *, proved: bool) -> Value:
        """What people are told of a search's value: the margin where it is proved, an estimate in
        whole stones or discs, a score in points."""
        if proved:
            return Value(self.margin(value), Kind.EXACT)
        if self.unit == 1:
            return Value(value, self.kind)
        points = value / self.unit
        return Value(round(points) if self.kind is Kind.ESTIMATED else points, self.kind)
