"""What games are worth."""

from __future__ import annotations

import pytest

from owari.games.game import Outcome, Side
from owari.records.record import Ending, Result, Termination
from owari.results.game_log import StoredGame
from owari.results.scoring import Scoring, scoring_of
from owari.results.standings import Counting, Pairings, Repeats, standings

FORFEIT = Ending(Result.SOUTH, Outcome(3, 12), Termination.CRASHED, "it crashed")
BOTH = Ending(Result.NEITHER, Outcome(3, 12), Termination.CRASHED, "both crashed")
WON = Ending.normal(Outcome(25, 11))
STOPPED = Ending(Result.NORTH, Outcome(14, 20), Termination.ADJUDICATED, "60 plies")
DRAWN = Ending.normal(Outcome(18, 18))
LOST = Ending.normal(Outcome(10, 26))


def game(south: str, ending: Ending, north: str, moves: str = "") -> StoredGame:
    return StoredGame(1, south, north, Side.SOUTH, ending, moves)


@pytest.mark.parametrize(
    ("ending", "points"),
    [(WON, (3, 0)), (DRAWN, (1, 1)), (LOST, (0, 3)), (FORFEIT, (3, 0)), (BOTH, (0, 0))],
)
def test_three_points_for_a_win(ending: Ending, points: tuple[int, int]) -> None:
    scoring = scoring_of({"scoring": {"win": 3, "draw": 1, "loss": 0}})
    assert scoring.points(ending) == points
    table = standings("AB", [game("A", ending, "B")], Counting(scoring))
    assert tuple(row.points for row in sorted(table.rows, key=lambda row: row.name)) == points


@pytest.mark.parametrize(
    ("ending", "points"),
    [
        (WON, (14, -14)),
        (DRAWN, (0, 0)),
        (LOST, (-16, 16)),
        (STOPPED, (-6, 6)),
        (FORFEIT, (36, -36)),
        (BOTH, (-36,) * 2),
    ],
)
def test_a_forfeit_loses_by_the_largest_margin(ending: Ending, points: tuple[int, int]) -> None:
    scoring = scoring_of({"game": "owari", "scoring": "margin"})
    assert scoring.points(ending) == points
    table = standings("AB", [game("A", ending, "B")], Counting(scoring))
    assert tuple(row.points for row in sorted(table.rows, key=lambda row: row.name)) == points


def test_tournaments_without_the_key_count_as_ever() -> None:
    assert scoring_of({"game": "owari"}) == Scoring(1, 0.5, 0)


def test_sonneborn_berger_goes_by_results_whatever_they_are_worth() -> None:
    games = [game("A", WON, "B"), game("B", DRAWN, "C")]
    table = standings("ABC", games, Counting(Scoring(3, 1, 0)))
    assert {row.name: row.sonneborn_berger for row in table.rows} == {"A": 1, "B": 0.5, "C": 0.5}


def test_a_win_against_a_bot_with_negative_points_is_no_loss() -> None:
    """A and B have the margin 0, but A beat C, to which B lost."""
    games = [game("A", WON, "C"), game("D", WON, "A"), game("B", WON, "D"), game("C", WON, "B")]
    games += [game("E", WON, "C"), game("E", DRAWN, "A")]
    table = standings("ABCDE", games, Counting(scoring_of({"game": "owari", "scoring": "margin"})))
    berger = {row.name: (row.points, row.sonneborn_berger) for row in table.rows}
    assert berger == {
        "A": (0, 0 + (14 + 14) / 2),
        "B": (0, 0 + 14),
        "C": (-14, 14),
        "D": (0, 14),
        "E": (14, 0 + (0 + 14) / 2),
    }


def test_games_that_repeat_others_can_be_left_out() -> None:
    games = [game("A", WON, "B", "S0"), game("A", WON, "B", "S0"), game("A", LOST, "B", "S1")]
    counted = standings("AB", games)
    distinct = standings("AB", games, Counting(repeats=Repeats.IGNORE))
    assert (counted.games, counted.duplicates, counted.first) == (3, 1, ("A",))
    assert (distinct.games, distinct.duplicates, distinct.first) == (2, 1, ("A", "B"))
    opened = [game("A", WON, "B", "S0")._replace(opening=name) for name in ("S1 N8", "S2 N8")]
    assert standings("AB", opened).duplicates == 0


def test_a_bye_counts_as_a_won_game_against_oneself() -> None:
    pairings = Pairings({"A": ["B", None], "B": ["A"]}, {"A": 2})
    a, b = standings("AB", [game("A", DRAWN, "B")], Counting(), pairings).rows
    assert (a.points, a.played, a.buchholz, a.sonneborn_berger) == (2.5, 1, 0.5 + 2.5, 0.25 + 5)
    assert (b.points, b.buchholz) == (0.5, 2.5)


def test_ranks_decide_alone() -> None:
    table = standings("ABC", [game("A", WON, "B")], ranks={"A": 3, "B": 1, "C": 3})
    assert [(row.name, row.place) for row in table.rows] == [("B", 1), ("A", 2), ("C", 2)]
