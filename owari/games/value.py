"""The value of a position: a number and its kind."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

__all__ = ["Kind", "Value", "signed"]


class Kind(Enum):
    """The meaning of a number."""

    EXACT = "exact"
    """The final margin in stones or discs under best play, proved."""
    ESTIMATED = "estimated"
    """An estimate of the final margin in stones or discs."""
    SCORE = "score"
    """A number on the evaluation's own scale; whole, or with two decimals."""


class Value(NamedTuple):
    """Always from the view of the side that was to move."""

    number: float
    """An int but for the scores that have hundredths of a point."""
    kind: Kind

    @property
    def margin(self) -> int:
        """The number of a value that is a margin, exact or estimated."""
        return int(self.number)

    def __str__(self) -> str:
        return f"{signed(self.number)} {self.kind.value}"


def signed(number: float) -> str:
    """`+2`, or `+33.33` where the number has hundredths."""
    return f"{number:+d}" if isinstance(number, int) else f"{number:+.2f}"
