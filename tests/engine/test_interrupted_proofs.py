"""Proofs in every family of games: what interrupts them takes nothing away that was proved."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from owari.engine.families import forget, solve
from owari.engine.kernel import othello, sowing
from owari.engine.kernel_interface import Bounds
from owari.engine.othello_kernel import as_given, new_engine
from owari.engine.search import Finder
from owari.engine.solution import Aim, MoveBounds, Solution
from owari.engine.sowing_kernel import SowingKernel
from owari.engine.thinker import Thinker
from owari.games.game import Game, Move, Position
from owari.games.mancala import KALAH, OWARI
from owari.games.othello import FREE_OTHELLO, OTHELLO
from tests.games.nim import NIM

PIE = replace(KALAH, pie=True, first_move_extra_turn=False)
SOWING = (OWARI.resized(3, 3), KALAH.resized(3, 2), PIE.resized(3, 2))
SQUARES = (OTHELLO.resized(4), FREE_OTHELLO.resized(4))


def played(rules: Game, choices: list[int], least: int = 0) -> Any:
    """An unfinished position of a game; `least` squares of a board are not empty."""
    position: Any = rules.start()
    while choices or (least and (position.south | position.north).bit_count() < least):
        moves = position.legal_moves()
        after = position.play(moves[(choices.pop() if choices else 0) % len(moves)])
        if after.outcome():
            break
        position = after
    return position


CHOICES = st.lists(st.integers(0, 5), max_size=5)
POSITIONS = st.one_of(
    st.builds(played, st.sampled_from(SOWING), CHOICES),
    st.builds(played, st.sampled_from(SQUARES), CHOICES, st.just(8)),
    st.builds(played, st.just(NIM), CHOICES),
)


class Interrupt(Exception):
    """Raised where Ctrl-C could come."""


def check(tight: Solution, wide: Solution) -> None:
    """Every bound is at least as good as before."""
    assert [each.move for each in tight.moves] == [each.move for each in wide.moves]
    for now, before in zip(tight.moves, wide.moves, strict=True):
        assert before.lower <= now.lower <= now.upper <= before.upper


def interrupted(position: Position, aim: Aim, bounds: int, known: tuple[MoveBounds, ...]) -> Any:
    """What was told until the listener raises at the bound of this number, or until the end."""
    told: list[Solution] = []

    def listen(solution: Solution) -> None:
        told.append(solution)
        if len(told) > bounds:
            raise Interrupt

    try:
        told.append(solve(position, aim=aim, threads=1, on_bounds=listen, known=known))
    except Interrupt:
        pass
    return told


@settings(max_examples=60, deadline=None)
@given(
    POSITIONS,
    st.lists(st.integers(0, 4), max_size=3),
    st.sampled_from(list(Aim)),
    st.sampled_from([True, True, True, False]),
)
def test_a_proof_goes_on_where_an_interrupted_one_was(
    position: Position, interrupts: list[int], aim: Aim, kernel: bool
) -> None:
    """The reference search proves without a kernel."""
    with pytest.MonkeyPatch.context() as patch:
        if not kernel:
            patch.setattr("owari.engine.sowing_kernel.sowing", None)
            patch.setattr("owari.engine.othello_kernel.othello", None)
        margins = solve(position)
        told: list[Solution] = []
        for bounds in [*interrupts, 10**9]:
            forget()  # so that only the bounds are left
            told += interrupted(position, aim, bounds, told[-1].moves if told else ())
    for before, after in pairwise(told):
        check(after, before)
    for each in told:
        check(margins, each)
    assert told[-1].reaches(aim)
    assert told[-1].lower == margins.lower


@pytest.mark.skipif(othello is None, reason="the kernel could not be compiled here")
@settings(max_examples=60, deadline=None)
@given(
    st.builds(played, st.sampled_from(SQUARES), CHOICES, st.just(6)),
    st.lists(st.integers(1, 400), max_size=5),
    st.sampled_from(list(Aim)),
)
def test_squares_interrupted_at_any_node(position: Any, limits: list[int], aim: Aim) -> None:
    margins = {each.move.cell: each.lower for each in solve(position).moves}
    told: list[Bounds] = []
    bounds: Bounds = []
    for limit in [*limits, 0]:
        engine = new_engine(position.rules, 1, 1)  # which remembers nothing
        bounds, _ = engine.solve(as_given(position), 0.0, limit, aim, told.append, bounds)
    assert max(lower for _, lower, _ in bounds) == max(margins.values())
    for before, after in pairwise(map(sorted, told)):
        for (cell, lower, upper), (same, now_lower, now_upper) in zip(before, after, strict=True):
            assert cell == same
            assert lower <= now_lower <= margins[cell] <= now_upper <= upper


@pytest.mark.parametrize("seconds", [0.001, 0.02])
@pytest.mark.parametrize(
    "position", [KALAH.start(), PIE.start(), PIE.start().play(Move(0)), OTHELLO.start()]
)
def test_known_bounds_outlive_a_proof_that_has_no_time(position: Position, seconds: float) -> None:
    moves = position.legal_moves()  # the last may be SWAP
    known = [MoveBounds(moves[0], -3, 3), MoveBounds(moves[-1], -12, 5)]
    told: list[Solution] = []
    found = solve(position, seconds=seconds, by_book=False, known=known, on_bounds=told.append)
    for solution in (*told, found):
        for move, lower, upper in known:
            (now,) = (each for each in solution.moves if each.move == move)
            assert lower <= now.lower <= now.upper <= upper


@pytest.mark.skipif(sowing is None, reason="the kernel could not be compiled here")
def test_the_engine_goes_on_with_the_bounds_of_its_first_proof(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However little the second one finds."""
    position = KALAH.parse_position("4,3,1,2,4,0,9,4,3,1,0,3,4,10 S")
    first = [(pit, 6 if pit == 3 else -30, 28) for pit in (0, 1, 2, 3, 4)]
    known: list[Bounds] = []

    def interrupted(kernel: SowingKernel, *given: Any) -> tuple[Bounds, int]:
        known.append(given[-1])
        return (given[-1] or first), 0

    monkeypatch.setattr(SowingKernel, "prove", interrupted)
    found = Thinker(KALAH).think(position, seconds=0.02)
    assert known == [[], first]
    assert (found.move, found.by, str(found.value)) == (Move(3), Finder.PROOF, "+6 estimated")
