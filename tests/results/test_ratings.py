"""Ratings: the published values, the true values of simulated tournaments, and never NaN."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations
from math import exp, isfinite, log
from random import Random

import numpy as np
import pytest
from scipy.optimize import approx_fprime

from owari.games.game import Outcome, Side
from owari.records.record import Ending, Result, Termination
from owari.results.elo import ELO, Pentanomial, elo_estimate, student_quantile
from owari.results.game_log import StoredGame
from owari.results.rating_model import PairedGames, Posterior, fit
from owari.results.ratings import Ratings, ratings
from tests.benchmarks.ratings import Field, coverage, played
from tests.support.nightly import at_night

FIVE = Field(5, 3, 0, 0.2, first=50)

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
    scores = [map(int, table[i][j].split("-")) for i, j in zip(home, away, strict=True)]
    victories, defeats = np.array([[*score] for score in scores], dtype=float).T
    nothing = np.zeros(len(home))
    found = fit(7, PairedGames(home, away, victories + defeats, victories, nothing, nothing))
    worth = np.exp(found.values[:7])
    assert worth / worth.sum() == pytest.approx(WORTH, abs=0.001)
    assert found.values[-1] == pytest.approx(HOME, abs=0.01)  # the prior takes a little
    assert found.groups == 1


def test_two_bots_differ_by_the_elo_of_their_score() -> None:
    """30 won, 10 lost and 60 drawn of 100 games are 70 Elo, in a match as in the standings."""
    log, score = match_of([(1, 1)] * 15 + [(0, 0)] * 5 + [(0.5, 0.5)] * 30)
    better, worse = ratings(["A", "B"], log).bots
    matched = elo_estimate(score)
    assert matched.value == pytest.approx(70.4, abs=0.1)
    assert better.elo.value - worse.elo.value == pytest.approx(matched.value, abs=0.2)
    assert 2 * better.elo.low == pytest.approx(matched.low, abs=5)  # this interval is symmetric
    assert 2 * better.elo.high == pytest.approx(matched.high, abs=5)


@pytest.mark.parametrize("seed", range(12))
def test_matches_and_ratings_say_the_same(seed: int) -> None:
    """Within a point: no game repeats, none is forfeited, the first move is worth nothing."""
    random = Random(seed)
    half = [random.choices((0, 0.5, 1), (3, 2, 1 + seed))[0] for _ in range(40 + 10 * seed)]
    log, score = match_of(zip(half, random.sample(half, len(half)), strict=True))
    better, worse = sorted(ratings(["A", "B"], log).bots)
    assert better.elo.value - worse.elo.value == pytest.approx(elo_estimate(score).value, abs=1)


def match_of(pairs: Iterable[tuple[float, float]]) -> tuple[list[StoredGame], Pentanomial]:
    """A match by the points of A in each pair: where it moves first, and where it does not."""
    pairs = list(pairs)
    by_points = {0: Result.NORTH, 0.5: Result.DRAW, 1: Result.SOUTH}
    log: list[StoredGame] = []
    for began, followed in pairs:
        number = len(log) + 1
        log.append(won(number, "A", "B", by_points[began])._replace(moves=f"S{number}"))
        log.append(won(number + 1, "B", "A", by_points[1 - followed])._replace(moves=f"N{number}"))
    return log, Pentanomial.of(sum(pair) for pair in pairs)


@pytest.mark.slow
@pytest.mark.parametrize(
    "field",
    [
        Field(2, 20, 100, 0.6),
        *at_night(
            Field(6, 1, 200, 0.1, first=50),
            Field(8, 2, 100, 0.2, -0.6, 50),
            Field(8, 2, 100, 0.2, 0.6),
        ),
    ],
)
def test_intervals_cover_the_true_values(field: Field) -> None:
    held, first, _ = coverage(field, 200, seed=13)
    assert 0.92 <= held <= 0.99
    assert first >= 0.92


@pytest.mark.slow
def test_many_games_recover_the_parameters() -> None:
    strengths = np.array([-1.0, -0.2, 0.3, 0.9])
    games = played(np.random.default_rng(1), strengths, Field(4, 20_000, 0, 0.3, 0.5, 0.4 * ELO))
    found = fit(4, games)
    assert found.values == pytest.approx([*strengths, 0.4], abs=0.05)
    assert found.errors.max() < 0.04


def test_the_derivatives_are_those_of_the_loss() -> None:
    random = np.random.default_rng(5)
    games = PairedGames(*(column[3:] for column in played(random, random.normal(0, 1, 5), FIVE)))
    posterior = Posterior(5, games._replace(second=games.second * 3))
    at = random.normal(0, 1, 6)
    assert posterior.gradient(at) == pytest.approx(
        approx_fprime(at, posterior.loss, 1e-7), abs=1e-4
    )
    assert posterior.hessian(at) == pytest.approx(
        approx_fprime(at, posterior.gradient, 1e-7), abs=1e-4
    )


@pytest.mark.slow
def test_errors_are_those_of_a_jackknife() -> None:
    """Each pair is left out in turn. The fit moves as one step of Newton's method says."""
    random = np.random.default_rng(3)
    games = played(random, random.normal(0, 0.5, 4), Field(4, 20, 0, 0.2, 0.3))
    found = fit(4, games)
    pairs = len(games.one)
    moves = [
        fit(4, PairedGames(*(np.delete(column, row) for column in games))).values - found.values
        for row in range(pairs)
    ]
    deviations = np.sqrt((np.square(moves)).sum(axis=0) * (pairs - 1) / pairs)
    assert found.errors == pytest.approx(student_quantile(pairs - 3) * deviations, rel=0.05)


