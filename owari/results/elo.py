"""How much stronger one of two bots is: score, Elo and normalized Elo with 95% intervals.

They are estimated from pairs of games, by the points of each pair. The two games of a pair begin
from one opening with sides exchanged, so their results depend on each other: whoever gets the
better side of an opening wins with it twice, once for either bot. The pair is therefore the unit
that is counted, not the game. The five counts and what follows from them are those of fishtest and
fastchess: https://tests.stockfishchess.org and M. Van den Bergh, "Comments on Normalized Elo",
https://www.cantate.be/Fishtest/normalized_elo_practical.pdf.

The interval of the score is the mean of the pairs +- z * deviation / sqrt(pairs); Elo is its image
under the logistic curve, at both ends. Normalized Elo measures the score in standard deviations of
a game, so that it does not depend on how many games are drawn:
M. Van den Bergh, "Normalized Elo", https://www.cantate.be/Fishtest/normalized_elo.pdf. All values
are those of fastchess where there are many pairs, and so are the intervals but that of normalized
Elo. Its deviation is an estimate too, and the delta method adds the variance of that: for t, the
excess over 1/2 in deviations of a pair, it is (1 - t * skewness + t^2 * (kurtosis - 1) / 4) / pairs
(A. W. van der Vaart, Asymptotic Statistics, 1998, chapter 3).

With few pairs the formula claims too much: ten equal pairs have no deviation at all. So below
`MANY_PAIRS` the quantile is Student's. No interval is narrower than results allow that nobody has
seen yet: they are rarer than 1 - 0.025 ** (1 / pairs), with the certainty of either end.

Where several openings come more than once, pairs of one opening depend on each other too. Then the
opening is the unit, by the mean of its pairs, and the openings are a sample of all there could be:
W. G. Cochran, Sampling Techniques, 1977, chapter 10. Openings take the place of pairs in all of
this. Only normalized Elo measures in deviations of pairs even then. Openings that nobody has seen
may have any usual game, but the share of games that are not the usual one is as in those seen.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from math import copysign, erfc, exp, inf, log, pi, sqrt, tan
from typing import NamedTuple, Protocol, Self

SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The mean score of a game in a pair with 0, 1/2, 1, 1 1/2 and 2 points."""


class Unit(NamedTuple):
    """What is counted once: a pair, or an opening with all its pairs."""

    mean: float
    """The mean score of a game, from 0 to 1."""
    square: float
    """The mean square of the mean score of a pair."""


class Units(Protocol):
    """What a comparison of two bots is made from."""

    def __hash__(self) -> int:
        """Equal for equal units."""

    @property
    def size(self) -> int:
        """The number of units."""

    @property
    def mean(self) -> float:
        """The mean of the units, from 0 to 1; 1/2 without one."""

    @property
    def deviation(self) -> float:
        """The standard deviation of a unit's mean score; 0 without a unit."""

    @property
    def pair_deviation(self) -> float:
        """That of a pair's mean score, if every unit counts the same."""

    @property
    def usual(self) -> float:
        """The share of games that are the most frequent one of their opening and seats, from 0 to
        1. As far as bots have usual games, a unit is a single result."""

    def unlike(self) -> Iterator[tuple[Unit, int]]:
        """The units that differ, and how many there are of each."""

    def exchanged(self) -> Self:
        """The same from the view of the opponent."""


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

    @property
    def size(self) -> int:
        """The number of pairs, each of which is a unit."""
        return self.pairs

    @property
    def pair_deviation(self) -> float:
        """The same as the deviation."""
        return self.deviation

    @property
    def usual(self) -> float:
        """A pair is a single result."""
        return 1.0

    def unlike(self) -> Iterator[tuple[Unit, int]]:
        """The pairs by their points."""
        for score, count in zip(SCORES, self, strict=True):
            yield Unit(score, score * score), count

    def exchanged(self) -> Self:
        """The same from the view of the opponent."""
        return type(self)(*reversed(self))


