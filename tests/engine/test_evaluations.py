"""Evaluations by name, and Othello's mixtures as they are written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from owari.engine.evaluation import FINISHED
from owari.engine.families import ENGINES, evaluation_for, evaluation_in_file
from owari.engine.othello_mixtures import (
    COUNTS,
    MOST_WEIGHT,
    evaluation_text,
    format_mixture,
    mixture,
    read_mixture,
)
from owari.engine.search import search
from owari.games.catalog import GAMES, find_game
from owari.games.game import Kind, Side, Value
from owari.games.mancala import OWARI
from owari.games.othello import FREE_OTHELLO, OTHELLO, OthelloPosition

SMALL = OTHELLO.resized(4).parse_position("XX-O -XO- O--- ---X X")
"""The counts of both sides are in test_othello_counts.py."""
EDGES = OTHELLO.parse_position(
    "XXX-OO-O -X----OO -------O -------- -------- -------- O-----X- -X----X- X"
)
weights = st.integers(-16_000, 16_000).filter(bool).map(lambda number: number / 1000)
mixtures = st.dictionaries(st.sampled_from(list(COUNTS)), weights, min_size=1)


@st.composite
def positions(draw: st.DrawFn) -> OthelloPosition:
    rules = draw(st.sampled_from((OTHELLO, FREE_OTHELLO))).resized(draw(st.sampled_from((4, 6, 8))))
    position = rules.start()
    for choice in draw(st.lists(st.integers(0, 99), max_size=60)):
        moves = position.legal_moves()
        if not moves:
            break
        position = position.play(moves[choice % len(moves)])
    return position


# ---------------------------------------------------------------- values


@pytest.mark.parametrize(
    ("position", "name", "value"),
    [
        (SMALL, "discs", 1429),  # 100 * 1 / 7
        (SMALL, "mobility", 0),
        (SMALL, "potential-mobility", 1429),  # 100 * 2 / 14
        (SMALL, "corners", 3333),
        (SMALL, "edge-stability", 10000),  # 1 and -3: 100 * 4 / 4
        (SMALL, "danger", 0),
        (SMALL, "classroom", 16190),  # 14.285... twice, 33.333... and 100
        (EDGES, "edge-stability", -1429),  # -4 and -3: 100 * -1 / 7
        (EDGES, "danger", -10000),  # -1 and 1: 100 * -2 / 2
        (OTHELLO.start(), "classroom", 0),
        (SMALL, "2*corners - discs", 5238),  # 66.666... - 14.285...
        (SMALL, "0.5*edge-stability", 5000),
    ],
)
def test_by_hand(position: OthelloPosition, name: str, value: int) -> None:
    evaluation = evaluation_for(position.rules, name)
    assert evaluation.horizon(position) == value
    assert evaluation.horizon(position._replace(turn=Side.NORTH)) == -value


def test_the_sum_is_rounded_once_and_halves_to_even() -> None:
    nine_to_seven = OTHELLO.resized(4).parse_position("XXXX XXXX XOOO OOOO X")
    assert mixture({"discs": 0.25}).horizon(nine_to_seven) == 312  # 12.5 / 4 = 3.125 points
    assert mixture({"discs": 0.75}).horizon(nine_to_seven) == 938  # 9.375 points


@given(positions(), mixtures)
def test_a_mixture_is_worth_the_opposite_to_the_other_side(
    position: OthelloPosition, given_weights: dict[str, float]
) -> None:
    evaluation = mixture(given_weights)
    other = position._replace(turn=position.turn.other)
    assert evaluation.horizon(position) == -evaluation.horizon(other)


@given(positions(), st.sampled_from(["patterns", "fitted", "classroom", *COUNTS]))
def test_a_mirrored_board_is_worth_the_same(position: OthelloPosition, name: str) -> None:
    evaluation = evaluation_for(position.rules, name)
    size = position.rules.size

    def moved(discs: int, place: Callable[..., Any]) -> int:
        squares = ((row, column) for row in range(size) for column in range(size))
        return sum(
            1 << place(row, column) for row, column in squares if discs >> (row * size + column) & 1
        )

    for place in (
        lambda row, column: row * size + size - 1 - column,
        lambda row, column: (size - 1 - row) * size + column,
        lambda row, column: column * size + row,
    ):
        south, north = moved(position.south, place), moved(position.north, place)
        mirrored = position._replace(south=south, north=north)
        assert evaluation.horizon(mirrored) == evaluation.horizon(position)


@pytest.mark.parametrize("name", ["fitted", "classroom", "99*corners"])
def test_finished_games_are_told_apart_by_their_margins(name: str) -> None:
    evaluation = evaluation_for(OTHELLO, name)
    margins = range(-64, 65)
    values = [evaluation.finished(margin) for margin in margins]
    assert values == sorted(set(values))
    assert [evaluation.margin(value) for value in values] == list(margins)
    assert [evaluation.told(value, proved=True) for value in values] == [
        Value(margin, Kind.EXACT) for margin in margins
    ]


def test_a_win_is_worth_more_than_any_score() -> None:
    best = evaluation_for(OTHELLO, f"{MOST_WEIGHT}*corners")
    all_corners = OTHELLO.parse_position(f"X{'-' * 6}X{'-' * 48}X{'-' * 6}X X")
    assert best.horizon(all_corners) == 100 * 100 * MOST_WEIGHT < best.finished(1)
    assert -best.horizon(all_corners) > best.finished(-1)
    assert best.told(best.finished(2), proved=False) == Value(FINISHED + 2.0, Kind.SCORE)


def test_what_people_are_told() -> None:
    classroom, fitted = (evaluation_for(OTHELLO, name) for name in ("classroom", "fitted"))
    assert str(classroom.told(3333, proved=False)) == "eval 33.33"
    assert str(classroom.told(-50, proved=False)) == "eval -0.50"
    assert str(fitted.told(-1160, proved=False)) == "-12 estimated"
    assert str(fitted.told(-1200, proved=True)) == "-12 exact"
    goals = evaluation_for(OWARI, "goals-and-row")
    assert str(goals.told(7, proved=False)) == "eval 7"


def test_the_estimate_stays_within_the_board() -> None:
    fitted = evaluation_for(OTHELLO, "fitted")
    all_edges = OTHELLO.parse_position(
        f"XXXXXXXX{'X------X' * 2}X--O---X{'X------X' * 3}XXXXXXXX X"
    )
    assert fitted.horizon(all_edges) == 6400
    assert fitted.horizon(all_edges._replace(turn=Side.NORTH)) == -6400


@pytest.mark.parametrize("name", ["fitted", "classroom", "discs - mobility"])
def test_the_reference_search_solves_the_end(name: str) -> None:
    position = OTHELLO.resized(4).parse_position("XX-O -XO- OXOX OXOX X")
    evaluation = evaluation_for(position.rules, name)
    found = search(position, depth=10, evaluation=evaluation)
    by_discs = search(position, depth=10, evaluation=evaluation_for(position.rules, "discs"))
    assert found.value.kind is Kind.EXACT
    assert found.value == by_discs.value


# ---------------------------------------------------------------- names


def test_every_game_has_evaluations_of_its_own() -> None:
    for game in GAMES.values():
        names = ENGINES[game].evaluations
        assert [evaluation.name for evaluation in names.values()] == list(names)
        assert evaluation_for(game, None) in names.values()
        assert evaluation_in_file(game, None) is ENGINES[game].default in names.values()
        assert ENGINES[game].estimate.kind is Kind.ESTIMATED
        assert all(evaluation.summary for evaluation in names.values())
    assert ENGINES[OWARI].default.name == "goals-and-row"
    for name, default in (("othello", "patterns"), ("othello:6", "fitted")):
        assert evaluation_for(find_game(name), None).name == default
        assert evaluation_in_file(find_game(name), None).name == "fitted"
        assert evaluation_in_file(find_game(name), "patterns").name == "patterns"


@pytest.mark.parametrize(
    ("game", "name", "sentence"),
    [
        ("othello", "goals", "'goals' is not an evaluation for othello; there are fitted,"),
        ("othello:6", "best", "'best' is not an evaluation for othello:6; there are fitted,"),
        ("owari", "fitted", "'fitted' is not an evaluation for owari; there are goals, material,"),
        ("kalah:3x2", "2*corners", "'2*corners' is not an evaluation for kalah:3x2; there are"),
        ("othello", "2*mobilty + corners", "'mobilty' is not a count for a mixture; did you"),
        ("othello", "2*fitted", "'fitted' is not a count for a mixture; there are discs,"),
        ("othello", "corners mobility", "'corners mobility' is not a mixture: write it as in 2*"),
        ("othello", "corners +", "'corners +' is not a mixture"),
        ("othello", "corners * 2", "'corners * 2' is not a mixture: write a weight before"),
        ("othello", "2*", "'2*' is not a mixture"),
        ("othello", "*", "'*' is not a mixture"),
        ("othello", "corners - -2*discs", "'corners - -2*discs' is not a mixture"),
        ("othello", "corners + 2*corners", "corners appears twice in the mixture: add up its"),
        ("othello", "two*corners", "the weight of corners must be a number such as 2 or 0.5"),
        ("othello", "1e3*corners", "the weight of corners must be a number such as 2 or 0.5"),
        ("othello", "0*corners", "the weight of corners must be a number other than 0, at most"),
        ("othello", "100*corners", "the weight of corners must be a number other than 0, at most"),
        (
            "othello",
            "9" * 400 + "*corners",
            "the weight of corners must be a number such as 2 or 0.5",
        ),
        ("othello", "50*corners - 50*discs", "the weights of a mixture must not exceed 99"),
    ],
)
def test_what_is_no_evaluation(game: str, name: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=r"^.{20,300}$") as error:
        evaluation_for(find_game(game), name)
    assert str(error.value).startswith(sentence)


# ---------------------------------------------------------------- mixtures as texts


@pytest.mark.parametrize(
    ("text", "expected", "canonical"),
    [
        ("2*mobility+10*corners-danger", {"mobility": 2, "corners": 10, "danger": -1}, None),
        (" 2 * mobility  + 10*corners - danger ", {"mobility": 2, "corners": 10, "danger": -1}, ""),
        ("-corners", {"corners": -1}, "-corners"),
        ("+corners", {"corners": 1}, "corners"),
        ("mobility-potential-mobility", {"mobility": 1, "potential-mobility": -1}, None),
        ("edge-stability-.5*discs", {"edge-stability": 1, "discs": -0.5}, None),
        ("1.50*discs", {"discs": 1.5}, "1.5*discs"),
    ],
)
def test_a_mixture_as_text(text: str, expected: dict[str, float], canonical: str | None) -> None:
    assert read_mixture(text) == expected
    canonical = canonical or format_mixture(expected)
    assert mixture(expected).name == evaluation_for(OTHELLO, text).name.strip() == canonical


@given(mixtures)
def test_a_mixture_is_read_as_it_is_written(given_weights: dict[str, float]) -> None:
    assert read_mixture(format_mixture(given_weights)) == given_weights
    assert evaluation_text(given_weights) == format_mixture(given_weights)


@pytest.mark.parametrize(
    ("given_value", "sentence"),
    [
        ({}, "a mixture needs one or more of discs, mobility,"),
        ({"mobility": "two"}, "the weight of mobility must be a number such as 2 or 0.5"),
        ({"mobility": None}, "the weight of mobility must be a number such as 2 or 0.5"),
        ({"mobility": True}, "the weight of mobility must be a number such as 2 or 0.5"),
        ({"mobility": ["2"]}, "the weight of mobility must be a number such as"),
        ({"mobility": "nan"}, "the weight of mobility must be a number such as 2 or 0.5"),
        ({"goals": "2"}, "'goals' is not a count for a mixture; there are discs,"),
        (["corners"], "an evaluation is a name, or a mixture as in 2*mobility"),
        (None, "an evaluation is a name, or a mixture as in 2*mobility"),
    ],
)
def test_what_no_tournament_file_can_have(
    given_value: list[str] | dict[str, bool | str | list[str] | None] | None, sentence: str
) -> None:
    with pytest.raises(ValueError, match=r"^.{20,200}$") as error:
        evaluation_text(given_value)
    assert str(error.value).startswith(sentence)


def test_a_mixture_as_mapping() -> None:
    given_value = {"mobility": "2", "corners": "10", "danger": "-0.5"}
    assert evaluation_text(given_value) == "2*mobility + 10*corners - 0.5*danger"
