"""Scores, Elo and likelihoods of pairs: published values, extreme pairs, and simulated matches."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import exp, inf, isnan, log, sqrt
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from owari.results.elo import (
    NORMALIZED_ELO,
    SCORES,
    Estimate,
    OpeningMeans,
    Pentanomial,
    elo_estimate,
    elo_of,
    games_needed,
    likelihood_of_superiority,
    normalized_elo_estimate,
    score_estimate,
    score_of,
)
from owari.results.sprt import MODELS, Model, Sprt, log_likelihood_ratio
from tests.benchmarks.match_statistics import pair_frequencies, played, true_normalized_elo
from tests.support.nightly import at_night

MANY = 10**9
PAIRS = st.builds(Pentanomial, *[st.integers(0, 2000)] * 5)


def fastchess_pairs(ll: int, ld: int, wl: int, dd: int, wd: int, ww: int) -> Pentanomial:
    """The six counts of fastchess, which tells two draws from a win and a loss."""
    return Pentanomial(ll, ld, wl + dd, wd, ww)


# From the unit tests of fastchess (app/tests/sprt_test.cpp, app/tests/elo_test.cpp).
LLRS = [
    ("normalized", 0, 2, (365, 16618, 36029, 200, 16974, 390), 2.25),
    ("normalized", -1.75, 0.25, (127, 4883, 10311, 401, 5150, 104), 3.01),
    ("logistic", 0.5, 2.5, (223, 9863, 20279, 1000, 10037, 246), -3.07),
    ("logistic", 0, 2, (871, 26175, 55003, 980, 26678, 821), -4.98),
]
ELOS = [
    ((34, 54, 31, 32, 64, 75), (55.58, 27.65), 57.94),
    ((332, 433, 457, 41, 333, 334), (-8.64, 10.33), -9.17),
    ((7895, 8757, 5485, 200, 568, 9999), (-21.04, 2.95), -19.01),
]


@pytest.mark.parametrize(("model", "elo0", "elo1", "counts", "llr"), LLRS)
def test_likelihood_ratios_are_those_of_fastchess(
    model: Model, elo0: float, elo1: float, counts: tuple[int, ...], llr: float
) -> None:
    pairs = fastchess_pairs(*counts)
    assert log_likelihood_ratio(pairs, elo0, elo1, model) == pytest.approx(llr, abs=0.005)


@pytest.mark.parametrize(("counts", "elo", "normalized"), ELOS)
def test_elo_is_that_of_fastchess(
    counts: tuple[int, ...], elo: tuple[float, float], normalized: float
) -> None:
    pairs = fastchess_pairs(*counts)
    assert half_width(elo_estimate(pairs)) == pytest.approx(elo, abs=0.005)
    assert normalized_elo_estimate(pairs).value == pytest.approx(normalized, abs=0.006)


@pytest.mark.slow
@pytest.mark.parametrize(
    "pairs", [Pentanomial(34, 54, 63, 64, 75), Pentanomial(8, 10, 60, 90, 132)]
)
def test_the_interval_of_normalized_elo_is_that_of_the_delta_method(pairs: Pentanomial) -> None:
    """Moments by SciPy, with as many pairs as make Student's quantile the normal one."""
    np, stats = pytest.importorskip("numpy"), pytest.importorskip("scipy.stats")
    scores = np.repeat(SCORES, pairs)
    t = (scores.mean() - 0.5) / scores.std()
    variance = 1 - t * stats.skew(scores) + t**2 * (stats.kurtosis(scores, fisher=False) - 1) / 4
    error = NORMALIZED_ELO / sqrt(2) * stats.norm.ppf(0.975) * sqrt(variance / pairs.pairs)
    assert half_width(normalized_elo_estimate(pairs))[1] == pytest.approx(error)


def test_likelihood_of_superiority_is_that_of_fastchess() -> None:
    pairs = fastchess_pairs(332, 433, 457, 41, 333, 334)
    assert likelihood_of_superiority(pairs) == pytest.approx(0.0505, abs=0.00005)


def half_width(estimate: Estimate) -> tuple[float, float]:
    return estimate.value, (estimate.high - estimate.low) / 2


