"""The reference search: values, node counts, lines and limits."""

from __future__ import annotations

from itertools import count
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from owari.engine.evaluation import SOWING, Evaluation
from owari.engine.search import Found, search
from owari.games.catalog import find_game
from owari.games.game import Kind, Move, Side, Value
from owari.games.mancala import OWARI, SOWING_GAMES, Mancala
from tests.vectors import rows

GOALS = SOWING["goals"]
SOLVED = 99
"""A depth that no small game reaches."""
BEST = SOWING["goals-and-row"]
each_evaluation = pytest.mark.parametrize(
    "evaluation", SOWING.values(), ids=lambda evaluation: evaluation.name
)

# ---------------------------------------------------------------- right answers


@given(
    st.sampled_from(("owari:2x2", "kalah:2x3", "kalah:3x2", "manchester:2x2")),
    st.lists(st.integers(0, 9), max_size=6),
)
def test_the_depth_of_a_whole_game_is_the_least_that_searches_all_of_it(
    name: str, choices: list[int]
) -> None:
    position = find_game(name).start()
    for choice in choices:
        moves = position.legal_moves()
        if not moves:
            break
        position = position.play(moves[choice % len(moves)])
    if position.outcome():
        return
    found = search(position, evaluation=BEST, depth=SOLVED)
    assert found.value.kind is Kind.EXACT
    assert search(position, evaluation=BEST, depth=found.depth).value == found.value
    if found.depth > 1:
        assert search(position, evaluation=BEST, depth=found.depth - 1).value.kind is not Kind.EXACT


@pytest.mark.parametrize(
    ("depth", "value", "nodes"),
    [tuple(map(int, row)) for row in rows("search_nodes") if int(row[0]) <= 8],
)
def test_value_and_node_count_at_a_fixed_depth(depth: int, value: int, nodes: int) -> None:
    found = search(OWARI.start(), depth=depth, evaluation=GOALS)
    assert (found.value, found.nodes) == (Value(value, Kind.ESTIMATED), nodes)
    assert found.depth == len(found.line) == depth


@each_evaluation
def test_small_boards_are_solved(evaluation: Evaluation) -> None:
    for family, pits, stones, margin, _ in rows("first_moves"):
        if int(pits) ** 2 * int(stones) <= 27:
            start = SOWING_GAMES[family].resized(int(pits), int(stones)).start()
            found = search(start, depth=SOLVED, evaluation=evaluation)
            assert found.value == Value(int(margin), Kind.EXACT), start.rules.name


@pytest.mark.parametrize("name", ["positions-owari", "positions-kalah", "positions-kalah-empty"])
def test_every_move_of_positions_with_few_stones(name: str) -> None:
    solved = 0
    for game, text, best, margins in rows(name):
        position = find_game(game).parse_position(text)
        if sum(position.settled()) - sum(position.score()) > 8:
            continue
        found = search(position, depth=SOLVED, evaluation=GOALS)
        assert found.value == Value(int(best), Kind.EXACT), text

        own_row = position.rules.row(position.turn)
        for pit, margin in zip(own_row, margins.split(","), strict=True):
            if margin != "-":
                assert exact(position.play(Move(pit)), position.turn) == int(margin), text
        solved += 1
    assert solved > 20


def exact(position: Mancala, side: Side) -> float:
    """The final margin for the side under best play."""
    outcome = position.outcome()
    if outcome is not None:
        return outcome.margin(side)
    value = search(position, depth=SOLVED, evaluation=GOALS).value
    return value.number if position.turn is side else -value.number


# ---------------------------------------------------------------- the same as without pruning


