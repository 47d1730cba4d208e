"""The kernel's evaluations of Othello against their definition in Python."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from owari.engine.evaluation import Evaluation
from owari.engine.families import evaluation_for
from owari.engine.kernel import othello
from owari.engine.othello_estimate import FEATURES, FITTED, TO_MOVE
from owari.engine.othello_kernel import as_given, kernel_evaluation
from owari.engine.othello_mixtures import COUNTS, MOST_WEIGHT, mixture
from owari.engine.search import search
from owari.engine.thinker import Thinker
from owari.games.game import Side
from owari.games.othello import FREE_OTHELLO, OTHELLO, OthelloPosition

pytestmark = pytest.mark.skipif(othello is None, reason="the kernel could not be compiled here")

SIZES = (4, 6, 8)


@st.composite
def played(draw: st.DrawFn) -> OthelloPosition:
    """Some random moves after the start."""
    rules = draw(st.sampled_from((OTHELLO, FREE_OTHELLO))).resized(draw(st.sampled_from(SIZES)))
    position = rules.start(draw(st.sampled_from(Side)))
    for choice in draw(st.lists(st.integers(0, 63), max_size=60)):
        moves = position.legal_moves()
        if not moves:
            break
        position = position.play(moves[choice % len(moves)])
    return position


@st.composite
def strewn(draw: st.DrawFn) -> OthelloPosition:
    """Discs anywhere: what no game reaches is worth the same, too."""
    rules = draw(st.sampled_from((OTHELLO, FREE_OTHELLO))).resized(draw(st.sampled_from(SIZES)))
    board = (1 << rules.size**2) - 1
    falling = sum(1 << n * (rules.size + 1) for n in range(rules.size))
    rising = sum(1 << n * (rules.size - 1) for n in range(1, rules.size + 1))
    line = draw(
        st.sampled_from((0, falling, falling & ~1, rising, rising & ~(1 << rules.size - 1)))
    )
    own = draw(st.integers(0, board)) | line
    other = draw(st.integers(0, board)) & ~own
    return OthelloPosition(rules, own, other, Side.SOUTH, Side.SOUTH)


names = st.sampled_from(("patterns", "fitted", "classroom", *COUNTS))
weights = st.floats(-MOST_WEIGHT / len(COUNTS), MOST_WEIGHT / len(COUNTS)).filter(bool)
mixtures = st.dictionaries(st.sampled_from(list(COUNTS)), weights, min_size=1).map(mixture)


def test_both_sides_name_the_same_counts_and_features() -> None:
    assert list(COUNTS) == othello.COUNTS
    assert [TO_MOVE, *FEATURES] == othello.FEATURES


def in_kernel(position: OthelloPosition, evaluation: Evaluation) -> int:
    rules = position.rules
    told = kernel_evaluation(rules, evaluation)
    return int(othello.evaluate(rules.numbers, as_given(position), told))


@settings(max_examples=400)
@given(played() | strewn(), names)
def test_those_with_a_name(position: OthelloPosition, name: str) -> None:
    evaluation = evaluation_for(position.rules, name)
    assert in_kernel(position, evaluation) == evaluation.horizon(position)


@pytest.mark.slow
@settings(max_examples=400)
@given(played() | strewn(), mixtures)
def test_any_mixture(position: OthelloPosition, evaluation: Evaluation) -> None:
    assert in_kernel(position, evaluation) == evaluation.horizon(position)


def test_an_evaluation_in_python_only_is_the_reference_s() -> None:
    ours = replace(FITTED, name="in-python-only", horizon=lambda position: position.own % 64)
    start = OTHELLO.resized(6).start()
    thinker = Thinker(start.rules, ours)
    assert not thinker.uses_kernel(start)
    found = thinker.think(start, depth=2)
    assert found.by == "reference"
    assert found[:4] == search(start, evaluation=ours, depth=2)[:4]
    assert Thinker(start.rules, FITTED).uses_kernel(start)
