"""Ratings: the published values, the true values of simulated tournaments, and never NaN."""

from __future__ import annotations

from itertools import permutations
from math import exp, isfinite, log

import numpy as np
import pytest
from scipy.optimize import approx_fprime

from owari.games.game import Outcome, Side
from owari.records.record import Ending, Result, Termination
from owari.results.game_log import StoredGame
from owari.results.rating_model import ELO, Array, Posterior, chances, fit
from owari.results.ratings import DEVIATIONS, Ratings, ratings

BASEBALL = """
    -  4-3 4-2 4-3 6-1 4-2 6-0
    3-3  - 4-2 4-3 6-0 6-1 4-3
    2-5 4-3  - 2-4 4-3 4-2 6-0
    3-3 5-1 2-5  - 4-3 4-2 6-1
    5-1 2-5 3-3 4-2  - 5-2 6-0
    2-5 3-3 3-4 4-3 4-2  - 2-4
    2-5 1-5 1-6 2-4 1-6 3-4  -
"""
"""The home team's victories and defeats in the American League East of 1987: Agresti, Categorical
Data Analysis (2nd edition, 2002), table 10.10; its table 10.11 has the results below."""
WORTH = [0.220, 0.190, 0.164, 0.157, 0.137, 0.088, 0.044]
HOME = 0.302


def test_the_published_values_of_a_baseball_season() -> None:
    table = [line.split() for line in BASEBALL.strip().splitlines()]
    home, away = np.array(list(permutations(range(7), 2))).T
    scores = [table[i][j].split("-") for i, j in zip(home, away, strict=True)]
    counts = np.array([(int(won), 0, int(lost)) for won, lost in scores])
    found = fit(7, home, away, counts)
    worth = np.exp(found.values[:7])
    assert worth / worth.sum() == pytest.approx(WORTH, abs=0.001)
    assert found.values[-2] == pytest.approx(HOME, abs=0.01)  # the prior takes a little
    assert found.groups == 1


PUDDINGS = """
    1 2 19 22 16   1 3 16 19 12   2 3 19 19 10   1 4 18 23 13   2 4 23 19  9
    3 4 19 20 15   1 5 13 19 18   2 5 16 20 12   3 5 16 15 17   4 5 17 14 16
    1 6 18 21 12   2 6 22 20 12   3 6 13 18 10   4 6 14 19 18   5 6 11 21 12
"""
"""How often one of two puddings was liked better, the other one, and none: Davidson (1970). The
results below are those of the package PlackettLuce for R, in the vignette "Introduction to
PlackettLuce"."""
LIKED = [0.1388005, 0.1729985, 0.1617420, 0.1653930, 0.1586805, 0.2023855]
TIES = 0.7468147


def test_the_published_values_of_comparisons_with_ties() -> None:
    """Nobody is first, so half of the comparisons are in either order."""
    rows = np.array(PUDDINGS.split(), dtype=float).reshape(-1, 5)
    one, other = rows[:, :2].T.astype(int) - 1
    won, lost, tied = rows[:, 2:].T / 2
    counts = np.concatenate([np.stack([won, tied, lost], 1), np.stack([lost, tied, won], 1)])
    found = fit(6, np.append(one, other), np.append(other, one), counts)
    worth = np.exp(found.values[:6])
    assert worth / worth.sum() == pytest.approx(LIKED, abs=0.0001)
    assert found.values[-2] == pytest.approx(0, abs=1e-6)
    assert exp(found.values[-1]) == pytest.approx(TIES, abs=0.002)  # the prior takes a little


def played(
    random: np.random.Generator, strengths: Array, first: float, draw: float, games: int = 1
) -> tuple[Array, Array, Array]:
    """Who met whom, all met all in both orders, and how often the first won, drew and lost."""
    i, j = np.array(list(permutations(range(len(strengths)), 2))).T
    by_pair = chances(strengths[i] - strengths[j] + first, draw)
    return i, j, np.array([random.multinomial(games, pair) for pair in by_pair])


@pytest.mark.parametrize(
    ("bots", "games", "spread", "first", "draw"),
    [(6, 1, 200, 0.2, -1.0), (8, 2, 100, 0.3, -2.0), (12, 1, 600, 0.0, -1.0), (5, 2, 300, -0.5, 0)],
)
def test_intervals_cover_the_true_strengths(
    bots: int, games: int, spread: float, first: float, draw: float
) -> None:
    random = np.random.default_rng(13)
    tournaments = 200
    covered = np.zeros(bots + 2)
    for _ in range(tournaments):
        strengths = random.normal(0, spread / ELO, bots)
        found = fit(bots, *played(random, strengths, first, draw, games))
        true = [*(strengths - strengths.mean()), first, draw]
        covered += np.abs(found.values - true) <= DEVIATIONS * found.deviations
    covered /= tournaments
    assert 0.92 <= covered[:bots].mean() <= 0.99
    assert covered[bots:].min() >= 0.92


def test_many_games_recover_the_parameters() -> None:
    strengths = np.array([-1.0, -0.2, 0.3, 0.9])
    found = fit(4, *played(np.random.default_rng(1), strengths, 0.4, -0.7, 20_000))
    assert found.values == pytest.approx([*strengths, 0.4, -0.7], abs=0.05)
    assert found.deviations.max() < 0.02


