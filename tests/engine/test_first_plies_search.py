"""The engine in the first two plies, where their number matters, against the reference."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from owari.engine.evaluation import SOWING, Evaluation
from owari.engine.families import solve
from owari.engine.first_plies import think_in_opening
from owari.engine.kernel import sowing
from owari.engine.search import Found, search
from owari.engine.solution import Aim
from owari.engine.thinker import Thinker
from owari.games.game import SWAP, Kind, Move, Side
from owari.games.mancala import KALAH, MANCHESTER, OWARI, FirstPly, Mancala, SecondPly

OPENINGS = [
    MANCHESTER,
    replace(OWARI, family="pie-owari", pie=True),
    replace(KALAH, family="one-turn", first_move_extra_turn=False),
]


@st.composite
def openings(draw: st.DrawFn, most_pits: int = 5, most_stones: int = 6) -> Mancala:
    """Before the first or the second ply, unfinished."""
    rules = draw(st.sampled_from(OPENINGS))
    rules = rules.resized(draw(st.integers(1, most_pits)), draw(st.integers(1, most_stones)))
    position = rules.start(draw(st.sampled_from(Side)))
    if draw(st.booleans()):
        moves = position.legal_moves()
        position = position.play(draw(st.sampled_from(moves)))
    assume(not position.outcome())
    return position


@settings(max_examples=150)
@given(openings(), st.integers(1, 5), st.sampled_from(list(SOWING)))
def test_a_depth_is_that_of_the_reference(
    position: FirstPly | Mancala | SecondPly, depth: int, name: str
) -> None:
    evaluation = SOWING[name]
    expected = search(position, depth=depth, evaluation=evaluation)
    found = Thinker(position.rules, evaluation).think(position, depth=depth)
    assert found.line == expected.line
    assert _raw(found, evaluation) == _raw(expected, evaluation)


@pytest.mark.slow
@pytest.mark.slow
@given(openings(3, 2))
def test_a_search_of_the_whole_game_tells_a_depth_that_the_game_has(
    position: FirstPly | Mancala | SecondPly,
) -> None:
    evaluation = SOWING["goals"]
    found = Thinker(position.rules, evaluation).think(position, depth=99)
    expected = search(position, depth=99, evaluation=evaluation)
    assert (found.value, found.move) == (expected.value, expected.move)
    assert found.value.kind is Kind.EXACT
    assert len(found.line) <= found.depth < 99


def knows(position: Mancala) -> bool:
    return position.ply is None


@settings(max_examples=100)
@given(openings(), st.integers(1, 4))
def test_without_the_kernel_it_is_the_same(
    position: FirstPly | Mancala | SecondPly, depth: int
) -> None:
    def think(child: Mancala, *, depth: int, seconds: float | None) -> Found:
        return search(child, depth=depth, seconds=seconds, evaluation=evaluation)

    evaluation = SOWING["goals"]
    expected = search(position, depth=depth, evaluation=evaluation)
    found = think_in_opening(
        position, knows, think, evaluation, depth=depth, seconds=None, deepest=99
    )
    assert (found.line, found.value.number) == (expected.line, expected.value.number)


def _raw(found: Found, evaluation: Evaluation) -> float:
    exact = found.value.kind is Kind.EXACT
    return evaluation.finished(found.value.number) if exact else found.value.number


@settings(max_examples=60)
@given(openings(most_pits=3, most_stones=2))
def test_a_proof_is_that_of_the_reference(position: FirstPly | Mancala | SecondPly) -> None:
    solution = solve(position)
    assert solution.exact
    for move, lower, upper in solution.moves:
        after = position.play(move)
        outcome = after.outcome()
        if outcome is not None:
            margin: float = outcome.margin(position.turn)
        else:
            found = search(after, depth=90, evaluation=SOWING["goals"])
            margin = found.value.number * (1 if after.turn is position.turn else -1)
        assert (lower, upper) == (margin, margin)
    assert [move.move for move in solution.moves] == list(position.legal_moves())


@settings(max_examples=40)
@given(openings(most_pits=3, most_stones=2), st.sampled_from(Aim))
def test_whatever_is_aimed_at_is_reached(
    position: FirstPly | Mancala | SecondPly, aim: Aim
) -> None:
    solution = solve(position, aim=aim)
    whole = solve(position)
    assert solution.reaches(aim)
    assert solution.lower == whole.lower
    if aim is not Aim.MARGIN:
        assert solution.best == whole.best


@pytest.mark.skipif(sowing is None, reason="to be perfect takes the kernel")
@settings(max_examples=40)
@given(openings(most_pits=3, most_stones=2))
def test_perfect_play_begins_with_the_first_ply(position: FirstPly | Mancala | SecondPly) -> None:
    thinker = Thinker(position.rules, SOWING["goals"])
    found = thinker.think(position, perfect=True)
    assert found.value == (solve(position).lower, Kind.EXACT)
    assert found.by == "proof"


def test_the_book_knows_nothing_of_the_plies_that_count() -> None:
    """Owari's book has the position after this first move, where a swap is possible too."""
    rules = replace(OWARI, family="pie-owari", pie=True)
    taken = rules.start().play(Move(0))
    for position in (rules.start(), taken):
        assert Thinker(rules, SOWING["goals"]).think(position, seconds=0.05).by != "book"
    plain, swap = solve(Mancala(*taken), aim=Aim.MARGIN), solve(taken, aim=Aim.MARGIN)
    assert swap.lower == abs(plain.lower)


