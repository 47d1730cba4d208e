"""Exact margins of Othello."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from owari.engine.families import ENGINES, forget, solve
from owari.engine.kernel import othello
from owari.engine.othello_kernel import as_given
from owari.engine.othello_proof import _alike, _turns
from owari.engine.solution import Aim
from owari.engine.thinker import Thinker
from owari.games.catalog import find_game
from owari.games.game import PASS, Kind
from owari.games.othello import FREE_OTHELLO, OTHELLO, OthelloPosition, OthelloRules
from tests.vectors import rows

needs_kernel = pytest.mark.skipif(othello is None, reason="the reference would take too long")

ENDGAMES = rows("othello_endgames")


@pytest.fixture
def without_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("owari.engine.othello_kernel.othello", None)


def empty(position: OthelloPosition) -> int:
    return position.rules.size**2 - (position.south | position.north).bit_count()


@needs_kernel
@pytest.mark.parametrize(("board", "turn", "margin", "best"), ENDGAMES[:19])
def test_classic_endgames_and_their_best_moves(
    board: str, turn: str, margin: str, best: str
) -> None:
    position = OTHELLO.parse_position(f"{board} {turn}")
    solution = solve(position)
    assert solution.reaches(Aim.EVERY_MOVE)
    assert solution.lower == int(margin)
    found = {OTHELLO.cell_name(move.move) for move in solution.moves if move.lower == int(margin)}
    assert found == set(best.split())


@pytest.mark.slow
@needs_kernel
def test_a_large_endgame() -> None:
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
def test_the_smallest_boards_are_solved(game: str, margin: int, best: str) -> None:
    rules = find_game(game)
    solution = solve(rules.start())
    assert solution.exact
    assert solution.lower == margin
    found = [rules.cell_name(move.move) for move in solution.moves if move.lower == margin]
    assert found == best.split()


def symmetric(seed: int, rules: OthelloRules) -> OthelloPosition:
    """A position that some turn or mirror, or several, leave as it is, with few empty squares."""
    random = Random(seed)
    turns = random.sample(_turns(rules.size), random.choice([1, 1, 2, 3]))
    squares = [""] * rules.size**2
    for square in random.sample(range(rules.size**2), rules.size**2):
        if squares[square]:
            continue
        mark = random.choices("XO-", (3, 3, 1 if rules.size > 4 else 2))[0]
        together = {square}
        while (more := together | {turn[each] for turn in turns for each in together}) != together:
            together = more
        for each in together:
            squares[each] = mark
    return rules.parse_position(f"{''.join(squares)} {random.choice('XO')}")


@needs_kernel
@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(["othello:4", "free-othello:4", "othello:6"]))
def test_moves_that_are_alike_have_one_proof_and_its_margin(seed: int, game: str) -> None:
    """Each move has the margin that it has where all are proved."""
    position = symmetric(seed, find_game(game))
    if position.outcome() or empty(position) > 10:
        return
    rules = position.rules
    engine = othello.Engine(rules.numbers, 1, 1)
    by_itself, _ = engine.solve(as_given(position), 0.0, 0, Aim.EVERY_MOVE, None)
    for aim in Aim:
        solution = solve(position, aim=aim, threads=1)
        assert solution.reaches(aim)
        assert solution.lower == max(low for _, low, _ in by_itself)
        if aim is Aim.EVERY_MOVE:
            assert [(move.cell, low, high) for move, low, high in solution.moves] == sorted(
                by_itself
            )
        if aim is Aim.BEST_MOVE:
            best = min(cell for cell, low, _ in by_itself if low == solution.lower)
            assert solution.best.cell == best


@needs_kernel
@pytest.mark.parametrize(
    ("game", "orbits"), [("othello:6", 1), ("othello", 1), ("free-othello:6", 4)]
)
def test_the_first_moves_are_looked_at_once(game: str, orbits: int) -> None:
    start = find_game(game).start()
    lowest = set(_alike(start).values())
    assert len(lowest) == orbits
    assert set(_alike(start)) == set(start.legal_moves())
    after = start.play(start.legal_moves()[0])
    assert len(set(_alike(after).values())) == len(after.legal_moves()) or start.rules.free
    told: list[Any] = []
    solve(start, seconds=0.05, threads=1, on_bounds=told.append)
    for known in told:
        assert len({(move.lower, move.upper) for move in known.moves}) <= orbits


@needs_kernel
def test_the_kernel_is_asked_about_some_move_that_can_be_made() -> None:
    engine = othello.Engine((4, False), 1, 1)
    with pytest.raises(ValueError, match="no legal move is asked about"):
        engine.solve(as_given(OTHELLO.resized(4).start()), 0.0, 0, 0, None, [], 1)


PASSES = "OXXX-OOOOXXX-XXX X"
"""X has no move, and is ahead all the same."""


def test_the_reference_proves_the_end_of_a_game(without_kernel: None) -> None:
    solution = solve(OTHELLO.resized(4).parse_position(PASSES))
    assert solution.moves == ((PASS, 4, 4),)


@needs_kernel
def test_the_kernel_knows_a_pass() -> None:
    solution = solve(OTHELLO.resized(4).parse_position(PASSES))
    assert solution.moves == ((PASS, 4, 4),)


@needs_kernel
def test_both_prove_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    position = OTHELLO.resized(6).start()
    while empty(position) > 6:
        moves = position.legal_moves()
        position = position.play(moves[empty(position) % len(moves)])
    by_kernel = solve(position)
    monkeypatch.setattr("owari.engine.othello_kernel.othello", None)
    assert solve(position).moves == by_kernel.moves


@needs_kernel
def test_bounds_so_far_when_the_time_is_up() -> None:
    told: list[Any] = []
    solution = solve(OTHELLO.start(), seconds=0.05, on_bounds=told.append)
    assert (solution.lower, solution.upper) == (-64, 64)
    assert [move.move for move in solution.moves] == list(OTHELLO.start().legal_moves())
    moves = [[each.move for each in known.moves] for known in told]
    assert moves
    assert all(each == list(OTHELLO.start().legal_moves()) for each in moves)


def test_a_finished_game_is_refused() -> None:
    with pytest.raises(ValueError, match="over"):
        solve(OTHELLO.resized(4).parse_position("XXXXXXXXXXXXXXX- X"))


@needs_kernel
def test_forgetting_frees_what_was_kept() -> None:
    position = OTHELLO.parse_position(" ".join(ENDGAMES[0][:2]))
    first = solve(position, threads=1)
    again = solve(position, threads=1)
    forget()
    anew = solve(position, threads=1)
    assert first.moves == again.moves == anew.moves
    assert again.nodes < anew.nodes


def thinker(rules: OthelloRules = OTHELLO, **options: Any) -> Thinker:
    return Thinker(rules, ENGINES[rules].default, **options)


@needs_kernel
def test_with_time_the_end_of_a_game_is_proved() -> None:
    board, turn, margin, best = ENDGAMES[0]
    found = thinker().think(OTHELLO.parse_position(f"{board} {turn}"), seconds=20.0)
    assert found.by == "proof"
    assert str(found.value) == f"+{margin} exact"
    assert OTHELLO.cell_name(found.move) == best


@needs_kernel
def test_with_little_time_in_the_middle_it_searches() -> None:
    found = thinker().think(OTHELLO.start(), seconds=0.05)
    assert found.by == "kernel"
    assert found.depth >= 1
    assert found.value.kind is Kind.ESTIMATED
    assert found.move in OTHELLO.start().legal_moves()


@needs_kernel
@pytest.mark.parametrize("threads", [1, 2])
def test_perfect_is_proved_however_long_it_takes(threads: int) -> None:
    rules = FREE_OTHELLO.resized(4)
    found = thinker(rules, threads=threads).think(rules.start(), perfect=True)
    assert str(found.value) == "+0 exact"
    assert rules.cell_name(found.move) in ("a1", "d1", "a4", "d4")


@needs_kernel
def test_two_threads_search_for_a_time() -> None:
    found = thinker(threads=2).think(OTHELLO.start(), seconds=0.1)
    assert found.by == "kernel"
    assert found.line[0] == found.move


@needs_kernel
def test_each_depth_is_told() -> None:
    told: list[Any] = []
    found = thinker().think(OTHELLO.start(), depth=5, on_depth=told.append)
    assert [each.depth for each in told] == [1, 2, 3, 4, 5]
    assert told[-1].line == found.line


def test_a_board_of_more_than_a_word_is_the_reference_s() -> None:
    start = OTHELLO.resized(10).start()
    large = thinker(start.rules)
    assert not large.uses_kernel(start)
    assert large.think(start, depth=2).by == "reference"
    with pytest.raises(ValueError, match="only the kernel"):
        large.think(start, perfect=True)
