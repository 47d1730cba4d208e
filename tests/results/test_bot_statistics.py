"""Details of bots, computed from the log."""

from __future__ import annotations

import pytest

from owari.games.game import Outcome, Side
from owari.records.record import Ending, Result, Termination
from owari.results.bot_statistics import BotStatistics, Results, bot_statistics
from owari.results.game_log import StoredGame


def game(number: int, south: str, north: str, score: str, **others: object) -> StoredGame:
    ending = Ending.normal(Outcome(*map(int, score.split("-"))))
    return StoredGame(number, south, north, Side.SOUTH, ending)._replace(**others)


def of(name: str, games: list[StoredGame]) -> BotStatistics:
    return next(bot for bot in bot_statistics(["A", "B", "C"], games) if bot.name == name)


def test_results_are_apart_by_who_moved_first() -> None:
    games = [
        game(1, "A", "B", "20-16"),
        game(2, "B", "A", "20-16"),
        game(3, "A", "B", "18-18"),
        game(4, "A", "B", "16-20", first=Side.NORTH),
        game(5, "A", "B", "0-0", ending=Ending(Result.NEITHER, Outcome(0, 0), Termination.CRASHED)),
    ]
    assert of("A", games).first == Results(won=1, drawn=1, lost=1)
    assert of("A", games).second == Results(lost=2)
    assert of("B", games).first == Results(won=2)
    assert of("B", games).second == Results(won=0, drawn=1, lost=2)
    assert of("C", games) == BotStatistics("C")


def test_margins_are_those_of_games_that_were_played_to_their_end() -> None:
    crash = Ending(Result.SOUTH, Outcome(2, 30), Termination.CRASHED)
    games = [
        game(1, "A", "B", "20-16"),
        game(2, "B", "A", "19-17"),
        game(3, "A", "B", "2-30", ending=crash),
        game(4, "A", "B", "40-20", ending=Ending.normal(Outcome(40, 20, 4))),
    ]
    assert of("A", games).mean_margin == pytest.approx((4 - 2 + 24) / 3)
    assert of("B", games).mean_margin == pytest.approx((-4 + 2 - 24) / 3)
    assert of("C", games).mean_margin is None


@pytest.mark.parametrize(
    ("moves", "first", "south", "north"),
    [
        ("S4 N8 S5", Side.SOUTH, 2, 1),
        ("S2 S5 N9 N7 N8 S0", Side.SOUTH, 2, 1),  # chains of extra turns
        ("S2 swap S3 N8", Side.SOUTH, 2, 2),
        ("N8 swap N9 S1", Side.NORTH, 2, 2),
        ("f5 d6 c3", Side.SOUTH, 2, 1),
        ("f5 d6 pass c3 b4", Side.NORTH, 2, 2),  # the referee passes
        ("", Side.SOUTH, 0, 0),
    ],
)
def test_turns_are_counted(moves: str, first: Side, south: int, north: int) -> None:
    times = {"south_seconds": 6.0, "north_seconds": 3.0, "south_slowest": 4.0, "north_slowest": 1.0}
    games = [game(1, "A", "B", "20-16", moves=moves, first=first, **times)]
    bots = of("A", games), of("B", games)
    assert [bot.turns for bot in bots] == [south, north]
    assert [bot.seconds for bot in bots] == [6.0, 3.0]
    if south and north:
        assert [bot.seconds_a_turn for bot in bots] == [6.0 / south, 3.0 / north]


LATE = Ending(Result.NORTH, Outcome(2, 5), Termination.TIMED_OUT, "A was late")


@pytest.mark.parametrize(("moves", "turns"), [("S0 N7", 2), ("S0 N7 S2", 2), ("", 1)])
def test_a_turn_that_is_lost_on_time_counts_as_at_least_so_long(moves: str, turns: int) -> None:
    """Also in the midst of a chain of extra turns, which is one turn."""
    times = {"south_seconds": 5.5, "south_slowest": 5.25, "lost_turn": 5.25}
    late = game(1, "A", "B", "2-5", ending=LATE, moves=moves, **times)
    quick = game(2, "A", "B", "20-16", moves="S0 N7", south_seconds=0.5, south_slowest=0.5)
    slow = game(3, "A", "B", "20-16", moves="S0 N7", south_seconds=9.0, south_slowest=9.0)
    for games in ([late, quick], [quick, late]):
        bot = of("A", games)
        assert (bot.turns, bot.seconds, bot.slowest) == (turns + 1, 6.0, 5.25)
        assert (bot.cut_off, bot.slowest_is_cut_off) == (1, True)
        assert of("B", games).cut_off == 0
    bot = of("A", [late, slow])
    assert (bot.cut_off, bot.slowest, bot.slowest_is_cut_off) == (1, 9.0, False)
    bot = of("A", [late._replace(south_slowest=5.375)])  # by a clock for the game
    assert (bot.cut_off, bot.slowest, bot.slowest_is_cut_off) == (1, 5.375, False)


def test_a_turn_that_another_fault_ended_was_as_long_as_it_was() -> None:
    times = {"south_seconds": 4.0, "south_slowest": 4.0, "lost_turn": 4.0}
    kind = Termination.ILLEGAL_MOVE
    bot = of("A", [game(1, "A", "B", "2-5", ending=LATE._replace(termination=kind), **times)])
    assert (bot.turns, bot.slowest, bot.cut_off) == (1, 4.0, 0)


def test_times_of_some_games_may_be_unknown() -> None:
    games = [
        game(1, "A", "B", "20-16", moves="S0 N7 S1", south_seconds=1.0, south_slowest=0.7),
        game(2, "B", "A", "20-16", moves="S0 N7", north_seconds=0.5, north_slowest=0.5),
        game(3, "A", "B", "20-16", moves="S0 N7 S1"),
    ]
    bot = of("A", games)
    assert (bot.turns, bot.seconds, bot.slowest) == (3, 1.5, 0.7)
    assert bot.seconds_a_turn == 0.5
    assert (of("B", games).seconds_a_turn, of("B", games).slowest) == (None, None)
