"""How much stronger one of two bots is: score, Elo and normalized Elo with 95% intervals.

The interval of the score is the mean of the pairs +- z * deviation / sqrt(pairs); Elo is its image
under the logistic curve, at both ends. Normalized Elo measures the score in standard deviations of
a game, so that it does not depend on how many games are drawn:
M. Van den Bergh, "Normalized Elo", https://www.cantate.be/Fishtest/normalized_elo.pdf. All values
are those of fastchess where there are many pairs.

With few pairs the formula claims too much: ten equal pairs have no deviation at all. So below
`MANY_PAIRS` the quantile is Student's. No interval is narrower than results allow that nobody has
seen yet: they are rarer than 1 - 0.025 ** (1 / pairs), with the certainty of either end.
"""

from __future__ import annotations

from bisect import bisect_left
from math import copysign, exp, inf, log, pi, sqrt, tan
from statistics import NormalDist
from typing import NamedTuple

from owari.results.pentanomial import Pentanomial

__all__ = [
    "ELO",
    "Estimate",
    "elo_estimate",
    "elo_of",
    "games_needed",
    "likelihood_of_superiority",
    "normalized_elo_estimate",
    "score_estimate",
    "score_of",
]

ELO = 400 / log(10)
"""Elo points for odds of e."""
NORMALIZED_ELO = 2 * ELO
"""Normalized Elo for a score that exceeds 1/2 by a standard deviation of a game."""
TAIL = 0.025
"""The probability beyond either end of an interval."""
MANY_PAIRS = 250
MOST_PAIRS = 2**60
POWER = 0.8
"""The probability with which `games_needed` games show the difference."""

_NORMAL = NormalDist()
Z = _NORMAL.inv_cdf(1 - TAIL)


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


def score_estimate(pairs: Pentanomial) -> Estimate:
    """The mean score of a game; from 0 to 1 without a pair."""
    mean, below, above = pairs.mean, *_errors(pairs)
    return Estimate(mean, max(0.0, mean - below), min(1.0, mean + above))


def elo_estimate(pairs: Pentanomial) -> Estimate:
    """The difference in Elo."""
    return Estimate(*map(elo_of, score_estimate(pairs)))


def normalized_elo_estimate(pairs: Pentanomial) -> Estimate:
    """The difference in normalized Elo; 0 +- infinity without a pair. The interval leaves out 0
    where that of the score leaves out 1/2."""
    if not pairs.pairs:
        return Estimate(0.0, -inf, inf)
    ahead = pairs.mean - 0.5
    value = _normalized(ahead, pairs.deviation)
    quantile = _quantile(pairs.pairs) if pairs.deviation else Z
    error = NORMALIZED_ELO * quantile / sqrt(2 * pairs.pairs)
    below, above = _errors(pairs)
    largest = _largest_deviation(pairs)
    return Estimate(
        value,
        min(value - error, _normalized(ahead - below, largest)) if ahead >= 0 else value - error,
        max(value + error, _normalized(ahead + above, largest)) if ahead <= 0 else value + error,
    )


def likelihood_of_superiority(pairs: Pentanomial) -> float:
    """The probability that the bot is the stronger one, if nothing is known but these pairs."""
    if not pairs.pairs:
        return 0.5
    below, above = _errors(pairs)
    ahead = pairs.mean - 0.5
    return _NORMAL.cdf(ahead * Z / (below if ahead >= 0 else above))


def games_needed(pairs: Pentanomial, elo: float) -> int:
    """How many games in all tell a difference of this size, not 0, from none in four of five
    matches. Pairs are as unlike as these."""
    largest = min(_largest_deviation(pairs), sqrt(pairs.mean * (1 - pairs.mean)))
    score = score_of(abs(elo))

    def tell(count: int) -> bool:
        chance = _NORMAL.inv_cdf(POWER) * largest / sqrt(count)
        error = _quantile(count) * largest / sqrt(count)
        return chance + max(error, _unseen(count) * score) <= score - 0.5

    return 2 * bisect_left(range(MOST_PAIRS), True, 1, key=tell)


def _normalized(ahead: float, deviation: float) -> float:
    """Normalized Elo for a score that exceeds 1/2 by this, with this deviation of a pair."""
    if not deviation:
        return copysign(inf, ahead) if ahead else 0.0
    return NORMALIZED_ELO * ahead / (sqrt(2) * deviation)


def _largest_deviation(pairs: Pentanomial) -> float:
    """The standard deviation of a pair's mean score, with room for results that nobody has seen
    yet. Without a pair it is 1/2, the largest."""
    if not pairs.pairs:
        return 0.5
    furthest = max(pairs.mean, 1 - pairs.mean)
    return max(pairs.deviation, _unseen(pairs.pairs) * furthest * sqrt(pairs.pairs) / Z)


def _errors(pairs: Pentanomial) -> tuple[float, float]:
    """How far the interval of the score reaches below and above the mean."""
    count, mean = pairs.pairs, pairs.mean
    if not count:
        return 0.5, 0.5
    error = _quantile(count) * pairs.deviation / sqrt(count)
    unseen = _unseen(count)
    return max(error, unseen * mean), max(error, unseen * (1 - mean))


def _unseen(count: int) -> float:
    """Results that none of so many pairs has had are rarer than this, with the certainty of either
    end."""
    others: float = TAIL ** (1 / count)
    return 1 - others


def _quantile(count: int) -> float:
    """How many times `deviation / sqrt(count)` an interval from this many pairs reaches."""
    if count >= MANY_PAIRS:
        return Z
    freedom = max(1, count - 1)
    return _student(freedom) * sqrt(count / freedom)


def _student(freedom: int) -> float:
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