class OpeningMeans(NamedTuple):
    """Openings by the means of their pairs."""

    counts: tuple[tuple[Unit, int], ...]
    """The openings that differ, and how many there are of each."""
    usual: float = 1.0
    """The share of games that are the most frequent one of their opening and seats."""

    @classmethod
    def of(cls, openings: Iterable[Pentanomial], usual: float = 1.0) -> Self:
        """From the pairs of each opening, of which each has one or more."""
        units = Counter(
            Unit(
                pairs.mean, sum(n * x * x for n, x in zip(pairs, SCORES, strict=True)) / pairs.pairs
            )
            for pairs in openings
        )
        return cls(tuple(sorted(units.items())), usual)

    @property
    def size(self) -> int:
        """The number of openings."""
        return sum(count for _, count in self.counts)

    @property
    def mean(self) -> float:
        """The mean of the openings."""
        return sum(unit.mean * count for unit, count in self.counts) / self.size

    @property
    def deviation(self) -> float:
        """The standard deviation of an opening's mean."""
        mean = self.mean
        squares = sum(count * (unit.mean - mean) ** 2 for unit, count in self.counts)
        return sqrt(squares / self.size)

    @property
    def pair_deviation(self) -> float:
        """That of a pair's mean score, if every opening counts the same."""
        square = sum(unit.square * count for unit, count in self.counts) / self.size
        return sqrt(max(0.0, square - self.mean**2))

    def unlike(self) -> Iterator[tuple[Unit, int]]:
        """The openings that differ."""
        return iter(self.counts)

    def exchanged(self) -> Self:
        """The same from the view of the opponent."""
        opposite = (
            (Unit(1 - unit.mean, 1 - 2 * unit.mean + unit.square), count)
            for unit, count in self.counts
        )
        return type(self)(tuple(opposite), self.usual)


ELO = 400 / log(10)
"""Elo points for odds of e."""
NORMALIZED_ELO = 2 * ELO
"""Normalized Elo for a score that exceeds 1/2 by a standard deviation of a game."""
TAIL = 0.025
"""The probability beyond either end of an interval."""
MANY_PAIRS = 250
MOST_PAIRS = 2**60
ROUNDING = 1e-9
Z = 1.9599639845400536
"""The quantile of the normal distribution at 1 - TAIL."""
_AT_POWER = 0.8416212335729144
"""The same at 0.8, the probability with which `games_needed` games show the difference."""


class Estimate(NamedTuple):
    """A value and its 95% interval; Elo may be infinite, never NaN."""

    value: float
    low: float
    high: float


def elo_of(score: float) -> float:
    """The difference in Elo at which this score from 0 to 1 is expected."""
    if score <= 0:
        return -inf
    if score >= 1:
        return inf
    return ELO * log(score / (1 - score))


def score_of(elo: float) -> float:
    """The expected score of a bot that is this much stronger."""
    odds = exp(-abs(elo) / ELO)
    return 1 / (1 + odds) if elo > 0 else odds / (1 + odds)


def score_estimate(units: Units) -> Estimate:
    """The mean score of a game; from 0 to 1 without a pair."""
    mean, below, above = units.mean, *_errors(units)
    return Estimate(mean, max(0.0, mean - below), min(1.0, mean + above))


def elo_estimate(units: Units) -> Estimate:
    """The difference in Elo."""
    return Estimate(*map(elo_of, score_estimate(units)))


def normalized_elo_estimate(units: Units) -> Estimate:
    """The difference in normalized Elo; 0 +- infinity without a pair. The interval leaves out 0
    where that of the score leaves out 1/2."""
    if not units.size:
        return Estimate(0.0, -inf, inf)
    value = _normalized(units.mean - 0.5, units.pair_deviation)
    error = _normalized_error(units)
    low, high = value - error, value + error
    if value >= 0:
        low = _lower_end(low, units)
    if value <= 0:
        high = -_lower_end(-high, units.exchanged())
    return Estimate(value, low, high)


def likelihood_of_superiority(units: Units) -> float:
    """The probability that the bot is the stronger one, if nothing is known but these pairs."""
    if not units.size:
        return 0.5
    below, above = _errors(units)
    ahead = units.mean - 0.5
    # The distribution function of the normal distribution.
    return erfc(-ahead * Z / (below if ahead >= 0 else above) / sqrt(2)) / 2


