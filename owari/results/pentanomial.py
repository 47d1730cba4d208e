"""Pairs of games by their points: the five counts that a comparison of two bots is made from.

The two games of a pair begin from one opening with sides exchanged, so their results depend on each
other: whoever gets the better side of an opening wins with it twice, once for either bot. The pair
is therefore the unit that is counted, not the game. The counts and what follows from them are those
of fishtest and fastchess: https://tests.stockfishchess.org and M. Van den Bergh, "Comments on
Normalized Elo", https://www.cantate.be/Fishtest/normalized_elo_practical.pdf.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from typing import NamedTuple, Self

__all__ = ["SCORES", "Pentanomial"]

SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The mean score of a game in a pair with 0, 1/2, 1, 1 1/2 and 2 points."""


class Pentanomial(NamedTuple):
    """How many pairs gave a bot how many points."""

    none: int = 0
    """Two losses."""
    half: int = 0
    """A loss and a draw."""
    one: int = 0
    """Two draws, or a win and a loss."""
    three_halves: int = 0
    """A win and a draw."""
    two: int = 0
    """Two wins."""

    @classmethod
    def of(cls, points: Iterable[float]) -> Self:
        """Counts the points of each pair: 0, 1/2, 1, 1 1/2 or 2."""
        counts = [0] * len(SCORES)
        for each in points:
            counts[round(2 * each)] += 1
        return cls(*counts)

    @property
    def pairs(self) -> int:
        """The number of pairs."""
        return sum(self)

    @property
    def mean(self) -> float:
        """The mean score of a game, from 0 to 1; 1/2 without a pair."""
        if not self.pairs:
            return 0.5
        return sum(n * score for n, score in zip(self, SCORES, strict=True)) / self.pairs

    @property
    def deviation(self) -> float:
        """The standard deviation of a pair's mean score; 0 without a pair."""
        if not self.pairs:
            return 0.0
        mean = self.mean
        squares = sum(n * (score - mean) ** 2 for n, score in zip(self, SCORES, strict=True))
        return sqrt(squares / self.pairs)
