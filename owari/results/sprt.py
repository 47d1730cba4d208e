"""A sequential probability ratio test: it stops a match as soon as the pairs tell.

The test compares two hypotheses, that the difference is `elo0` and that it is `elo1`, by the
logarithm of their likelihood ratio (LLR). It accepts `elo1` when the LLR reaches
ln((1 - beta) / alpha), and `elo0` when the LLR falls to ln(beta / (1 - alpha)): A. Wald,
"Sequential Tests of Statistical Hypotheses", Annals of Mathematical Statistics 16 (1945). The
frequencies of the five results of a pair are unknown, so each hypothesis takes the most likely ones
that it allows. This makes it a generalized SPRT, which fishtest and fastchess compute in this way:
M. Van den Bergh, "A Practical Introduction to the GSPRT",
https://www.cantate.be/Fishtest/GSPRT_approximation.pdf.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import log, sqrt
from typing import Literal

from owari.results.elo import NORMALIZED_ELO, score_of
from owari.results.pentanomial import SCORES, Pentanomial

__all__ = ["MODELS", "Model", "Sprt", "log_likelihood_ratio"]

Model = Literal["normalized", "logistic"]
MODELS: tuple[Model, ...] = ("normalized", "logistic")

NEVER_SEEN = 1e-3
"""Counts for a result that no pair has, so that it stays possible."""
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

    def llr(self, pairs: Pentanomial) -> float:
        """The LLR of these pairs; 0 without a pair."""
        return log_likelihood_ratio(pairs, self.elo0, self.elo1, self.model)

    def accepted(self, pairs: Pentanomial) -> float | None:
        """The difference that the test accepts; None while it goes on."""
        llr = self.llr(pairs)
        return self.elo1 if llr >= self.upper else self.elo0 if llr <= self.lower else None


@lru_cache(100_000)
def log_likelihood_ratio(
    pairs: Pentanomial, elo0: float, elo1: float, model: Model = "normalized"
) -> float:
    """The logarithm of how many times more likely these pairs are with `elo1` than with `elo0`."""
    if not pairs.pairs:
        return 0.0
    counts = [count or NEVER_SEEN for count in pairs]
    seen = tuple(count / sum(counts) for count in counts)
    p0, p1 = (_most_likely(seen, elo, model) for elo in (elo0, elo1))
    return sum(
        count * log(after / before) for count, before, after in zip(counts, p0, p1, strict=True)
    )


def _most_likely(seen: Frequencies, elo: float, model: Model) -> Frequencies:
    """The most likely frequencies with this difference, for the frequencies that were seen."""
    if model == "logistic":
        mean = score_of(elo)
        offsets = tuple(score - mean for score in SCORES)
        return _weighted(seen, offsets, _multiplier(seen, offsets))
    return _with_t_value(seen, elo * sqrt(2) / NORMALIZED_ELO)


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