def won(number: int, south: str, north: str, result: Result = Result.SOUTH) -> StoredGame:
    return StoredGame(number, south, north, Side.SOUTH, Ending(result, Outcome(20, 16)))


def numbers(found: Ratings) -> list[float]:
    estimates = [*(rating.elo for rating in found.bots), found.first_move]
    estimates += [found.draws] if found.draws else []
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


@pytest.mark.slow
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
    assert found.draws == pytest.approx((1, 0.963, 1), abs=0.001)  # Wilson, of 100 games
    first = [won(number, "AB"[number % 2], "BA"[number % 2]) for number in range(1, 201)]
    found = ratings(["A", "B"], first)
    assert found.first_move.low > 200
    assert found.draws == pytest.approx((0, 0, 0.037), abs=0.001)  # of 100 pairs
    assert [rating.elo.value for rating in found.bots] == pytest.approx([0, 0], abs=1)
    north_first = [game._replace(first=Side.NORTH) for game in first]
    assert ratings(["A", "B"], north_first).first_move.high < -200


def test_the_two_games_of_a_pair_are_no_independent_witnesses() -> None:
    """Both games of a pair end alike for A, which says as much as half of the games."""
    alike, _ = match_of([(1, 1), (0, 0)] * 50)
    apart, _ = match_of([(1, 0), (0, 1)] * 50)
    reach = [ratings(["A", "B"], log).bots[0].elo for log in (alike, apart)]
    widths = [elo.high - elo.low for elo in reach]
    assert widths[0] == pytest.approx(2 * 2 * 1.98 * ELO / np.sqrt(200) / np.sqrt(2), rel=0.05)
    assert widths[1] < widths[0] / 5
    unnamed = ratings(["A", "B"], alike)
    named = [game._replace(pair=str((game.number + 1) // 2)) for game in alike]
    assert numbers(ratings(["A", "B"], named)) == numbers(unnamed)


def test_games_that_nobody_played_are_not_rated() -> None:
    log = [won(1, "A", "B"), won(2, "B", "A", Result.DRAW)]
    played = numbers(ratings(["A", "B", "C"], log))
    for kind in (Termination.WITHDREW, Termination.BENCHED, Termination.DID_NOT_START):
        free = won(3, "C", "A")
        free = free._replace(ending=free.ending._replace(termination=kind))
        found = ratings(["A", "B", "C"], [*log, free])
        assert numbers(found) == played
        assert {rating.bot: rating.games for rating in found.bots} == {"A": 2, "B": 2, "C": 0}
        assert found.unrated == 1


def test_repeated_games_tell_nothing_until_the_bots_vary() -> None:
    log, _ = match_of([(1, 0.5)])
    repeated = [game._replace(number=game.number + 2 * n) for n in range(20) for game in log]
    once = ratings(["A", "B"], log)
    assert numbers(ratings(["A", "B"], repeated)) == numbers(once)
    other = repeated[-1]._replace(number=99, moves="N77")
    found = ratings(["A", "B"], [*repeated, other])
    assert {rating.games for rating in found.bots} == {41}
    apart = [game._replace(opening=str(game.number)) for game in repeated]
    assert {rating.games for rating in ratings(["A", "B"], apart).bots} == {40}


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
    games = played(random, strengths, Field(200, 1, 0, 0.1))
    few = random.choice(len(games.one), 4000, replace=False)
    found = fit(200, PairedGames(*(column[few] for column in games)))
    assert np.corrcoef(found.values[:200], strengths)[0, 1] > 0.95
    assert np.isfinite(found.errors).all()


def test_the_scale_is_elo() -> None:
    """400 points are odds of ten to one."""
    assert exp(400 / ELO) == pytest.approx(10)
