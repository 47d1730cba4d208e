"""Exact margins by the reference search."""

from __future__ import annotations

from collections.abc import Mapping
from time import perf_counter

from owari.engine.evaluations import estimate_for
from owari.engine.search import search
from owari.engine.solution import MoveBounds, OnBounds, Solution
from owari.games.game import Move, Position
from owari.games.value import Kind

__all__ = ["prove_by_reference"]

ENDLESS = 300
"""Plies that no game which the reference can solve reaches."""


def prove_by_reference(
    position: Position,
    known: Mapping[Move, MoveBounds],
    seconds: float | None,
    on_bounds: OnBounds | None,
) -> Solution:
    """Move by move, without a table: for the end of a game. `known` has the bounds of every legal
    move that are known already."""
    begun = perf_counter()
    side = position.turn
    bounds = dict(known)
    nodes = 0
    if on_bounds:
        on_bounds(Solution(tuple(bounds.values()), 0, 0.0))
    for move in bounds:
        if bounds[move].exact:
            continue
        after = position.play(move)
        outcome = after.outcome()
        if outcome is not None:
            margin = outcome.margin(side)
        else:
            left = None if seconds is None else seconds - (perf_counter() - begun)
            if left is not None and left <= 0:
                break
            estimate = estimate_for(position.rules)
            found = search(after, depth=ENDLESS, seconds=left, evaluation=estimate)
            nodes += found.nodes
            if found.value.kind is not Kind.EXACT:
                break
            margin = found.value.margin if after.turn is side else -found.value.margin
        bounds[move] = MoveBounds(move, margin, margin)
        if on_bounds:
            on_bounds(Solution(tuple(bounds.values()), nodes, perf_counter() - begun))
    return Solution(tuple(bounds.values()), nodes, perf_counter() - begun)