def test_bounds_are_those_of_wald() -> None:
    test = Sprt(0, 5, alpha=0.05, beta=0.1)
    assert test.upper == pytest.approx(log(0.9 / 0.05))
    assert test.lower == pytest.approx(log(0.1 / 0.95))


def test_points_are_counted() -> None:
    assert Pentanomial.of([0, 2, 1.5, 2, 0.5, 1]) == (1, 1, 1, 1, 2)


def test_elo_and_score_are_inverse() -> None:
    assert [elo_of(score_of(elo)) for elo in (-500, 0, 3, 800)] == pytest.approx([-500, 0, 3, 800])
    assert (elo_of(0), elo_of(1)) == (-inf, inf)
    assert (score_of(-1e6), score_of(1e6)) == (0, 1)
    assert score_of(400) == pytest.approx(10 / 11)


def test_quantiles_of_few_pairs_are_those_of_student() -> None:
    stats = pytest.importorskip("scipy.stats")
    for n in (4, 10, 249):
        pairs = Pentanomial(n // 2, 0, 0, 0, n - n // 2)
        expected = stats.t.ppf(0.975, n - 1) * pairs.deviation / sqrt(n - 1)
        low = score_estimate(pairs).low
        assert low == pytest.approx(max(0.0, pairs.mean - expected), abs=0.003)


@pytest.mark.parametrize(
    ("pairs", "low", "high"),
    [
        (Pentanomial(), 0, 1),
        (Pentanomial(two=1), 0.025, 1),
        (Pentanomial(none=1), 0, 0.975),
        (Pentanomial(one=1), 0.0125, 0.9875),
        (Pentanomial(two=6), 0.5407, 1),
        (Pentanomial(one=100), 0.4819, 0.5181),
        (Pentanomial(three_halves=1, two=1), 0, 1),
    ],
)
def test_equal_pairs_prove_little(pairs: Pentanomial, low: float, high: float) -> None:
    estimate = score_estimate(pairs)
    assert estimate.low == pytest.approx(low, abs=1e-4)
    assert estimate.high == pytest.approx(high, abs=1e-4)


@given(PAIRS)
def test_no_number_is_missing(pairs: Pentanomial) -> None:
    for estimate in (score_estimate(pairs), elo_estimate(pairs), normalized_elo_estimate(pairs)):
        assert not any(map(isnan, estimate))
        assert estimate.low <= estimate.value <= estimate.high
    for model in ("normalized", "logistic"):
        for elo0, elo1 in ((0, 5), (-500, 500), (300, 310)):
            assert not isnan(log_likelihood_ratio(pairs, elo0, elo1, model))
    assert games_needed(pairs, 10) > 0


@given(st.builds(Pentanomial, *[st.integers(0, 20)] * 5))
def test_the_intervals_agree_on_who_is_stronger(pairs: Pentanomial) -> None:
    score, normalized = score_estimate(pairs), normalized_elo_estimate(pairs)
    if min(abs(score.low - 0.5), abs(score.high - 0.5)) > 1e-9:
        assert (score.low > 0.5, score.high < 0.5) == (normalized.low > 0, normalized.high < 0)


@pytest.mark.parametrize(
    ("pairs", "value", "low", "high"),
    [
        (Pentanomial(10, 0, 2, 0, 0), -549.3, -1038.4, -60.2),
        (Pentanomial(1, 0, 4, 2, 5), 168.7, 5.2, 385.8),
        (Pentanomial(one=12), 0, -139.0, 139.0),
        (Pentanomial(two=6), inf, 17.4, inf),
    ],
)
def test_normalized_elo_of_few_pairs(
    pairs: Pentanomial, value: float, low: float, high: float
) -> None:
    """The value is that of fastchess, and the interval is wider."""
    assert normalized_elo_estimate(pairs) == pytest.approx((value, low, high), abs=0.06)


@pytest.mark.parametrize(
    ("pairs", "elo", "games"),
    [
        (Pentanomial(two=1), inf, 12),
        (Pentanomial(two=5), inf, 12),
        (Pentanomial(1, 0, 1, 0, 0), 191, 52),
        (Pentanomial(three_halves=1, two=1), 338, 20),
    ],
)
def test_large_differences_need_few_games(pairs: Pentanomial, elo: float, games: int) -> None:
    assert games_needed(pairs, elo) == games


@given(PAIRS)
def test_the_interval_and_the_likelihood_of_superiority_agree(pairs: Pentanomial) -> None:
    interval = score_estimate(pairs)
    assert (interval.low > 0.5) == (likelihood_of_superiority(pairs) > 0.975 + 1e-9)
    assert (interval.high < 0.5) == (likelihood_of_superiority(pairs) < 0.025 - 1e-9)


@given(PAIRS)
def test_exchanged_bots_have_the_opposite_values(pairs: Pentanomial) -> None:
    opposite = Pentanomial(*reversed(pairs))
    assert normalized_elo_estimate(opposite).value == pytest.approx(
        -normalized_elo_estimate(pairs).value, abs=1e-6
    )
    assert likelihood_of_superiority(opposite) == pytest.approx(
        1 - likelihood_of_superiority(pairs)
    )
    for model in ("normalized", "logistic"):
        ratio = log_likelihood_ratio(pairs, -10, 20, model)
        assert log_likelihood_ratio(opposite, -20, 10, model) == pytest.approx(-ratio, abs=1e-5)


@pytest.mark.slow
@pytest.mark.parametrize("counts", [(3, 9, 20, 8, 2), (5, 9, 60, 9, 5), (40, 1, 0, 1, 50)])
@pytest.mark.parametrize("elo", [-100, 5, 300])
@pytest.mark.parametrize("model", ["normalized", "logistic"])
def test_no_frequencies_that_a_hypothesis_allows_are_more_likely(
    counts: tuple[int, ...], elo: float, model: Model
) -> None:
    pytest.importorskip("scipy")
    pairs = Pentanomial(*counts)
    expected = greatest_likelihood(pairs, elo, model) - greatest_likelihood(pairs, 1, model)
    assert log_likelihood_ratio(pairs, 1, elo, model) == pytest.approx(expected, abs=1e-4)


def greatest_likelihood(pairs: Pentanomial, elo: float, model: Model) -> float:
    """By a general optimizer: the greatest log-likelihood with this difference."""
    import numpy as np
    from scipy import optimize

    scores, seen = np.array(SCORES), np.array([count or 1e-3 for count in pairs])

    def frequencies(x: Any) -> Any:
        weights = np.exp(x - x.max())
        return weights / weights.sum()

    def violation(x: Any) -> Any:
        p = frequencies(x)
        mean = (p * scores).sum()
        if model == "logistic":
            return mean - score_of(elo)
        return mean - 0.5 - elo * sqrt(2 * (p * (scores - mean) ** 2).sum()) / NORMALIZED_ELO

    minimize: Any = optimize.minimize
    found = minimize(
        lambda x: -(seen * np.log(frequencies(x) + 1e-300)).sum(),
        np.log(tilted(seen / seen.sum(), elo, model)),
        constraints=[{"type": "eq", "fun": violation}],
        method="SLSQP",
        options={"maxiter": 1000, "ftol": 1e-13},
    )
    return -float(found.fun)


@pytest.mark.slow
@pytest.mark.parametrize(
    "frequencies",
    [
        (0.1, 0.2, 0.4, 0.2, 0.1),
        (0.05, 0.1, 0.3, 0.25, 0.3),
        (0.45, 0.02, 0.06, 0.02, 0.45),
        (0.2, 0, 0.4, 0, 0.4),
    ],
    ids=["even", "stronger", "the side decides", "without draws"],
)
@pytest.mark.parametrize("pairs", [50, *at_night(249, 250, 500)])
def test_intervals_hold_the_truth_in_95_of_100_matches(
    frequencies: tuple[float, ...], pairs: int
) -> None:
    rng = random.Random(f"{pairs} {frequencies}")
    truth = sum(p * score for p, score in zip(frequencies, SCORES, strict=True))
    matches = 3000
    held = 0
    for _ in range(matches):
        interval = score_estimate(played(frequencies, pairs, rng))
        held += interval.low <= truth <= interval.high
    assert 0.94 <= held / matches <= 0.96


@pytest.mark.slow
@pytest.mark.parametrize("pairs", [50, *at_night(250)])
@pytest.mark.parametrize("truth", [0.65, 0.9, *at_night(0.5, 0.75, 0.85)])
def test_intervals_of_normalized_elo_hold_the_truth_in_95_of_100_matches(
    truth: float, pairs: int
) -> None:
    """A fifth of the games are drawn, as far as the score allows, and the side matters."""
    rng = random.Random(f"{pairs} {truth}")
    frequencies = pair_frequencies(truth, draws=0.2)
    true = true_normalized_elo(frequencies)
    matches = 3000
    held = 0
    for _ in range(matches):
        interval = normalized_elo_estimate(played(frequencies, pairs, rng))
        held += interval.low <= true <= interval.high
    assert 0.94 <= held / matches <= (0.96 if truth < 0.9 else 0.97)


@pytest.mark.parametrize("even", [(0.1, 0.2, 0.4, 0.2, 0.1), (0.03, 0.02, 0.9, 0.02, 0.03)])
@pytest.mark.parametrize("elo", [30, 60])
def test_as_many_games_as_are_needed_tell_in_four_of_five_matches(
    even: tuple[float, ...], elo: float
) -> None:
    """In about so many, where nearly all pairs are equal."""
    seen = Pentanomial(*(round(p * 10_000) for p in even))
    pairs = games_needed(seen, elo) // 2
    rng = random.Random(f"{even} {elo}")
    frequencies = tilted(even, elo, "logistic")
    matches = 1000
    told = sum(score_estimate(played(frequencies, pairs, rng)).low > 0.5 for _ in range(matches))
    assert 0.67 <= told / matches <= 0.87


@pytest.mark.parametrize("model", MODELS)
def test_openings_of_the_stronger_speak_for_it(model: Model) -> None:
    seen = [Pentanomial(two=2), Pentanomial(one=1, two=1), Pentanomial(one=2), Pentanomial(half=1)]
    units = OpeningMeans.of(seen * 10)
    assert log_likelihood_ratio(units, 0, 80, model) > 1
    assert log_likelihood_ratio(units.exchanged(), 0, 80, model) < -1


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.parametrize(
    ("model", "matches"), [("logistic", 1000), ("normalized", 2500), ("logistic", 2500)]
)
def test_simulated_tests_err_no_oftener_than_they_may(model: Model, matches: int) -> None:
    """So many matches with the difference elo0 and with elo1, of bots that win both games of an
    opening or one each. Wald's bounds hold for the sum of the errors."""
    test = Sprt(0, 80, model=model)
    even = (0.275, 0.0, 0.45, 0.0, 0.275)
    errors = []
    for number, elo in enumerate((test.elo0, test.elo1)):
        rng = random.Random(number)
        frequencies = tilted(even, elo, model)
        wrong = sum(simulated(test, frequencies, rng) != elo for _ in range(matches))
        errors.append(wrong / matches)
    assert sum(errors) < test.alpha + test.beta
    assert errors[0] < test.alpha / (1 - test.beta)
    assert errors[1] < test.beta / (1 - test.alpha)


def simulated(test: Sprt, frequencies: Sequence[float], rng: random.Random) -> float:
    """The difference that a match accepts. It looks only when a bound can be near: a pair adds 0.3
    or less to the LLR."""
    pairs = Pentanomial()
    while (accepted := test.accepted(pairs)) is None:
        llr = test.llr(pairs)
        more = max(1, int(min(test.upper - llr, llr - test.lower) / 0.3))
        added = played(frequencies, more, rng)
        pairs = Pentanomial(*map(sum, zip(pairs, added, strict=True)))
    return accepted


def tilted(even: Sequence[float], elo: float, model: Model) -> tuple[float, ...]:
    """Frequencies with this difference: each is multiplied by exp(x * score)."""

    def at(x: float) -> Pentanomial:
        weights = [p * exp(x * score) for p, score in zip(even, SCORES, strict=True)]
        return Pentanomial(*(weight / sum(weights) * MANY for weight in weights))

    estimate = elo_estimate if model == "logistic" else normalized_elo_estimate
    low, high = -5.0, 5.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if estimate(at(middle)).value < elo else (low, middle)
    return tuple(count / MANY for count in at(low))
