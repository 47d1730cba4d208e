"""Live games and results as data for pages."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from owari.games.game import Move, Side
from owari.records.record import Ply
from owari.results.store import Store
from owari.tournament.run.duration_estimate import Span
from owari.tournament.run.live_moves import Heading, LivePlace, LiveWriter
from owari.tournament.tournament_state import tournament_state
from owari.viewer.game_data import cells_of
from owari.web.tournament_data import (
    MOST_LAST,
    Finals,
    place_in_bracket,
    time_left,
    tournament_data,
)
from owari.web.watch_routes import MOST_MOVES, LiveBoards
from tests.support.live_run import LiveRun, live_run, record

pytestmark = pytest.mark.fast

BOTS = ("</script>", "B&amp;", "C")


@pytest.fixture
def results(tmp_path: Path) -> Path:
    return tmp_path / "evening.db"


@pytest.fixture
def run(results: Path) -> Iterator[LiveRun]:
    with live_run(results, BOTS) as run:
        yield run


def test_pages_hear_of_each_ply_once(results: Path, run: LiveRun) -> None:
    boards = LiveBoards(results)
    assert boards.look() == []
    game = record("</script>", "C")
    run.begin(3, game)
    [(event, data)] = boards.look()
    assert event == "board"
    assert (data["slot"], data["game"]["id"], data["count"]) == (0, "3", 0)
    assert data["game"]["south"] == "</script>"
    assert data["turn"] == "south"
    assert boards.look() == []
    positions = list(game.positions())
    run.play(2)
    [(event, data)] = boards.look()
    assert event == "moves"
    assert data["cells"] == [cells_of(position) for position in positions[:3]]
    assert [ply["text"] for ply in data["plies"]] == [
        game.game.format_move(ply.move) for ply in game.plies[:2]
    ]
    assert (data["count"], data["used"]) == (2, {"south": 0.25, "north": 0.25})
    assert boards.look() == []
    [board] = boards.state()
    assert board["game"]["cells"][-1] == cells_of(positions[2])
    known = boards.playing(3)
    assert known
    so_far, times = known
    assert times["used"] == data["used"]
    assert so_far.plies == tuple(ply._replace(comment="") for ply in game.plies[:2])
    assert boards.playing(4) is None


def test_a_board_that_is_far_on_shows_its_last_plies(results: Path, run: LiveRun) -> None:
    boards = LiveBoards(results)
    game = record("C", "</script>")
    run.begin(4, game)
    boards.look()
    run.play(len(game.plies))
    [(_, data)] = boards.look()
    assert len(data["plies"]) == MOST_MOVES
    assert data["cells"][-1] == cells_of(game.final)
    assert (data["count"], data["turn"]) == (len(game.plies), None)
    run.end()
    assert boards.look() == [("cleared", {"slot": 0})]
    assert boards.state() == []


def test_a_game_that_takes_the_place_of_another_is_a_new_board(results: Path, run: LiveRun) -> None:
    boards = LiveBoards(results)
    run.begin(3, record("</script>", "C"))
    run.begin(4, record("C", "</script>"), slot=1)
    assert [event for event, _ in boards.look()] == ["board", "board"]
    run.play(5)
    run.end()
    run.begin(5, record("B\x1b[2J", "C"))
    run.play(1)
    [(event, data)] = boards.look()
    assert (event, data["game"]["id"], data["count"]) == ("board", "5", 1)
    assert "\x1b" not in json.dumps(data)


def test_a_game_against_the_rules_is_not_shown(results: Path, run: LiveRun) -> None:
    boards = LiveBoards(results)
    run.begin(3, record("</script>", "C"))
    boards.look()
    writer = LiveWriter.open(LivePlace(results.with_name("evening.db.live"), 1))
    assert writer
    start = record("A", "B").start
    for heading, ply in (
        (Heading(1, 1, "owari", str(start), "A", "B"), Ply(Side.SOUTH, Move(13))),
        (Heading(1, 1, "owari", "3,3", "A", "B"), Ply(Side.SOUTH, Move(1))),
        (Heading(1, 1, "no game", str(start), "A", "B"), Ply(Side.SOUTH, Move(1))),
    ):
        writer.begin(heading)
        writer.add(ply, start)
        assert boards.look() == []
    assert [board["game"]["id"] for board in boards.state()] == ["3"]


def test_the_results_say_all_that_the_page_shows(results: Path, run: LiveRun) -> None:
    games = {number: record(*BOTS[:2][:: 1 if number % 2 else -1]) for number in (1, 2)}
    run.begin(1, games[1])
    run.end()
    with Store.open(results) as store:
        data = tournament_data(store, "evening", 2, Finals())
        assert (data["title"], data["played"], data["scheduled"]) == ("Evening <i>&</i>", 1, 6)
        assert {game["number"] for game in data["next"]} == {2, 3, 4, 5, 6}
        assert not data["left"]  # one game says nothing of those of other bots
        [last] = data["last"]
        assert last["cells"] == cells_of(games[1].final)
        assert last["used"] == {
            "south": games[1].used(Side.SOUTH),
            "north": games[1].used(Side.NORTH),
        }
        assert last["score"] == str(games[1].ending.score)
        assert last["winner"] == str(games[1].ending.result.winner or "").lower()
        rows = data["standings"]["rows"]
        assert [len(row) for row in rows] == [len(data["standings"]["headers"])] * 3
        assert sum(cell is not None for row in data["matches"]["cells"] for cell in row) == 2
        assert not data["rounds"]["rows"]
        run.begin(2, games[2])
        run.end()
        finals = Finals()
        later = tournament_data(store, "evening", 0, finals)
        assert [game["number"] for game in later["last"]] == [2, 1]
        assert later["left"] == ""
        assert later["last"] == tournament_data(store, "evening", 0, finals)["last"]
        json.dumps(later, allow_nan=False)


def test_results_of_another_game_and_entered_scores_have_no_last_position(results: Path) -> None:
    with live_run(results, ("A", "B"), game="othello:4") as run:
        game = record("A", "B", "othello:4")
        run.begin(1, game)
        run.end()
        reported = record("B", "A", "othello:4")
        run.store.add(2, type(game)(game.game, game.start, "B", "A", ending=reported.ending))
        data = tournament_data(run.store, "evening", 0, Finals())
        cells = {game["number"]: game["cells"] for game in data["last"]}
        assert cells == {1: cells_of(game.final), 2: None}
        assert len(data["last"]) <= MOST_LAST


def test_where_bots_are_paired_by_rounds_the_page_says_who_met_whom(results: Path) -> None:
    with live_run(results, ("A", "B", "C"), format="knockout") as run:
        data = tournament_data(run.store, "cup", 0, Finals())
    headers, rows = data["rounds"]["headers"], data["rounds"]["rows"]
    assert list(headers[:3]) == ["round", "bot", "opponent"]
    assert [row[:3] for row in rows] == [["1", "A", "(bye)"], ["1", "B", "C"]]
    assert [row[0] for row in data["standings"]["rows"]] == ["in"] * 3


def test_a_bracket_counts_and_names_the_games_of_each_round(results: Path) -> None:
    rules = {"format": "knockout", "games-per-match": 2, "tie-break-games": 2}
    with live_run(results, ("A", "B", "C"), **rules) as run:

        def shown() -> tuple[Any, ...]:
            data = tournament_data(run.store, "cup", 0, Finals())
            return data["round"], data["played"], data["scheduled"], data["complete"]

        def play_round() -> None:
            state = tournament_state(run.store).with_next_round()
            run.store.rounds = list(state.progress.rounds)
            for game in state.scheduled:
                if game.number not in run.store.numbers():
                    run.store.add(game.number, record(game.south, game.north))

        play_round()
        assert shown() == ("Semi-final", 2, 2, False)  # whatever follows, it is not over
        while not shown()[3]:
            play_round()
        data = tournament_data(run.store, "cup", 0, Finals())
        assert shown() == ("", len(data["stages"]), len(data["stages"]), True)
        assert data["stages"][1] == "Semi-final"
        assert {*data["stages"].values()} >= {"Semi-final", "Final"}
        assert data["leaders"][0].startswith("Champion: ")
        assert ", who won the final" in data["leaders"][0]
        *_, final = data["bracket"]
        assert (final["stage"], final["played"]) == ("Final", len(final["games"]))
        assert final["winner"] in final["bots"]
        places = [
            place_in_bracket(tournament_state(run.store), number) for number in final["games"]
        ]
        assert [place["match"] for place in places] == [[1, 4], [2, 4], [3, 4], [4, 4]]
        assert [place["stage"] for place in places] == ["Final"] * 2 + ["Final, tie-break"] * 2
        bye = data["bracket"][0]
        assert (bye["stage"], bye["bots"], bye["games"]) == ("Semi-final", ["A", None], [])


@pytest.mark.parametrize(
    ("least", "most", "sentence"),
    [
        (3, 3, "Less than a minute is left."),
        (3, 59, "Less than a minute is left."),
        (20, 80, "Less than 2 minutes are left."),
        (20, 130, "Less than 3 minutes are left."),
        (60, 60, "About 1 minute is left."),
        (95, 119, "About 2 minutes are left."),
        (180, 540, "About 3 to 9 minutes are left."),
        (3000, 3700, "About 50 minutes to 1 hour and 2 minutes are left."),
        (3600, 3600, "About 1 hour is left."),
        (7500, 7500, "About 2 hours and 5 minutes are left."),
    ],
)
def test_the_time_left_is_a_sentence(least: float, most: float, sentence: str) -> None:
    assert time_left(Span(least, most)) == sentence


def test_the_time_left_is_that_of_the_round() -> None:
    assert time_left(Span(3, 5), by_rounds=True) == "Less than a minute of this round is left."