def minimax(
    position: Mancala, depth: int, evaluation: Evaluation
) -> tuple[int, tuple[Move, ...], bool]:
    """South's value, the line of the first best moves, and whether all games were finished."""
    sign = 1 if position.turn is Side.SOUTH else -1
    outcome = position.outcome()
    if outcome is not None:
        return sign * evaluation.finished(outcome.margin(position.turn)), (), True
    if depth == 0:
        return sign * evaluation.horizon(position), (), False
    choices = []
    for move in position.legal_moves():
        value, line, finished = minimax(position.play(move), depth - 1, evaluation)
        choices.append((value, (move, *line), finished))
    value, line, _ = max(choices, key=lambda choice: sign * choice[0])
    return value, line, all(finished for _, _, finished in choices)


@st.composite
def positions(draw: st.DrawFn) -> Any:
    """Positions that go on, met in random play of small boards."""
    rules = find_game(draw(st.sampled_from(["owari:3x2", "owari:4x3", "kalah:3x3", "kalah:4x2"])))
    position = rules.start(draw(st.sampled_from(Side)))
    for choice in draw(st.lists(st.integers(0, 11), max_size=12)):
        moves = position.legal_moves()
        child = position.play(moves[choice % len(moves)])
        if child.outcome():
            break
        position = child
    return position


@settings(max_examples=60)
@given(positions(), st.integers(1, 4), st.sampled_from(list(SOWING.values())))
def test_pruning_changes_nothing(position: Mancala, depth: int, evaluation: Evaluation) -> None:
    value, line, finished = minimax(position, depth, evaluation)
    found = search(position, depth=depth, evaluation=evaluation)

    own = value if position.turn is Side.SOUTH else -value
    assert found.line == line
    assert found.move == line[0]
    if found.value.kind is Kind.EXACT:
        assert found.value.number == evaluation.margin(own)
    else:
        assert found.value == Value(own, evaluation.kind)
    if finished:
        assert found.value.kind is Kind.EXACT


@settings(max_examples=60)
@given(positions(), st.integers(1, 7), st.sampled_from(list(SOWING.values())))
def test_the_line_can_be_played_and_ends_in_the_value(
    position: Mancala, depth: int, evaluation: Evaluation
) -> None:
    found = search(position, depth=depth, evaluation=evaluation)
    end = position
    for move in found.line:
        end = end.play(move)

    outcome = end.outcome()
    if outcome is None:
        assert len(found.line) == depth
        worth = evaluation.horizon(end)
    else:
        worth = evaluation.finished(outcome.margin(end.turn))
    own = worth if end.turn is position.turn else -worth
    if found.value.kind is Kind.EXACT:
        assert outcome is not None
        own = evaluation.margin(own)
    assert found.value.number == own


@each_evaluation
def test_exact_means_that_no_leaf_was_guessed(evaluation: Evaluation) -> None:
    position = find_game("kalah:2x4").start()  # at most nine plies long
    kinds = [
        search(position, depth=depth, evaluation=evaluation).value.kind for depth in range(1, 20)
    ]
    first_exact = kinds.index(Kind.EXACT)
    assert first_exact > 3
    assert kinds == [evaluation.kind] * first_exact + [Kind.EXACT] * (19 - first_exact)


def test_a_side_that_moves_again_is_not_its_own_opponent() -> None:
    """South 5 ends in the goal, and South goes on to capture four with pit 0."""
    position = find_game("kalah").parse_position("1,0,2,2,0,1,0,2,2,0,0,3,2,0 S")
    found = search(position, depth=2, evaluation=GOALS)
    assert found.line == (Move(5), Move(0))
    assert found.value.number == 5


# ---------------------------------------------------------------- evaluations


@pytest.mark.parametrize(("name", "south"), [("goals", 5), ("material", 2), ("goals-and-row", 7)])
def test_what_a_position_is_worth(name: str, south: int) -> None:
    position = OWARI.parse_position("1,0,0,0,2,0,14,3,0,0,0,3,0,9 S")
    assert SOWING[name].horizon(position) == south
    assert SOWING[name].horizon(position._replace(turn=Side.NORTH)) == -south


