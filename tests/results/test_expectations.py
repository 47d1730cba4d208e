"""Matches against what other games let expect: exact chances, honest tournaments, and a helper."""

from __future__ import annotations

from itertools import combinations, product
from math import comb

import numpy as np
import pytest

from owari.games.game import Outcome, Side
from owari.records.record import Ending, Result, Termination
from owari.results.expectation_model import match_expectations
from owari.results.game_log import Status, StoredGame
from owari.results.rating_model import PairedGames
from owari.results.ratings import Expectation, expectations
from tests.benchmarks.expectations import found
from tests.benchmarks.ratings import Field

MANY = 400


def match(first: list[float], second: list[float]) -> float:
    """The chance of a match of two equal bots by the points of one in each pair. Both have very
    many games with a third."""
    rows = [(0, 1, 1, began, 1, followed) for began, followed in zip(first, second, strict=True)]
    rows += [
        (bot, 2, MANY, MANY * share, MANY, MANY * share)
        for bot in (0, 1)
        for share in (0.499, 0.501)
    ]
    columns = np.array(rows, dtype=float).T
    games = PairedGames(*columns[:2].astype(int), *columns[2:])
    return float(next(match_expectations(3, games)).chance)


def binomial(games: int, most: int) -> float:
    """The chance of so few wins among even games."""
    return sum(comb(games, wins) for wins in range(most + 1)) / float(2**games)


@pytest.mark.parametrize("pairs", [1, 3, 10])
def test_the_chance_between_equals_is_that_of_coins(pairs: int) -> None:
    lost = match([0] * pairs, [0] * pairs)
    assert lost == pytest.approx(2 * binomial(2 * pairs, 0), rel=0.02)
    one_won = match([1] + [0] * (pairs - 1), [0] * pairs)
    assert one_won == pytest.approx(min(1, 2 * binomial(2 * pairs, 1)), rel=0.02)
    assert match([1] * pairs, [0] * pairs) == pytest.approx(1)


def pair(one: str, other: str, *winners: str) -> list[StoredGame]:
    """Two games with seats exchanged, and who wins them."""
    return [
        StoredGame(
            0, south, north, Side.SOUTH, Ending(by_winner[winner == south], Outcome(20, 16)), "S1"
        )
        for (south, north), winner in zip([(one, other), (other, one)], winners, strict=True)
    ]


by_winner = {True: Result.SOUTH, False: Result.NORTH}


def even(one: str, other: str) -> list[StoredGame]:
    """Sixteen games of which both win eight, with no more luck in both games of a pair."""
    return [
        game
        for winners in [*product((one, other), repeat=2)] * 2
        for game in pair(one, other, *winners)
    ]


def numbered(games: list[StoredGame]) -> list[StoredGame]:
    """The games with numbers, and no two with the same moves."""
    return [
        game._replace(number=number, moves=f"S{number}") for number, game in enumerate(games, 1)
    ]


def of(games: list[StoredGame], *bots: str) -> Expectation:
    """What is expected of two bots."""
    names = sorted({name for game in games for name in (game.south, game.north)})
    found = expectations(names, games).matches
    (match,) = [each for each in found if {each.bot, each.opponent} == set(bots)]
    return match


BOTS = [*"ABC", "Help", "Star"]


def helped() -> list[StoredGame]:
    """The helper wins half of its games, but loses all sixteen to the star."""
    games = [
        game
        for one, other in combinations(BOTS, 2)
        for game in (
            even(one, other)
            if (one, other) != ("Help", "Star")
            else [game for _ in range(8) for game in pair(one, other, "Star", "Star")]
        )
    ]
    return numbered(games)


def test_a_helper_stands_first() -> None:
    found = expectations(BOTS, helped())
    first, second, *_ = found.matches
    assert (first.bot, first.opponent, first.games, first.points) == ("Star", "Help", 16, 16)
    assert first.expected == pytest.approx(8, abs=0.1)
    assert first.chance < 0.001
    assert found.corrected(first.chance) == pytest.approx(10 * first.chance)
    assert found.corrected(second.chance) > 0.2
    assert found.corrected(1) == 1


def test_a_match_does_not_tell_what_is_expected_of_it() -> None:
    games = helped()
    drawn = [
        game._replace(ending=Ending(Result.DRAW, Outcome(18, 18)))
        if {game.south, game.north} == {"Help", "Star"}
        else game
        for game in games
    ]
    before, after = of(games, "Help", "Star"), of(drawn, "Help", "Star")
    assert (before.points, after.points) == (16, 8)
    assert before.expected == pytest.approx(after.expected, abs=1e-3)
    assert after.chance > 0.9


def test_a_repeated_game_is_no_evidence() -> None:
    games = helped()
    thrown = [game for game in games if {game.south, game.north} == {"Help", "Star"}]
    repeated = [game._replace(moves=f"S1 {game.south[0]}") for game in thrown]
    found = of([game for game in games if game not in thrown] + repeated, "Help", "Star")
    assert (found.games, found.points) == (2, 2)
    assert found.chance > 0.2
    varied = [*repeated[1:], repeated[0]._replace(moves="S2")]
    assert of([game for game in games if game not in thrown] + varied, "Help", "Star").games == 3
    openings = [game._replace(opening=str(game.number)) for game in repeated]
    assert of([game for game in games if game not in thrown] + openings, "Help", "Star").games == 16


def test_a_forfeit_counts_and_its_repetition_does_not() -> None:
    crashed = Termination.CRASHED
    games = [
        game._replace(
            moves="", ending=game.ending._replace(termination=crashed, reason=f"pid {game.number}")
        )
        if {game.south, game.north} == {"Help", "Star"}
        else game
        for game in helped()
    ]
    found = of(games, "Help", "Star")
    assert (found.bot, found.games, found.forfeits, found.points) == ("Star", 2, 2, 2)


def test_reported_games_are_no_repeats() -> None:
    games = [game._replace(moves="", status=Status.REPORTED) for game in helped()]
    assert of(games, "Help", "Star").games == 16


def test_nothing_is_expected_of_bots_that_no_other_games_join() -> None:
    found = expectations(["A", "B"], numbered(even("A", "B")))
    assert (found.matches, found.unjoined) == ((), 1)
    gauntlet = numbered([*even("A", "Hub"), *even("B", "Hub")])
    found = expectations(["A", "B", "Hub"], gauntlet)
    assert (found.matches, found.unjoined) == ((), 2)
    assert expectations([], []).matches == ()


def test_the_order_of_games_does_not_matter() -> None:
    games = helped()
    games += [games[-1]._replace(number=len(games) + 1)]
    one, other = (expectations(BOTS, each).matches for each in (games, games[::-1]))
    assert one[0][:5] == other[0][:5]
    assert one[0].chance == pytest.approx(other[0].chance, rel=0.01)


@pytest.mark.nightly
def test_simulated_tournaments_find_a_helper_and_nobody_else() -> None:
    field = Field(6, 20, 200, 0.3, 0.5, 50)
    assert found(field, 20, look=True).anywhere <= 0.15
    assert found(field, 20, thrown=1).corrected > 0.9
