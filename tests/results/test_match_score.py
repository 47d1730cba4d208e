"""Which games of a match count, and for whom."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from owari.games.game import Outcome, Side
from owari.records.record import Ending, Result, Termination
from owari.results.elo import Pentanomial, score_estimate
from owari.results.game_log import StoredGame
from owari.results.match_score import RARE, REPEATS, MatchScore
from tests.benchmarks.match_statistics import WORLDS, World, games_of
from tests.support.nightly import at_night

BOTS = ("Old", "New")


def game(
    number: int, result: Result, moves: str = "", kind: Termination = Termination.NORMAL
) -> StoredGame:
    """Old moves first in odd games; the moves are those of a new game where nobody gives any."""
    south, north = BOTS if number % 2 else BOTS[::-1]
    ending = Ending(result, Outcome(20, 16), kind, "")
    return StoredGame(
        number,
        south,
        north,
        Side.SOUTH,
        ending,
        moves or f"S{number}",
        south_seconds=1.0,
        north_seconds=2.0,
        south_slowest=0.25,
        north_slowest=0.5,
    )


def test_pairs_count_by_the_points_of_the_first_bot() -> None:
    south, north, draw = Result.SOUTH, Result.NORTH, Result.DRAW
    results = [(south, north), (south, south), (draw, north), (north, south), (north, draw)]
    games = [
        game(2 * pair + leg, result)
        for pair, both in enumerate(results)
        for leg, result in enumerate(both, 1)
    ]
    assert MatchScore(BOTS, games).pairs == (1, 1, 1, 1, 1)
    assert MatchScore(BOTS[::-1], games).pairs == (1, 1, 1, 1, 1)
    assert MatchScore(BOTS, games[:2]).pairs == (0, 0, 0, 0, 1)
    assert MatchScore(BOTS[::-1], games[:2]).pairs == (1, 0, 0, 0, 0)


def test_half_a_pair_does_not_count() -> None:
    score = MatchScore(BOTS, [game(1, Result.SOUTH), game(4, Result.SOUTH)])
    assert score.pairs.pairs == 0
    assert (score.games, score.unpaired, score.bots[0].played) == (2, 2, 0)
    score.add(game(3, Result.SOUTH))
    assert score.pairs == (0, 0, 1, 0, 0)
    assert (score.unpaired, score.bots[0].played, score.bots[0].won) == (1, 2, 1)


def test_while_nothing_varies_the_first_pair_of_an_opening_counts() -> None:
    games = [game(number, Result.SOUTH, moves=f"S{number % 2}") for number in range(1, 9)]
    score = MatchScore(BOTS, games)
    assert (score.pairs.pairs, score.repeated, score.distinct_games) == (1, 3, 2)
    assert not score.varied
    assert (score.bots[0].played, score.counted) == (2, {1, 2})


def test_once_a_game_varies_every_pair_counts() -> None:
    games = [game(number, Result.SOUTH, moves=f"S{number % 2}") for number in range(1, 9)]
    score = MatchScore(BOTS, games)
    score.add(game(9, Result.NORTH, moves="S1 N8"))
    assert (score.varied, score.pairs.pairs, score.unpaired) == (True, 4, 1)
    score.add(game(10, Result.SOUTH, moves="S0"))
    assert (score.pairs, score.repeated, score.distinct_games) == ((1, 0, 4, 0, 0), 0, 3)
    score.add(game(11, Result.SOUTH, moves="S1"))
    score.add(game(12, Result.SOUTH, moves="S0"))
    assert (score.pairs, score.bots[0].played) == ((1, 0, 5, 0, 0), 12)


@pytest.mark.parametrize("games", [5, 12])
def test_what_counts_does_not_depend_on_the_order_of_the_games(games: int) -> None:
    played = [
        game(number, Result.SOUTH, moves="S1 N7" if number == 4 else f"S{number % 2}")
        for number in range(1, games + 1)
    ]
    counted = {
        (MatchScore(BOTS, some).pairs, MatchScore(BOTS, some).bots[0].played)
        for some in (played, played[::-1], played[2:] + played[:2])
    }
    assert len(counted) == 1


def test_the_same_moves_with_another_end_are_no_repeat() -> None:
    """A crash at random after the same moves."""
    same = [game(number, Result.SOUTH, moves=f"S{number % 2}") for number in range(1, 5)]
    assert not MatchScore(BOTS, same).varied
    crash = game(3, Result.SOUTH, moves="S1", kind=Termination.CRASHED)
    assert MatchScore(BOTS, [*same[:2], crash]).varied
    late = game(5, Result.SOUTH, moves="S1", kind=Termination.CRASHED)
    again = late._replace(ending=late.ending._replace(reason="another sentence"), number=7)
    assert not MatchScore(BOTS, [late, again]).varied


def test_games_with_other_openings_or_seats_do_not_vary() -> None:
    one, other = game(1, Result.SOUTH, moves="S1"), game(2, Result.SOUTH, moves="S2")
    elsewhere = game(3, Result.SOUTH, moves="S3")._replace(opening="S4 N8")
    assert not MatchScore(BOTS, [one, other, elsewhere]).varied
    assert MatchScore(BOTS, [one, other, elsewhere._replace(opening="")]).varied


def test_entered_games_without_moves_are_no_repeats() -> None:
    games = [
        game(number, Result.SOUTH, kind=Termination.REPORTED)._replace(moves="")
        for number in range(1, 5)
    ]
    score = MatchScore(BOTS, games)
    assert (score.pairs.pairs, score.distinct_games) == (2, 4)


def test_a_list_that_came_again_counts_by_its_openings() -> None:
    """The first opening has three pairs, the second one. All pairs of the first but one are won."""
    games = []
    for pair, (opening, result) in enumerate([("a", 2), ("b", 0), ("a", 2), ("a", 0)]):
        for leg in (1, 2):
            number = 2 * pair + leg
            old_is_south = number % 2 == 1
            won = Result.SOUTH if (result == 2) is old_is_south else Result.NORTH
            moves = f"S{pair if pair == 3 else leg}"
            games.append(game(number, won, moves=moves)._replace(opening=opening))
    score = MatchScore(BOTS, games)
    assert score.reuses_openings
    assert score.units.size == 2
    assert score.units.mean == pytest.approx((2 / 3 + 0) / 2)
    assert score.pairs == (2, 0, 0, 0, 2)
    assert score.units.usual == 6 / 8
    assert score.units.pair_deviation == pytest.approx((1 / 3 - 1 / 9) ** 0.5)
    one_opening = [each._replace(opening="a") for each in games]
    assert MatchScore(BOTS, one_opening).units == Pentanomial(2, 0, 0, 0, 2)
    assert MatchScore(BOTS, games[:4]).units == Pentanomial(1, 0, 0, 0, 1)


def test_a_rare_variation_would_have_shown() -> None:
    assert (1 - RARE) ** REPEATS <= 0.05 < (1 - RARE) ** (REPEATS - 1)
    games = [game(number, Result.SOUTH, moves=f"S{number % 2}") for number in range(1, 103)]
    assert MatchScore(BOTS, games[:100]).may_vary
    assert not MatchScore(BOTS, games).may_vary
    varied = [*games, game(103, Result.SOUTH, moves="S5")]
    assert MatchScore(BOTS, varied).may_vary


def test_a_match_with_a_bot_that_forfeits_everything_is_over() -> None:
    """Old forfeits."""
    games = [
        game(number, Result.NORTH if number % 2 else Result.SOUTH, kind=Termination.CRASHED)
        for number in range(1, 21)
    ]
    score = MatchScore(BOTS, games)
    assert score.is_over
    assert [bot.forfeits_all for bot in score.bots] == [True, False]
    assert not MatchScore(BOTS, games[:18]).is_over
    assert not MatchScore(BOTS, [*games[:19], game(20, Result.NORTH)]).is_over


def test_pairs_of_bots_that_play_alike_are_known() -> None:
    same = [game(number, Result.SOUTH, moves="S4 N8") for number in (1, 2)]
    assert MatchScore(BOTS, same).alike == 1
    assert MatchScore(BOTS, [same[0], game(2, Result.SOUTH, moves="S4 N9")]).alike == 0
    other_side = same[1]._replace(first=Side.NORTH)
    assert MatchScore(BOTS, [same[0], other_side]).alike == 0


@pytest.mark.parametrize("kind", [Termination.DID_NOT_START, Termination.TIMED_OUT])
def test_a_bot_that_never_makes_a_move_is_not_measured(kind: Termination) -> None:
    """Old loses each game before it has made a move."""
    games = [
        game(number, Result.NORTH if number % 2 else Result.SOUTH, kind=kind)._replace(
            moves="" if number % 2 else "S3"
        )
        for number in range(1, 5)
    ]
    score = MatchScore(BOTS, games)
    assert score.measured_nothing
    assert score.is_over
    assert (score.bots[0].forfeited, score.bots[0].without_move) == (4, 4)
    assert not MatchScore(BOTS, games[:3]).is_over
    moved = games[1]._replace(moves="S3 N8")
    assert not MatchScore(BOTS, [games[0], moved]).measured_nothing
    both = game(1, Result.NEITHER, kind=kind)._replace(moves="")
    assert MatchScore(BOTS, [both]).measured_nothing
    assert not MatchScore(BOTS).measured_nothing


@pytest.mark.parametrize(
    ("first", "moves", "measured"),
    [
        (Side.SOUTH, "S5 S3", False),
        (Side.SOUTH, "S5 swap", True),
        (Side.SOUTH, "f5", False),
        (Side.SOUTH, "f5 d6", True),
        (Side.NORTH, "N8", True),
        (Side.NORTH, "", False),
    ],
)
def test_whether_the_second_bot_has_moved(first: Side, moves: str, measured: bool) -> None:
    """North forfeits."""
    ended = game(1, Result.SOUTH, kind=Termination.CRASHED)._replace(first=first, moves=moves)
    assert MatchScore(BOTS, [ended]).measured_nothing is not measured


def test_two_forfeits_in_one_game_are_half_a_point_each() -> None:
    games = [game(1, Result.NEITHER, kind=Termination.CRASHED), game(2, Result.DRAW)]
    score = MatchScore(BOTS, games)
    assert score.pairs == (0, 0, 1, 0, 0)
    assert [(bot.lost, bot.drawn, bot.faults.total()) for bot in score.bots] == [(1, 1, 1)] * 2


def test_times_and_stones_are_those_of_the_bot() -> None:
    score = MatchScore(BOTS, [game(1, Result.SOUTH), game(2, Result.SOUTH)])
    old, new = score.bots
    assert (old.score_for, new.score_for) == (36, 36)
    assert (old.seconds, new.seconds, old.slowest, new.slowest) == (3.0, 3.0, 0.5, 0.5)
    unknown = game(3, Result.SOUTH)._replace(south_seconds=None, south_slowest=None)
    score.add(unknown)
    score.add(game(4, Result.SOUTH))
    assert (old.seconds, old.timed, new.seconds, new.timed) == (5.0, 3, 6.0, 4)


def test_a_turn_that_is_lost_on_time_is_the_slowest_at_least() -> None:
    late = game(1, Result.NORTH, kind=Termination.TIMED_OUT)
    late = late._replace(south_seconds=6.0, south_slowest=5.25, lost_turn=5.25)
    old, new = MatchScore(BOTS, [late, game(2, Result.SOUTH)]).bots
    assert (old.slowest, old.cut_off, old.slowest_is_cut_off) == (5.25, 1, True)
    assert (new.slowest, new.cut_off, new.slowest_is_cut_off) == (0.5, 0, False)


@pytest.mark.slow
@pytest.mark.parametrize(
    "world", [*at_night(*WORLDS[:-1]), WORLDS[-1]], ids=lambda world: world.name
)
def test_intervals_hold_the_truth_whatever_repeats(world: World) -> None:
    """In 150 matches of 60 pairs, in which openings and games come again."""
    for truth in world.truths:
        held = 0
        for number in range(150):
            games = games_of(world, truth, Random(f"{world.name} {truth} {number}"))
            interval = score_estimate(MatchScore("AB", islice(games, 120)).units)
            held += interval.low <= truth <= interval.high
        assert held >= 135
