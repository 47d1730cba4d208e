"""The kernel of Othello against the reference: the same rules, the same searches."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from owari.engine.families import evaluation_for
from owari.engine.kernel import othello
from owari.engine.othello_kernel import SIZES, as_given, kernel_evaluation
from owari.engine.search import Found, search
from owari.engine.thinker import Thinker
from owari.games.catalog import find_game
from owari.games.game import Kind
from owari.games.othello import FREE_OTHELLO, OTHELLO, OthelloPosition, OthelloRules
from tests.vectors import rows

pytestmark = pytest.mark.skipif(othello is None, reason="the kernel could not be compiled here")

ALL_RULES = [rules.resized(size) for rules in (OTHELLO, FREE_OTHELLO) for size in SIZES]
DISCS: Any = ({"discs": 1.0}, {}, 0, 1)
EVALUATIONS = st.sampled_from(
    ["patterns", "fitted", "classroom", "discs", "2*mobility + 10*corners - 0.3*danger"]
)


def as_rules(rules: OthelloRules) -> tuple[int, bool]:
    return rules.size, rules.free


@st.composite
def positions(draw: st.DrawFn, fewest: int = 1, most: int = 60) -> OthelloPosition:
    """Unfinished, somewhere in a random game, with so many empty squares."""
    rules = draw(st.sampled_from(ALL_RULES))
    random = Random(draw(st.integers(0, 2**32)))
    squares = rules.size**2 - 4
    assume(fewest <= squares)
    left = draw(st.integers(fewest, min(most, squares)))
    position = rules.start()
    while rules.size**2 - (position.south | position.north).bit_count() > left:
        after = position.play(random.choice(position.legal_moves()))
        assume(not after.outcome())
        position = after
    return position


@settings(max_examples=100, deadline=None)
@given(positions())
def test_moves_and_their_results(position: OthelloPosition) -> None:
    expected = [(move.cell, as_given(position.play(move))) for move in position.legal_moves()]
    assert othello.moves(as_rules(position.rules), as_given(position)) == expected


def test_a_finished_game_has_no_moves() -> None:
    position = OTHELLO.resized(4).parse_position("XXXXXXXXXXXXXXX- X")
    assert othello.moves((4, False), as_given(position)) == []


PERFT = [row for row in rows("othello_perft") if row[1] in "A-"]


@pytest.mark.parametrize(("game", "convention", "counts"), PERFT, ids=[row[0] for row in PERFT])
def test_perft(game: str, convention: str, counts: str) -> None:
    rules = find_game(game)
    for plies, count in enumerate(map(int, counts.split()), 1):
        if count < 30_000_000:
            assert othello.perft(as_rules(rules), as_given(rules.start()), plies) == count


PORTABLE = import_module("owari.engine.kernel.native_othello") if othello is not None else None


@pytest.mark.skipif(PORTABLE is othello, reason="there is one build only")
@settings(max_examples=100, deadline=None)
@given(positions(most=6))
def test_both_builds_are_the_same(position: OthelloPosition) -> None:
    rules, board = as_rules(position.rules), as_given(position)
    assert PORTABLE.moves(rules, board) == othello.moves(rules, board)
    assert PORTABLE.perft(rules, board, 3) == othello.perft(rules, board, 3)
    assert PORTABLE.plain(rules, board, 9, DISCS) == othello.plain(rules, board, 9, DISCS)
    solved = [
        build.Engine(rules, 1, 1).solve(board, 0.0, 0, 2, None) for build in (PORTABLE, othello)
    ]
    assert solved[0] == solved[1]


@pytest.mark.skipif(PORTABLE is othello, reason="there is one build only")
@pytest.mark.parametrize("rules", [(4, False), (6, True), (8, False), (8, True)])
def test_the_usual_game_alone_has_a_build_for_avx2(rules: tuple[int, bool]) -> None:
    is_portable = isinstance(othello.Engine(rules, 1, 1), PORTABLE.Engine)
    assert is_portable is (rules != (8, False))


@settings(max_examples=40, deadline=None)
@given(positions(), st.integers(1, 3), EVALUATIONS)
def test_both_searches_of_the_kernel_answer_as_the_reference(
    position: OthelloPosition, depth: int, name: str
) -> None:
    rules = position.rules
    evaluation = evaluation_for(rules, name)
    assume(rules.size < 8 or not rules.free or depth < 3)  # which takes the reference long
    expected = search(position, depth=depth, evaluation=evaluation)
    exact = expected.value.kind is Kind.EXACT
    line = tuple(move.cell for move in expected.line)

    weights = kernel_evaluation(rules, evaluation)
    plain = othello.plain(as_rules(rules), as_given(position), depth, weights)
    assert plain[1:] == (exact, expected.nodes, line)
    assert evaluation.told(plain[0], proved=exact) == expected.value

    found = Thinker(rules, evaluation).think(position, depth=depth)
    assert found.line == expected.line
    assert found.depth <= depth  # it stops when all is proved
    proved = found.value.kind is Kind.EXACT
    assert found.value == evaluation.told(plain[0], proved=proved)


@settings(max_examples=40, deadline=None)
@given(positions(), st.integers(4, 6), EVALUATIONS)
def test_the_search_with_a_table_answers_as_the_plain_one(
    position: OthelloPosition, depth: int, name: str
) -> None:
    rules = position.rules
    assume(not rules.free or depth == 4)
    weights = kernel_evaluation(rules, evaluation_for(rules, name))
    plain = othello.plain(as_rules(rules), as_given(position), depth, weights)
    engine = othello.Engine(as_rules(rules), 1, 1)
    found = engine.think(as_given(position), depth, 0.0, weights, True, None)
    assert (found[0], found[4]) == (plain[0], plain[3])


@settings(max_examples=100, deadline=None)
@given(positions(most=8), st.integers(1, 2))
def test_the_margin_of_every_move_is_what_plain_search_finds(
    position: OthelloPosition, threads: int
) -> None:
    rules = as_rules(position.rules)
    bounds, _ = othello.Engine(rules, 1, threads).solve(as_given(position), 0.0, 0, 2, None)
    expected = []
    for move in position.legal_moves():
        after = position.play(move)
        if outcome := after.outcome():
            margin = outcome.margin(position.turn)
        else:
            margin = -othello.plain(rules, as_given(after), 40, DISCS)[0]
        expected.append((move.cell, margin, margin))
    assert sorted(bounds) == expected


@settings(max_examples=20, deadline=None)
@given(positions(fewest=9, most=12), st.integers(1, 2))
def test_with_more_squares_empty_the_table_serves(position: OthelloPosition, threads: int) -> None:
    assume(not position.rules.free or position.rules.size == 4)
    rules = as_rules(position.rules)
    bounds, _ = othello.Engine(rules, 1, threads).solve(as_given(position), 0.0, 0, 0, None)
    margin = max(lower for _, lower, _ in bounds)
    assert margin == max(upper for _, _, upper in bounds)
    assert margin == othello.plain(rules, as_given(position), 40, DISCS)[0]


@settings(max_examples=30, deadline=None)
@given(positions(most=4))
def test_the_reference_finds_the_same_margins(position: OthelloPosition) -> None:
    found = search(position, depth=20, evaluation=evaluation_for(position.rules, "discs"))
    engine = othello.Engine(as_rules(position.rules), 1, 1)
    bounds, _ = engine.solve(as_given(position), 0.0, 0, 0, None)
    assert found.value.kind is Kind.EXACT
    assert max(lower for _, lower, _ in bounds) == found.value.margin


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: othello.perft((10, False), (1, 2), 1), "boards of 4, 6 and 8"),
        (lambda: othello.perft((4, False), (1 << 16, 2), 1), "a disc beyond the board"),
        (lambda: othello.perft((4, False), (3, 2), 1), "two discs on one square"),
        (lambda: othello.plain((4, False), (1, 0), 3, DISCS), "the game is over"),
        (lambda: othello.plain((4, False), (1, 2), 201, DISCS), "a depth is 1 to 200 plies"),
        (lambda: othello.plain((4, False), (1, 2), 0, DISCS), "a depth is 1 to 200 plies"),
        (
            lambda: othello.plain((4, False), (1, 2), 2, ({}, {"discs": (1,) * 9}, 0, 1)),
            "an estimate has 17 weights of each kind here, not 9",
        ),
        (
            lambda: othello.plain((4, False), (1, 2), 2, ({"discs": 1e9}, {}, 0, 1)),
            "no room for such large weights",
        ),
        (
            lambda: othello.plain((4, False), (1, 2), 2, ({"discs": float("nan")}, {}, 0, 1)),
            "no room for such large weights",
        ),
        (
            lambda: othello.plain((4, False), (1, 2), 2, ({"disks": 1.0}, {}, 0, 1)),
            "counts no disks",
        ),
        (
            lambda: othello.plain((4, False), (1, 2), 2, ({}, {"disks": (1,) * 17}, 0, 1)),
            "counts no disks",
        ),
        (lambda: othello.Engine((4, False), 0, 1), "1 megabyte or more"),
        (lambda: othello.Engine((4, False), 1, 65), "1 to 64 threads"),
        (lambda: othello.Engine((4, False), 1, 1).solve((1, 2), 0.0, 0, 3, None), "no aim 3"),
        (lambda: othello.Engine((4, False), 1, 1).solve((1, 0), 0.0, 0, 0, None), "game is over"),
    ],
)
def test_what_the_kernel_refuses(call: Callable[..., Any], error: str) -> None:
    with pytest.raises(ValueError, match=error):
        call()


@pytest.mark.parametrize("number", [-1, 1 << 64])
def test_numbers_that_are_no_board(number: int) -> None:
    with pytest.raises(OverflowError):
        othello.perft((8, False), (number, 0), 1)


def test_an_exception_of_the_listener_ends_the_search() -> None:
    def listener(found: Found) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        Thinker(OTHELLO, evaluation_for(OTHELLO, "discs")).think(
            OTHELLO.start(), depth=8, on_depth=listener
        )