@each_evaluation
def test_a_finished_game_is_told_by_its_margin(evaluation: Evaluation) -> None:
    margins = range(-576, 577)
    values = [evaluation.finished(margin) for margin in margins]
    assert values == sorted(set(values))
    assert [evaluation.margin(value) for value in values] == list(margins)


def test_a_win_is_above_everything() -> None:
    evaluation = SOWING["goals-and-row"]
    full_row = OWARI.parse_position("24,24,24,24,24,24,288,1,0,0,0,0,0,0 S")
    assert evaluation.finished(1) > evaluation.horizon(full_row)
    assert evaluation.finished(-1) < evaluation.horizon(full_row._replace(turn=Side.NORTH))


# ---------------------------------------------------------------- limits


@pytest.fixture
def ticks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that is a millisecond later each time it is read."""
    clock = count()
    monkeypatch.setattr("owari.engine.search.perf_counter", lambda: next(clock) / 1000)


@pytest.mark.usefixtures("ticks")
@pytest.mark.parametrize("seconds", [0.000001, 0.01, 0.1, 0.5])
def test_the_last_finished_depth_counts(seconds: float) -> None:
    seen: list[Found] = []
    found = search(OWARI.start(), seconds=seconds, evaluation=GOALS, on_depth=seen.append)

    assert [each.depth for each in seen] == list(range(1, found.depth + 1))
    assert (found.move, found.value, found.line) == seen[-1][:3]
    assert found.value == search(OWARI.start(), depth=found.depth, evaluation=GOALS).value
    assert found.seconds <= seconds + 0.004
    assert found.nodes >= seen[-1].nodes


@pytest.mark.usefixtures("ticks")
def test_more_time_is_more_depth() -> None:
    depths = [
        search(OWARI.start(), evaluation=BEST, seconds=seconds).depth
        for seconds in (1e-6, 0.02, 0.2, 1)
    ]
    assert depths == sorted(set(depths))
    assert depths[0] == 1


@pytest.mark.usefixtures("ticks")
def test_a_depth_and_a_time_whichever_ends_first() -> None:
    assert search(OWARI.start(), evaluation=BEST, depth=3, seconds=1000).depth == 3
    assert 1 <= search(OWARI.start(), evaluation=BEST, depth=50, seconds=0.1).depth < 50


@pytest.mark.usefixtures("ticks")
def test_a_solved_game_needs_no_more_time() -> None:
    found = search(find_game("kalah:2x4").start(), evaluation=BEST, seconds=1000)
    assert found.value == Value(-10, Kind.EXACT)
    assert found.depth < 20


def test_a_real_clock_ends_a_search() -> None:
    random = Random(1)
    position = OWARI.start()
    while position.outcome() is None:
        found = search(position, evaluation=BEST, seconds=0.001)
        assert found.move in position.legal_moves()
        assert found.depth >= 1
        position = position.play(random.choice(position.legal_moves()))


@pytest.mark.parametrize(
    ("limits", "sentence"),
    [
        ({}, "a search needs a depth or a time"),
        ({"depth": 0}, "a depth is at least 1 ply, not 0"),
        ({"depth": -1, "seconds": 1}, "a depth is at least 1 ply, not -1"),
        ({"seconds": 0}, "a time is more than 0 seconds, not 0"),
        ({"depth": 1, "seconds": -0.5}, "a time is more than 0 seconds, not -0.5"),
    ],
)
def test_limits_that_are_none(limits: dict[str, float], sentence: str) -> None:
    with pytest.raises(ValueError) as error:  # noqa: PT011
        search(OWARI.start(), evaluation=BEST, **limits)
    assert str(error.value) == sentence


def test_there_is_nothing_to_search_when_the_game_is_over() -> None:
    finished = OWARI.parse_position("0,0,0,0,0,0,19,0,0,4,0,0,1,12 N")
    with pytest.raises(ValueError, match="the game is over"):
        search(finished, evaluation=BEST, depth=1)
