"""Which games of a match count, and for whom."""

from __future__ import annotations

from owari.games.game import Outcome, Side
from owari.records.record import Ending, Result, Termination
from owari.results.game_log import StoredGame
from owari.results.match_score import MatchScore

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


def test_a_pair_that_repeats_another_does_not_count() -> None:
    games = [game(number, Result.SOUTH, moves=f"S{number % 2}") for number in range(1, 9)]
    score = MatchScore(BOTS, games)
    assert (score.pairs.pairs, score.repeated, score.distinct_games) == (1, 3, 2)
    assert score.is_repetitive
    assert not score.is_over
    score.add(game(9, Result.SOUTH, moves="S1"))
    score.add(game(10, Result.SOUTH, moves="S9"))
    assert (score.pairs.pairs, score.distinct_games) == (2, 3)


def test_a_match_without_new_games_is_over() -> None:
    games = [game(number, Result.SOUTH, moves=f"S{number % 2}") for number in range(1, 43)]
    assert MatchScore(BOTS, games).is_over
    assert not MatchScore(BOTS, games[:40]).is_over


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


def test_games_without_moves_repeat_nothing() -> None:
    """A bot that never starts loses each of them."""
    kind = Termination.DID_NOT_START
    games = [
        game(number, Result.NORTH if number % 2 else Result.SOUTH, kind=kind)._replace(moves="")
        for number in range(1, 5)
    ]
    score = MatchScore(BOTS, games)
    assert score.pairs == (2, 0, 0, 0, 0)
    assert (score.repeated, score.distinct_games) == (0, 4)
    assert score.bots[0].faults == {kind: 4}
    assert not score.bots[1].faults


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
