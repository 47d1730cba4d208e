"""What is said of a position: a number, and what kind of number it is."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

__all__ = ["Kind", "Value"]


class Kind(Enum):
    EXACT = "exact"
    """The final margin in stones under best play, proved."""
    ESTIMATED = "estimated"
    """An estimate of the final margin in stones."""
    SCORE = "score"
    """A number on the evaluation's own scale."""


class Value(NamedTuple):
    """Always from the view of the side that was to move."""

    number: int
    kind: Kind

    def __str__(self) -> str:
        return f"{self.number:+d} {self.kind.value}"
