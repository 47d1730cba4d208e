"""The table of a tournament, worked out by hand."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from owari.games.game import Outcome, Side
from owari.records.record import Ending, Result, Termination
from owari.results.game_log import StoredGame
from owari.results.scoring import TieBreak, format_points
from owari.results.standings import Counting, Standings, standings


def game(
    south: str, score: str, north: str, *, first: Side = Side.SOUTH, moves: str = ""
) -> StoredGame:
    outcome = Outcome(*map(int, score.split("-")))
    return StoredGame(1, south, north, first, Ending.normal(outcome), moves)


def fault(south: str, score: str, north: str, result: Result) -> StoredGame:
    outcome = Outcome(*map(int, score.split("-")))
    ending = Ending(result, outcome, Termination.CRASHED, "it crashed")
    return StoredGame(1, south, north, Side.SOUTH, ending)


def places(table: Standings) -> dict[str, int]:
    return {row.name: row.place for row in table.rows}


def test_a_win_counts_one_and_a_draw_one_half() -> None:
    table = standings("AB", [game("A", "19-17", "B"), game("B", "18-18", "A")])
    a, b = table.rows
    assert (a.name, a.played, a.won, a.drawn, a.lost, a.points) == ("A", 2, 1, 1, 0, 1.5)
    assert (b.name, b.played, b.won, b.drawn, b.lost, b.points) == ("B", 2, 0, 1, 1, 0.5)
    assert (a.score_for, a.score_against) == (37, 35)
    assert (b.score_for, b.score_against) == (35, 37)
    assert table.first == ("A",)


def test_the_winner_is_who_has_more_stones_whoever_moved_first() -> None:
    for first in Side:
        south_wins = standings("AB", [game("A", "25-11", "B", first=first)])
        north_wins = standings("AB", [game("A", "11-25", "B", first=first)])
        assert places(south_wins) == {"A": 1, "B": 2}
        assert places(north_wins) == {"B": 1, "A": 2}


def test_a_match_is_counted_from_both_sides() -> None:
    table = standings("AB", [game("A", "25-11", "B"), game("B", "20-16", "A")])
    a, b = table.encounters["A", "B"], table.encounters["B", "A"]
    assert (a.played, a.points, a.margin) == (2, 1, 14 - 4)
    assert (b.played, b.points, b.margin) == (2, 1, 4 - 14)


def test_a_forfeit_is_a_loss_whatever_the_score() -> None:
    table = standings("AB", [fault("A", "20-3", "B", Result.NORTH)])
    b, a = table.rows
    assert (b.name, b.points, b.won, b.forfeits) == ("B", 1, 1, 0)
    assert (a.name, a.points, a.lost, a.forfeits) == ("A", 0, 1, 1)
    assert (a.score_for, a.score_against) == (20, 3)


def test_when_both_forfeit_both_lose() -> None:
    table = standings("AB", [fault("A", "0-0", "B", Result.NEITHER)])
    assert [(row.points, row.lost, row.forfeits) for row in table.rows] == [(0, 1, 1), (0, 1, 1)]


def test_equal_points_go_by_the_games_between_the_equal() -> None:
    games = [
        game("B", "20-16", "A"),  # B beats A ...
        game("A", "20-16", "C"),
        game("D", "20-16", "B"),
        game("A", "20-16", "D"),
        game("B", "20-16", "C"),
        game("C", "20-16", "D"),
    ]
    table = standings("ABCD", games)
    assert [(row.name, row.points, row.head_to_head) for row in table.rows] == [
        ("B", 2, 1),  # ... and so stands above it, both with two points
        ("A", 2, 0),
        ("C", 1, 1),
        ("D", 1, 0),
    ]
    assert [row.place for row in table.rows] == [1, 2, 3, 4]


def test_head_to_head_is_applied_again_to_those_who_stay_tied() -> None:
    games = [
        game("A", "20-16", "B"),
        *[game("B", "20-16", "C")] * 2,
        game("C", "20-16", "A"),
        *[game("A", "20-16", "D")] * 2,
        game("B", "20-16", "D"),
        *[game("C", "20-16", "D")] * 2,
    ]
    table = standings("CBAD", games)
    assert [(row.name, row.points, row.head_to_head) for row in table.rows] == [
        ("B", 3, 2),
        ("C", 3, 1),  # as many against all equal as A ...
        ("A", 3, 1),  # ... whom it beat
        ("D", 0, None),
    ]
    assert [row.place for row in table.rows] == [1, 2, 3, 4]


def test_head_to_head_parts_nobody_where_two_of_the_tied_have_not_met() -> None:
    """C has as many points, from another opponent."""
    games = [
        game("A", "20-16", "B"),
        game("D", "20-16", "A"),
        game("B", "20-16", "D"),
        game("C", "20-16", "D"),
    ]
    by_head_to_head = Counting(tie_breaks=(TieBreak.HEAD_TO_HEAD,))
    table = standings("BADC", games, by_head_to_head)
    assert {row.name: (row.place, row.points) for row in table.rows} == dict.fromkeys(
        "BADC", (1, 1)
    )
    games += [game("E", "20-16", "D"), game("C", "20-16", "E")]  # now C and E are apart from D
    games += [game("A", "20-16", "E"), game("B", "20-16", "E")]
    table = standings("BADCE", games, by_head_to_head)
    assert [(row.name, row.place, row.head_to_head) for row in table.rows] == [
        *(("B", 1, 0), ("A", 1, 1), ("C", 1, 0)),
        *(("E", 4, 1), ("D", 5, 0)),
    ]


def test_a_cycle_goes_by_sonneborn_berger() -> None:
    games = [
        game("A", "20-16", "B"),
        game("B", "20-16", "C"),
        game("C", "20-16", "A"),
        game("A", "20-16", "D"),  # each of the three has one more win, against another
        game("B", "20-16", "E"),
        game("C", "20-16", "F"),
        game("D", "20-16", "E"),  # D is worth one point, E and F nothing
    ]
    table = standings("ABCDEF", games)
    assert [(row.place, row.name) for row in table.rows[:3]] == [(1, "A"), (2, "B"), (2, "C")]
    assert [row.sonneborn_berger for row in table.rows[:3]] == [2 + 1, 2 + 0, 2 + 0]


def test_sonneborn_berger_counts_half_of_whom_one_drew_with() -> None:
    table = standings("ABC", [game("A", "18-18", "B"), game("B", "20-16", "C")])
    berger = {row.name: row.sonneborn_berger for row in table.rows}
    assert berger == {"B": 0.25, "A": 0.75, "C": 0}


def test_what_is_still_tied_shares_the_place() -> None:
    cycle = [game("A", "20-16", "B"), game("B", "20-16", "C"), game("C", "20-16", "A")]
    table = standings("ABCD", [*cycle, *(game(name, "20-16", "D") for name in "ABC")])
    assert places(table) == {"A": 1, "B": 1, "C": 1, "D": 4}
    assert table.first == ("A", "B", "C")


def test_nobody_is_first_before_a_game_is_played() -> None:
    table = standings("AB", [])
    assert table.first == ()
    assert [row.place for row in table.rows] == [1, 1]


def test_games_that_repeat_others_are_counted() -> None:
    games = [
        game("A", "20-16", "B", moves="S0 N7"),
        game("A", "20-16", "B", moves="S0 N7"),
        game("B", "20-16", "A", moves="S0 N7"),  # the other way round
        game("A", "20-16", "B", moves="S0 N8"),
        game("A", "20-16", "B"),  # reported, its moves are not known
        game("A", "20-16", "B"),
    ]
    assert standings("AB", games).duplicates == 1


def test_points_are_written_short() -> None:
    assert [format_points(points) for points in (3.0, 1.5, 0.25, 10.0)] == [
        "3",
        "1.5",
        "0.25",
        "10",
    ]


BOTS = "ABCDE"
results = st.sampled_from([result for result in Result if result is not Result.UNFINISHED])
pairs = st.permutations(BOTS).map(lambda order: order[:2])
logs = st.lists(
    st.builds(lambda pair, result: fault(pair[0], "0-0", pair[1], result), pairs, results)
)


@given(logs)
def test_each_game_gives_one_point_unless_both_lose(games: list[StoredGame]) -> None:
    table = standings(BOTS, games)
    both_lost = sum(game.ending.result is Result.NEITHER for game in games)
    assert sum(row.points for row in table.rows) == len(games) - both_lost
    assert all(row.won + row.drawn + row.lost == row.played for row in table.rows)
    assert table.games == len(games)


@given(logs, st.permutations(BOTS))
def test_places_depend_on_the_games_alone(games: list[StoredGame], bots: list[str]) -> None:
    assert places(standings(bots, games[::-1])) == places(standings(BOTS, games))


@given(logs)
def test_more_points_are_never_placed_lower(games: list[StoredGame]) -> None:
    rows = standings(BOTS, games).rows
    assert [row.points for row in rows] == sorted((row.points for row in rows), reverse=True)
    assert [row.place for row in rows] == sorted(row.place for row in rows)


def test_games_against_a_guest_count_for_the_guest_alone() -> None:
    games = [
        game("A", "20-16", "B"),
        game("G", "25-11", "A"),
        fault("B", "0-0", "G", Result.NORTH),
        game("C", "18-18", "G"),
        game("B", "20-16", "C"),
    ]
    table = standings(["G", "A", "B", "C"], games, guests={"G"})
    rows = {row.name: row for row in table.rows}
    assert [(row.name, row.place) for row in table.rows] == [("A", 1), ("B", 2), ("C", 3), ("G", 0)]
    alone = standings("ABC", [games[0], games[4]])
    for row in alone.rows:
        assert rows[row.name] == row
    guest = rows["G"]
    assert (guest.played, guest.won, guest.drawn, guest.points) == (3, 2, 1, 2.5)
    assert table.encounters["A", "G"].margin == -14
    assert (table.games, table.first) == (5, ("A",))