def test_the_derivatives_are_those_of_the_loss() -> None:
    random = np.random.default_rng(5)
    i, j, counts = played(random, random.normal(0, 1, 5), 0.3, -1.0, 3)
    posterior = Posterior(5, i[:-3], j[:-3], counts[:-3])
    at = random.normal(0, 1, 7)
    assert posterior.gradient(at) == pytest.approx(
        approx_fprime(at, posterior.loss, 1e-7), abs=1e-4
    )
    assert posterior.hessian(at) == pytest.approx(
        approx_fprime(at, posterior.gradient, 1e-7), abs=1e-4
    )


def won(number: int, south: str, north: str, result: Result = Result.SOUTH) -> StoredGame:
    return StoredGame(number, south, north, Side.SOUTH, Ending(result, Outcome(20, 16)))


def numbers(found: Ratings) -> list[float]:
    estimates = [*(rating.elo for rating in found.bots), found.first_move, found.draws]
    assert all(low <= value <= high for value, low, high in estimates)
    return [number for estimate in estimates for number in estimate]


@pytest.mark.parametrize("bots", [0, 1, 2, 5])
def test_without_games_all_are_equal(bots: int) -> None:
    found = ratings([str(bot) for bot in range(bots)], [])
    assert all(map(isfinite, numbers(found)))
    assert [rating.elo.value for rating in found.bots] == pytest.approx([0] * bots)
    assert found.groups == bots
    assert not any(rating.games for rating in found.bots)


def test_a_single_game_says_little() -> None:
    found = ratings(["A", "B"], [won(1, "A", "B", Result.NORTH)])
    best, worst = found.bots
    assert (best.bot, worst.bot, best.games) == ("B", "A", 1)
    assert 0 < best.elo.value == pytest.approx(-worst.elo.value)
    assert best.elo.low < 0 < best.elo.high
    assert found.first_move.value < 0


@pytest.mark.parametrize("games", [1, 50, 5000])
def test_perfect_scores_are_finite_and_grow_with_the_games(games: int) -> None:
    names = "ABC"
    log = [
        won(number, *pair, Result.SOUTH if pair[0] < pair[1] else Result.NORTH)
        for number, pair in enumerate(list(permutations(names, 2)) * games, 1)
    ]
    found = ratings(list(names), log)
    assert [rating.bot for rating in found.bots] == ["A", "B", "C"]
    assert all(map(isfinite, numbers(found)))
    assert found.bots[0].elo.value > 400 * (1 + log10(games)) / 2
    assert found.bots[0].elo.high - found.bots[0].elo.low > 200  # nobody knows how much stronger


def log10(number: float) -> float:
    return log(number) / log(10)


def test_groups_that_never_met_are_counted_and_compared_by_the_prior() -> None:
    found = ratings(["A", "B", "C", "D"], [won(1, "A", "B"), won(2, "C", "D")])
    assert found.groups == 2
    by_name = {rating.bot: rating.elo for rating in found.bots}
    assert by_name["A"].value == pytest.approx(by_name["C"].value, abs=1)
    assert all(map(isfinite, numbers(found)))


def test_draws_and_the_first_move_are_told_apart() -> None:
    drawn = [won(number, "A", "B", Result.DRAW) for number in range(1, 101)]
    found = ratings(["A", "B"], drawn)
    assert found.draws.low > 0.8
    first = [won(number, "AB"[number % 2], "BA"[number % 2]) for number in range(1, 201)]
    found = ratings(["A", "B"], first)
    assert found.first_move.low > 200
    assert found.draws.value < 0.05
    assert [rating.elo.value for rating in found.bots] == pytest.approx([0, 0], abs=1)
    north_first = [game._replace(first=Side.NORTH) for game in first]
    assert ratings(["A", "B"], north_first).first_move.high < -200


def test_a_forfeit_counts_as_lost_and_two_forfeits_as_nothing() -> None:
    forfeit = won(1, "A", "B")
    forfeit = forfeit._replace(ending=forfeit.ending._replace(termination=Termination.CRASHED))
    neither = won(2, "B", "A", Result.NEITHER)
    found = ratings(["A", "B"], [forfeit, neither])
    assert numbers(found) == numbers(ratings(["A", "B"], [won(1, "A", "B")]))
    assert {rating.games for rating in found.bots} == {1}


def test_the_order_of_the_games_does_not_matter() -> None:
    log = [won(number, *pair) for number, pair in enumerate(permutations(["A", "B", "C"], 2), 1)]
    log[2] = won(3, "B", "A", Result.DRAW)
    found = ratings(["A", "B", "C"], log)
    assert numbers(found) == pytest.approx(numbers(ratings(["A", "B", "C"], log[::-1])), abs=1e-3)


def test_hundreds_of_bots() -> None:
    random = np.random.default_rng(2)
    strengths = np.sort(random.normal(0, 300 / ELO, 200))
    i, j, counts = played(random, strengths, 0.1, -2.0)
    few = random.choice(len(i), 4000, replace=False)
    found = fit(200, i[few], j[few], counts[few])
    assert np.corrcoef(found.values[:200], strengths)[0, 1] > 0.95
    assert np.isfinite(found.deviations).all()


def test_the_scale_is_elo() -> None:
    """400 points are odds of ten to one."""
    assert exp(400 / ELO) == pytest.approx(10)