def games_needed(units: Units, elo: float) -> int:
    """How many games in all tell a difference of this size, not 0, from none in four of five
    matches. Pairs are as unlike as these."""
    largest = min(_largest_deviation(units), sqrt(units.mean * (1 - units.mean)))
    score = score_of(abs(elo))

    def tell(count: int) -> bool:
        chance = _AT_POWER * largest / sqrt(count)
        error = _quantile(count) * largest / sqrt(count)
        return chance + max(error, _unseen(count) * score) <= score - 0.5

    return 2 * bisect_left(range(MOST_PAIRS), True, 1, key=tell)


def _normalized(ahead: float, deviation: float) -> float:
    """Normalized Elo for a score that exceeds 1/2 by this, with this deviation of a pair."""
    if not deviation:
        return copysign(inf, ahead) if ahead else 0.0
    return NORMALIZED_ELO * ahead / (sqrt(2) * deviation)


def _normalized_error(units: Units) -> float:
    """How far the interval of normalized Elo reaches on either side, by the delta method. The terms
    are the influence of each unit on t, and their mean square is the variance of the module's
    docstring."""
    count, mean, deviation = units.size, units.mean, units.pair_deviation
    if not deviation:
        return NORMALIZED_ELO * Z / sqrt(2 * count)
    t = (mean - 0.5) / deviation
    squares = 0.0
    for unit, times in units.unlike():
        away = (unit.mean - mean) / deviation
        square = (unit.square - 2 * mean * unit.mean + mean * mean) / deviation**2
        squares += times * (away - t * (square - 1) / 2) ** 2
    return NORMALIZED_ELO * _quantile(count) * sqrt(squares / 2) / count


def _lower_end(end: float, units: Units) -> float:
    """The lower end of normalized Elo for a bot that is not behind. It leaves room for results that
    nobody has seen, and lies on the side of 0 on which that of the score lies of 1/2."""
    ahead, tail = units.mean - 0.5, 2 * TAIL if units.deviation else TAIL
    below, seen = _errors(units, tail)[0], _quantile(units.size) * units.deviation
    if below * sqrt(units.size) > seen * (1 + ROUNDING):
        end = min(end, _normalized(ahead - below, _largest_deviation(units, tail)))
    by_score = _normalized(ahead - _errors(units)[0], _largest_deviation(units))
    return end if (end > 0) == (by_score > 0) else by_score


def _largest_deviation(units: Units, tail: float = TAIL) -> float:
    """The standard deviation of a pair's mean score, with room for results that nobody has seen
    yet. Without a pair it is 1/2, the largest."""
    if not units.size:
        return 0.5
    furthest = max(units.mean, 1 - units.mean)
    unseen = _unseen(units.size, tail) * units.usual
    return max(units.pair_deviation, unseen * furthest * sqrt(units.size) / Z)


def _errors(units: Units, tail: float = TAIL) -> tuple[float, float]:
    """How far the interval of the score reaches below and above the mean."""
    count, mean = units.size, units.mean
    if not count:
        return 0.5, 0.5
    error = _quantile(count) * units.deviation / sqrt(count)
    unseen = _unseen(count, tail) * units.usual
    return max(error, unseen * mean), max(error, unseen * (1 - mean))


def _unseen(count: int, tail: float = TAIL) -> float:
    """Results that none of so many pairs has had are rarer than this, but for this probability."""
    others: float = tail ** (1 / count)
    return 1 - others


def _quantile(count: int) -> float:
    """How many times `deviation / sqrt(count)` an interval from this many pairs reaches."""
    if count >= MANY_PAIRS:
        return Z
    freedom = max(1, count - 1)
    return student_quantile(freedom) * sqrt(count / freedom)


def student_quantile(freedom: int) -> float:
    """The quantile of Student's distribution at 1 - TAIL: exact for 1 and 2 degrees of freedom,
    then by M. Abramowitz and I. Stegun, Handbook of Mathematical Functions, 26.7.5."""
    if freedom == 1:
        return tan(pi * (0.5 - TAIL))
    if freedom == 2:
        return (1 - 2 * TAIL) / sqrt(2 * TAIL * (1 - TAIL))
    z = Z
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / float(freedom) ** n for n, term in enumerate(terms, 1))
