"""Exact margins of Othello."""

from __future__ import annotations

import pytest
from vectors import rows

from owari.engine.evaluations import default_evaluation
from owari.engine.kernel import othello
from owari.engine.solving import Aim, forget, solve
from owari.engine.thinker import Thinker
from owari.games.catalog import find_game
from owari.games.game import PASS
from owari.games.othello import FREE_OTHELLO, OTHELLO, OthelloPosition
from owari.games.value import Kind

needs_kernel = pytest.mark.skipif(othello is None, reason="the reference would take too long")

ENDGAMES = rows("othello_endgames")


@pytest.fixture
def without_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("owari.engine.othello_kernel.othello", None)


def empty(position: OthelloPosition) -> int:
    return position.rules.size**2 - (position.south | position.north).bit_count()


@needs_kernel
@pytest.mark.parametrize(("board", "turn", "margin", "best"), ENDGAMES[:19])
def test_classic_endgames_and_their_best_moves(board, turn, margin, best):
    position = OTHELLO.parse_position(f"{board} {turn}")
    solution = solve(position)
    assert solution.reaches(Aim.EVERY_MOVE)
    assert solution.lower == int(margin)
    found = {OTHELLO.cell_name(move.move) for move in solution.moves if move.lower == int(margin)}
    assert found == set(best.split())


@needs_kernel
def test_a_large_endgame():
    board, turn, margin, best = ENDGAMES[19]
    assert margin == "38"
    solution = solve(OTHELLO.parse_position(f"{board} {turn}"), aim=Aim.MARGIN)
    assert solution.exact
    assert solution.lower == 38
    assert OTHELLO.cell_name(solution.best) == best


@pytest.mark.parametrize(
    ("game", "margin", "best"),
    [("othello:4", -10, "b1 a2 d3 c4"), ("free-othello:4", 0, "a1 d1 a4 d4")],
)
@needs_kernel
def test_the_smallest_boards_are_solved(game, margin, best):
    rules = find_game(game)
    solution = solve(rules.start())
    assert solution.exact
    assert solution.lower == margin
    found = [rules.cell_name(move.move) for move in solution.moves if move.lower == margin]
    assert found == best.split()


PASSES = "OXXX-OOOOXXX-XXX X"
"""X has no move, and is ahead all the same."""


def test_the_reference_proves_the_end_of_a_game(without_kernel):
    solution = solve(OTHELLO.resized(4).parse_position(PASSES))
    assert solution.moves == ((PASS, 4, 4),)


@needs_kernel
def test_the_kernel_knows_a_pass():
    solution = solve(OTHELLO.resized(4).parse_position(PASSES))
    assert solution.moves == ((PASS, 4, 4),)


@needs_kernel
def test_both_prove_the_same(monkeypatch):
    position = OTHELLO.resized(6).start()
    while empty(position) > 6:
        moves = position.legal_moves()
        position = position.play(moves[empty(position) % len(moves)])
    by_kernel = solve(position)
    monkeypatch.setattr("owari.engine.othello_kernel.othello", None)
    assert solve(position).moves == by_kernel.moves


@needs_kernel
def test_bounds_so_far_when_the_time_is_up():
    told = []
    solution = solve(OTHELLO.start(), seconds=0.05, on_bounds=told.append)
    assert (solution.lower, solution.upper) == (-64, 64)
    assert [move.move for move in solution.moves] == list(OTHELLO.start().legal_moves())
    assert told


def test_a_finished_game_is_refused():
    with pytest.raises(ValueError, match="over"):
        solve(OTHELLO.resized(4).parse_position("XXXXXXXXXXXXXXX- X"))


@needs_kernel
def test_forgetting_frees_what_was_kept():
    position = OTHELLO.parse_position(" ".join(ENDGAMES[0][:2]))
    first = solve(position, threads=1)
    again = solve(position, threads=1)
    forget()
    anew = solve(position, threads=1)
    assert first.moves == again.moves == anew.moves
    assert again.nodes < anew.nodes


def thinker(rules=OTHELLO, **options) -> Thinker:
    return Thinker(rules, default_evaluation(rules), **options)


@needs_kernel
def test_with_time_the_end_of_a_game_is_proved():
    board, turn, margin, best = ENDGAMES[0]
    found = thinker().think(OTHELLO.parse_position(f"{board} {turn}"), seconds=20.0)
    assert found.by == "proof"
    assert str(found.value) == f"+{margin} exact"
    assert OTHELLO.cell_name(found.move) == best


@needs_kernel
def test_with_little_time_in_the_middle_it_searches():
    found = thinker().think(OTHELLO.start(), seconds=0.05)
    assert found.by == "kernel"
    assert found.depth >= 1
    assert found.value.kind is Kind.ESTIMATED
    assert found.move in OTHELLO.start().legal_moves()


@needs_kernel
@pytest.mark.parametrize("threads", [1, 2])
def test_perfect_is_proved_however_long_it_takes(threads):
    rules = FREE_OTHELLO.resized(4)
    found = thinker(rules, threads=threads).think(rules.start(), perfect=True)
    assert str(found.value) == "+0 exact"
    assert rules.cell_name(found.move) in ("a1", "d1", "a4", "d4")


@needs_kernel
def test_two_threads_search_for_a_time():
    found = thinker(threads=2).think(OTHELLO.start(), seconds=0.1)
    assert found.by == "kernel"
    assert found.line[0] == found.move


@needs_kernel
def test_each_depth_is_told():
    told = []
    found = thinker().think(OTHELLO.start(), depth=5, on_depth=told.append)
    assert [each.depth for each in told] == [1, 2, 3, 4, 5]
    assert told[-1].line == found.line


def test_a_board_of_more_than_a_word_is_the_reference_s():
    start = OTHELLO.resized(10).start()
    large = thinker(start.rules)
    assert not large.uses_kernel(start)
    assert large.think(start, depth=2).by == "reference"
    with pytest.raises(ValueError, match="only the kernel"):
        large.think(start, perfect=True)
