"""A sequential probability ratio test: it stops a match as soon as the pairs tell.

The test compares two hypotheses, that the difference is `elo0` and that it is `elo1`, by the
logarithm of their likelihood ratio (LLR). It accepts `elo1` when the LLR reaches
ln((1 - beta) / alpha), and `elo0` when the LLR falls to ln(beta / (1 - alpha)): A. Wald,
"Sequential Tests of Statistical Hypotheses", Annals of Mathematical Statistics 16 (1945). The
frequencies of the five results of a pair are unknown, so each hypothesis takes the most likely ones
that it allows. This makes it a generalized SPRT, which fishtest and fastchess compute in this way:
M. Van den Bergh, "A Practical Introduction to the GSPRT",
https://www.cantate.be/Fishtest/GSPRT_approximation.pdf.

Where openings come more than once, the test counts openings, and frequencies are those of their
means. A difference in normalized Elo then stands for a mean, by the deviation of the pairs so far.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import log, sqrt
from typing import Literal

from owari.results.elo import NORMALIZED_ELO, SCORES, Pentanomial, Units, score_of

Model = Literal["normalized", "logistic"]
MODELS: tuple[Model, ...] = ("normalized", "logistic")

NEVER_SEEN = 1e-3
"""Counts for a result that no pair has, so that it stays possible."""
LEAST_MEAN = 1e-6
MOST_ROUNDS = 50
MOST_STEPS = 100
CLOSE_ENOUGH = 1e-8
"""Between the frequencies of two rounds."""

Frequencies = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Sprt:
    """What a test is to decide, and how often it may err."""

    elo0: float
    elo1: float
    """Greater than `elo0`."""
    alpha: float = 0.05
    """How often the test accepts `elo1` though the difference is `elo0`; from 0 to 1."""
    beta: float = 0.05
    """How often the test accepts `elo0` though the difference is `elo1`."""
    model: Model = "normalized"
    """Whether the differences are Elo or normalized Elo."""

    @property
    def lower(self) -> float:
        """The LLR at which the test accepts `elo0`."""
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The LLR at which the test accepts `elo1`."""
        return log((1 - self.beta) / self.alpha)

    def llr(self, units: Units) -> float:
        """The LLR of these pairs or openings; 0 without any."""
        return log_likelihood_ratio(units, self.elo0, self.elo1, self.model)

    def accepted(self, units: Units) -> float | None:
        """The difference that the test accepts; None while it goes on."""
        llr = self.llr(units)
        return self.elo1 if llr >= self.upper else self.elo0 if llr <= self.lower else None


@lru_cache(100_000)
def log_likelihood_ratio(
    units: Units, elo0: float, elo1: float, model: Model = "normalized"
) -> float:
    """The logarithm of how many times more likely these units are with `elo1` than with `elo0`."""
    if not units.size:
        return 0.0
    counted = dict.fromkeys(SCORES, 0)
    for unit, count in units.unlike():
        counted[unit.mean] = counted.get(unit.mean, 0) + count
    scores = tuple(counted)
    counts = [count or NEVER_SEEN for count in counted.values()]
    seen = tuple(count / sum(counts) for count in counts)
    if model == "normalized" and isinstance(units, Pentanomial):
        p0, p1 = (_with_t_value(seen, _t_value(elo)) for elo in (elo0, elo1))
    else:
        means = [
            score_of(elo) if model == "logistic" else 0.5 + _t_value(elo) * units.pair_deviation
            for elo in (elo0, elo1)
        ]
        p0, p1 = (_with_mean(seen, scores, mean) for mean in means)
    return sum(
        count * log(after / before) for count, before, after in zip(counts, p0, p1, strict=True)
    )


def _t_value(elo: float) -> float:
    """By how many standard deviations of a pair the mean exceeds 1/2."""
    return elo * sqrt(2) / NORMALIZED_ELO


def _with_mean(seen: Frequencies, scores: Frequencies, mean: float) -> Frequencies:
    """The most likely frequencies of these scores that have the mean."""
    mean = min(max(mean, LEAST_MEAN), 1 - LEAST_MEAN)
    offsets = tuple(score - mean for score in scores)
    return _weighted(seen, offsets, _multiplier(seen, offsets))


def _with_t_value(seen: Frequencies, t: float) -> Frequencies:
    """The most likely frequencies whose mean exceeds 1/2 by `t` standard deviations.

    Where mean and deviation are nearly known, this is a condition on the mean of other values. The
    first round takes those of pairs that are all won or lost.
    """
    spread = sqrt(1 + t * t)
    mean, deviation = 0.5 + t / spread / 2, 0.5 / spread
    x, likely = 0.0, seen
    for _ in range(MOST_ROUNDS):
        offsets = tuple(
            score - 0.5 - t * deviation * (1 + ((mean - score) / deviation) ** 2) / 2
            for score in SCORES
        )
        x = _multiplier(seen, offsets, x)
        before, likely = likely, _weighted(seen, offsets, x)
        mean = sum([p * score for p, score in zip(likely, SCORES, strict=True)])
        squares = [p * (score - mean) ** 2 for p, score in zip(likely, SCORES, strict=True)]
        deviation = sqrt(sum(squares))
        if max([abs(p - q) for p, q in zip(before, likely, strict=True)]) < CLOSE_ENOUGH:
            break
    return likely


def _weighted(seen: Frequencies, offsets: Frequencies, x: float) -> Frequencies:
    """The frequencies with the weights 1 / (1 + x * offset), which are the most likely ones with
    one mean of the offsets."""
    return tuple([p / (1 + x * offset) for p, offset in zip(seen, offsets, strict=True)])


def _multiplier(seen: Frequencies, offsets: Frequencies, x: float = 0.0) -> float:
    """The `x` with which the weighted offsets have the mean 0, by Newton's method from a first
    guess; where a step leaves the range in which `x` must be, it halves the range."""
    low, high = -1 / max(offsets), -1 / min(offsets)
    if not low < x < high:
        x = 0.0
    for _ in range(MOST_STEPS):
        terms = [offset / (1 + x * offset) for offset in offsets]
        error = sum([p * term for p, term in zip(seen, terms, strict=True)])
        slope = sum([p * term * term for p, term in zip(seen, terms, strict=True)])
        low, high = (x, high) if error > 0 else (low, x)
        before, x = x, x + error / slope
        if not low < x < high:
            x = (low + high) / 2
        if abs(x - before) <= CLOSE_ENOUGH * (high - low):
            break
    return x
