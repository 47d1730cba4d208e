"""Games as the data of pages."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from owari.analysis.review import Review, values_from_the_end
from owari.games.catalog import find_game
from owari.games.game import Side
from owari.games.mancala import OWARI
from owari.games.numbering import NUMBERINGS
from owari.games.othello import OTHELLO
from owari.records.pgn import read_game
from owari.viewer.game_data import cell_names, cells_of, game_data, layout_of
from tests.games.nim import NIM
from tests.viewer.played_games import at_random, played

pytestmark = pytest.mark.fast

STATED = """[Event "Evening"]
[Round "3"]
[South "Depth 8"]
[North "Team\tRocket"]
[Game "owari"]
[First "South"]
[Result "1-0"]
[Score "1-0"]
[Termination "timed out"]
[Reason "Team Rocket used 5.2 s."]

1. S5 {depth 8, value +2 estimated, 0.120 s, cpu 0.118 s; good} N8 {value -3 exact} 1-0
"""


def test_a_record_is_told_with_all_its_facts() -> None:
    data = game_data(read_game(STATED), id="17")
    first, second = data["plies"]
    assert (data["id"], data["rules"], data["first"]) == ("17", "owari", "south")
    assert data["layout"] == {"family": "pits", "size": 6}
    assert data["north"] == "Team Rocket"
    assert data["heading"] == {"Event": "Evening", "Round": "3"}
    assert data["cells"][1] == [3, 3, 3, 3, 3, 0, 1, 4, 4, 3, 3, 3, 3, 0]
    assert first == {
        "side": "south",
        "text": "S5",
        "cell": 5,
        "seconds": 0.12,
        "depth": 8,
        "value": {"kind": "estimated", "number": 2},
        "comment": "good",
    }
    assert second["value"] == {"kind": "exact", "number": -3}
    assert data["summary"] == "1-0, Team Rocket forfeits"
    assert data["margin"] == 1
    assert data["reason"] == "Team Rocket used 5.2 s."
    assert "review" not in data


@pytest.mark.parametrize(
    ("stated", "kind", "number"),
    [
        ("+10008 score", "estimated", 8),
        ("-10003 score", "estimated", -3),
        ("+10000 score", "score", 10_000),
        ("+10037 score", "score", 10_037),
        ("+12.50 score", "score", 12.5),
    ],
)
def test_a_score_of_a_finished_game_is_a_margin(stated: str, kind: str, number: float) -> None:
    record = read_game(STATED.replace("+2 estimated", stated))
    assert game_data(record)["plies"][0]["value"] == {"kind": kind, "number": number}


@pytest.mark.parametrize(("stated", "kind"), [("+14", "exact"), ("+12", "estimated")])
def test_what_a_player_expects_of_the_ply_that_ends_the_game_is_known(
    stated: str, kind: str
) -> None:
    over = f'[Position "0,0,0,0,0,1,24,0,0,0,0,1,0,10 S"]\n\n1. S5 {{value {stated} estimated}} *'
    [ply] = game_data(read_game(over))["plies"]
    assert ply["value"] == {"kind": kind, "number": int(stated)}


def test_a_review_adds_what_each_move_was_worth() -> None:
    rules = find_game("owari:3x2")
    start = rules.parse_position("0,1,1,0,2,0,0,0 S")
    record = played(rules, [1, 4, 2], start=start)
    values = dict(values_from_the_end(record, seconds=0.2))
    data = game_data(record, review=Review(record, values))
    assert all(ply["worth"]["kind"] == "exact" for ply in data["plies"])
    lost = [ply for ply in data["plies"] if "loss" in ply]
    assert lost
    for ply in lost:
        assert ply["loss"]["number"] > 0
        assert ply["text"] not in ply["best"].split(", ")
    assert "Stones given away" in " ".join(data["review"])


@pytest.mark.parametrize(
    ("kind", "result", "decision"),
    [
        ("crashed", "0-1", {"text": "South's forfeit decided the game", "sides": ["south"]}),
        ("crashed", "1-0", {"text": "North's forfeit decided the game", "sides": ["north"]}),
        (
            "crashed",
            "0-0",
            {"text": "Both sides forfeited, and neither won", "sides": ["south", "north"]},
        ),
        ("unfinished", "*", None),
    ],
)
def test_a_forfeit_decides_a_game_from_the_position_after_the_last_ply(
    kind: str, result: str, decision: object
) -> None:
    """South's win is proved before and after its only move."""
    tags = f'[Game "owari:3x2"]\n[Position "0,1,1,0,2,0,0,0 S"]\n[Termination "{kind}"]\n\n'
    record = read_game(f"{tags}1. S1 {result}")
    assert game_data(record).get("decision") == decision
    values = dict(values_from_the_end(record, seconds=5))
    data = game_data(record, review=Review(record, values))
    assert data.get("decision") == decision
    assert "turning_point" not in data
    after = values[1].worth
    south = after if record.final.turn is Side.SOUTH else after.opposite()
    assert data["standing"] == {"kind": "exact", "number": south.guess}


