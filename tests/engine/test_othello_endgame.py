"""The last squares of Othello in the kernel, held against a plain search to the end."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from owari.engine.kernel import othello
from owari.engine.othello_kernel import as_given, empty_squares, kernel_evaluation, new_engine
from owari.engine.othello_patterns import PATTERNS
from owari.engine.solution import Aim
from owari.games.catalog import find_game
from owari.games.othello import OTHELLO, OthelloPosition, OthelloRules

if TYPE_CHECKING:
    from owari.engine.kernel.native_othello import Evaluation

pytestmark = pytest.mark.skipif(othello is None, reason="the kernel could not be compiled here")

MARGIN: Evaluation = ({}, {}, 0, 1)
"""An evaluation whose values of finished games are margins."""


def random_position(rules: OthelloRules, squares: int, random: Random) -> OthelloPosition:
    """An unfinished position of a random game with so many empty squares."""
    while True:
        position = rules.start()
        while position.outcome() is None and empty_squares(position) > squares:
            position = position.play(random.choice(position.legal_moves()))
        if position.outcome() is None:
            return position


@settings(max_examples=200, deadline=None)
@given(
    st.sampled_from(["othello", "othello:6", "othello:4", "free-othello", "free-othello:4"]),
    st.integers(1, 10),
    st.integers(0, 2**32),
)
def test_the_margin_of_each_move_is_that_of_a_plain_search(
    game: str, squares: int, seed: int
) -> None:
    rules = find_game(game)
    assert isinstance(rules, OthelloRules)
    if rules.free:
        squares = min(squares, 7)
    position = random_position(rules, squares, Random(seed))
    proved, _ = new_engine(rules, 1, 1).solve(as_given(position), 0.0, 0, Aim.EVERY_MOVE, None)
    by_search = {}
    for move in position.legal_moves():
        after = position.play(move)
        if outcome := after.outcome():
            by_search[move.cell] = outcome.margin(position.turn)
            continue
        value, solved, _, _ = othello.plain(rules.numbers, as_given(after), 2 * squares, MARGIN)
        assert solved
        by_search[move.cell] = value if after.turn is position.turn else -value
    assert {cell: low for cell, low, _ in proved} == by_search
    assert all(low == high for _, low, high in proved)


@pytest.mark.parametrize("seed", range(4))
def test_a_guide_changes_no_margin(seed: int) -> None:
    position = random_position(OTHELLO, 13, Random(seed))
    guide = kernel_evaluation(OTHELLO, PATTERNS)
    found = [
        new_engine(OTHELLO, 1, 1).solve(
            as_given(position), 0.0, 0, Aim.EVERY_MOVE, None, None, None, each
        )
        for each in (None, guide)
    ]
    assert sorted(found[0][0]) == sorted(found[1][0])
    assert found[0][1] != found[1][1]
