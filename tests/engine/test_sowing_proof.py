"""Proofs in the sowing games: bounds that only tighten, whatever interrupts."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from time import sleep
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from owari.engine import sowing_proof
from owari.engine.families import forget, solve
from owari.engine.kernel import sowing
from owari.engine.solution import Aim, Solution
from owari.engine.sowing_kernel import as_given, new_engine
from owari.engine.sowing_proof import ROUNDS
from owari.games.mancala import KALAH, OWARI, Mancala, SowingRules

pytestmark = pytest.mark.skipif(sowing is None, reason="the kernel could not be compiled here")

Bounds = list[tuple[int, int, int]]


@st.composite
def positions(draw: st.DrawFn) -> Mancala:
    """Unfinished, with few enough pits that every margin is found at once."""
    rules: SowingRules = draw(st.sampled_from([OWARI, KALAH])).resized(4, 3)
    position = rules.start()
    for choice in draw(st.lists(st.integers(0, 3), max_size=6)):
        moves = position.legal_moves()
        after = position.play(moves[choice % len(moves)])
        if after.outcome():
            break
        position = after
    return position


@pytest.mark.slow
@settings(max_examples=30)
@given(positions(), st.lists(st.integers(1, 6_000), max_size=6), st.sampled_from(list(Aim)))
def test_bounds_of_an_interrupted_proof_are_where_the_next_begins(
    position: Mancala, limits: list[int], aim: Aim
) -> None:
    margins = {each.move.cell: each.lower for each in solve(position).moves}
    told: list[Bounds] = []
    bounds: Bounds = []
    for limit in [*limits, 0]:
        engine = new_engine(position.rules, 1, 1)  # which remembers nothing
        bounds, _ = engine.solve(as_given(position), 0.0, limit, aim, told.append, bounds)
        assert told[-1] == bounds
    for before, after in pairwise(told):
        is_within(dict_of(after), dict_of(before))
    for step in told:
        is_within({pit: (margins[pit], margins[pit]) for pit in margins}, dict_of(step))
    assert max(lower for _, lower, _ in bounds) == max(margins.values())


def dict_of(bounds: Iterable[tuple[Any, int, int]]) -> dict[Any, tuple[int, int]]:
    return {pit: (lower, upper) for pit, lower, upper in bounds}


def is_within(tight: dict[Any, tuple[int, int]], wide: dict[Any, tuple[int, int]]) -> None:
    assert set(tight) == set(wide)
    for pit, (lower, upper) in tight.items():
        assert wide[pit][0] <= lower <= upper <= wide[pit][1]


def test_known_bounds_need_not_have_every_move_and_may_lie_between_two_margins() -> None:
    start = OWARI.resized(4, 3).start()
    margins = {each.move.cell: each.lower for each in solve(start).moves}
    pit = max(margins, key=lambda pit: margins[pit])
    known = [(pit, margins[pit] - 1, margins[pit] + 1)]
    told: list[Bounds] = []
    new_engine(start.rules, 1, 1).solve(as_given(start), 0.0, 0, Aim.MARGIN, told.append, known)
    assert dict_of(told[0])[pit] == (margins[pit], margins[pit])
    assert sorted(pit for pit, _, _ in told[0]) == sorted(margins)


@pytest.mark.slow
def test_a_proof_takes_the_same_steps_whatever_the_clock_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    start = KALAH.resized(4, 3).start()
    limits = zip(ROUNDS, (100, 1_000, 2_000, 9_000), (1, 2_000, 5_000, 0), strict=True)
    few = [step._replace(endgames=size, nodes=nodes) for step, size, nodes in limits]
    monkeypatch.setattr(sowing_proof, "ROUNDS", few)
    told: list[Solution] = []

    def listen(solution: Solution) -> None:
        told.append(solution)
        sleep(0.01)

    forget()
    quick = solve(start, threads=1, by_book=False)
    forget()
    slow = solve(start, threads=1, by_book=False, on_bounds=listen)
    assert slow[:2] == quick[:2]
    assert slow.nodes > 7_000
    assert quick.exact
    for before, after in pairwise(told):
        is_within(dict_of(after.moves), dict_of(before.moves))


@pytest.mark.parametrize("seconds", [0.0, 1e-9])
def test_a_table_that_grows_forgets_nothing(seconds: float) -> None:
    """Where the time is too short it is as it was."""
    start = as_given(KALAH.resized(4, 3).start())
    engine = sowing.Engine(KALAH.resized(4, 3).numbers, 1, 1)
    _, first = engine.solve(start, 0.0, 0, Aim.MARGIN, None)
    _, again = engine.solve(start, 0.0, 0, Aim.MARGIN, None)
    engine.grow(16, seconds)
    _, grown = engine.solve(start, 0.0, 0, Aim.MARGIN, None)
    assert grown <= again < first / 4


def test_bounds_that_contradict_are_refused() -> None:
    engine = sowing.Engine(OWARI.numbers, 1, 1)
    with pytest.raises(ValueError, match="known bounds contradict"):
        engine.solve(as_given(OWARI.start()), 0.0, 0, Aim.MARGIN, None, [(0, 4, 2)])