def test_the_reason_of_an_illegal_move_names_what_was_legal() -> None:
    """The position is on the board. Without the words of the referee the reason stays as it is."""
    reason = "B played 2, but pit 2 is South's, and North is to move; "
    tags = '[Game "owari:3x2"]\n[Termination "illegal move"]\n[Reason "{}"]\n\n1. S1 1-0'
    known = read_game(tags.format(f"{reason}the position was 2,0,3,1,2,2,2,0 N, legal: 4, 5, 6"))
    assert game_data(known)["reason"] == f"{reason}North could play pit 4 or 5 or 6"
    other = f"{reason}the position was unknown"
    assert game_data(read_game(tags.format(other)))["reason"] == other


@pytest.mark.parametrize(("kind", "late"), [("timed out", True), ("illegal move", False)])
def test_the_turn_that_a_fault_ended_has_its_time(kind: str, late: bool) -> None:
    tags = f'[Game "owari:3x2"]\n[LostTurn "5.103"]\n[Termination "{kind}"]\n\n'
    data = game_data(read_game(f"{tags}1. S1 1-0"))
    assert data["lost_turn"] == {"side": "north", "seconds": 5.103, "late": late}
    assert "lost_turn" not in game_data(read_game('[Game "owari:3x2"]\n\n1. S1 *'))


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["owari", "kalah:1x1", "manchester", "othello:4", "free-othello:6"]
)
@given(choices=st.lists(st.integers(0, 99), max_size=40), first=st.sampled_from(Side))
def test_any_game_has_a_board_after_each_ply(name: str, choices: list[int], first: Side) -> None:
    rules = find_game(name)
    record = at_random(rules, choices, first)
    data = game_data(record)
    assert json.loads(json.dumps(data)) == data
    assert len(data["cells"]) == len(data["plies"]) + 1
    cells = {len(data["names"]), *map(len, data["cells"])}
    assert len(cells) == 1
    for ply, written in zip(record.plies, data["plies"], strict=True):
        assert written["side"] == str(ply.side).lower()
        assert (written["cell"] is None) == (ply.move in rules.moves_without_cell)
        if written["cell"] is not None:
            assert written["text"].endswith(data["names"][written["cell"]])


def test_squares_name_the_owner_of_each_disc_and_who_is_black() -> None:
    position = OTHELLO.start(Side.NORTH)
    assert layout_of(position) == {"family": "squares", "size": 8, "black": "north"}
    assert cells_of(position) == "." * 27 + "SN......NS" + "." * 27
    assert cell_names(OTHELLO)[:2] == ["a1", "b1"]


def test_goals_have_a_number_on_the_board_alone() -> None:
    assert cell_names(OWARI) == [*map(str, range(14))]
    assert cell_names(OWARI, NUMBERINGS["letters"]) == [*"ABCDEF", "goal"] * 2


def test_a_family_without_an_entry_is_shown_as_text() -> None:
    data = game_data(played(NIM, [3, 1]))
    assert data["layout"] == {"family": "text"}
    assert data["cells"] == ["12 S", "9 N", "8 S"]
    assert data["names"] == ["0", "1", "2", "3"]
    assert data["verb"] == "plays"