def test_a_first_move_that_is_too_good_is_swapped() -> None:
    taken = MANCHESTER.resized(3, 2).start().play(Move(0))
    assert solve(taken).moves[-1][1:] == (-8, -8)
    weak = MANCHESTER.parse_position("0,6,6,6,6,6,6,20,7,7,7,0,0,0,0,0 N ply1")
    assert Thinker(weak.rules, SOWING["goals"]).think(weak, depth=6).move == SWAP


@pytest.mark.skipif(sowing is None, reason="for the reference this is quick too")
def test_bounds_when_the_time_is_up() -> None:
    solution = solve(MANCHESTER.start(), seconds=0.01)
    assert not solution.exact
    assert len(solution.moves) == 7
    assert -98 <= solution.lower < solution.upper <= 98


@pytest.mark.parametrize("first", [(), (0,)], ids=["first-ply", "second-ply"])
def test_bounds_are_told_as_they_are_proved(first: tuple[int, ...]) -> None:
    position = MANCHESTER.resized(3, 2).start()
    for pit in first:
        position = position.play(Move(pit))
    told: list[Any] = []
    solution = solve(position, on_bounds=told.append)
    moves = list(position.legal_moves())
    assert all([move.move for move in each.moves] == moves for each in told)
    assert told
    assert told[-1].moves == solution.moves


def test_a_time_ends_with_the_last_finished_depth() -> None:
    told: list[Any] = []
    thinker = Thinker(MANCHESTER, SOWING["goals"])
    found = thinker.think(MANCHESTER.start(), seconds=0.05, on_depth=told.append)
    assert [each.depth for each in told] == list(range(1, found.depth + 1))
    assert found.line == told[-1].line
    by_depth = search(MANCHESTER.start(), depth=min(found.depth, 3), evaluation=SOWING["goals"])
    assert told[by_depth.depth - 1].line == by_depth.line


def test_an_iteration_that_its_time_ended_does_not_count() -> None:
    """The search behind the third ply comes back early, with a depth that was not asked for."""

    def think(position: Mancala, *, depth: int, seconds: float | None) -> Found:
        return search(position, depth=min(depth, 2), evaluation=SOWING["goals"])

    start = MANCHESTER.start()
    found = think_in_opening(
        start, knows, think, SOWING["goals"], depth=None, seconds=60.0, deepest=99
    )
    assert found.depth == 4
    assert found.line == search(start, depth=4, evaluation=SOWING["goals"]).line


def test_a_time_and_a_depth_end_with_the_depth() -> None:
    found = Thinker(MANCHESTER, SOWING["goals"]).think(MANCHESTER.start(), depth=2, seconds=60)
    assert found.depth == 2


def test_an_opening_that_is_soon_over_is_proved_in_any_time() -> None:
    start = MANCHESTER.resized(2, 1).start()
    found = Thinker(start.rules, SOWING["goals-and-row"]).think(start, seconds=60.0)
    assert found.value.kind is Kind.EXACT
    assert found.value.number == solve(start).lower
