"""Exact margins by the reference search."""

from __future__ import annotations

from collections.abc import Mapping
from time import perf_counter

from owari.engine.evaluation import FINISHED, SCORE, Evaluation
from owari.engine.search import search
from owari.engine.solution import MoveBounds, ProofRequest, Solution
from owari.games.game import Move, Position
from owari.games.value import Kind

__all__ = ["prove_any", "prove_by_reference"]

ENDLESS = 300
"""Plies; no game is longer that the reference search can solve."""


def prove_by_reference(
    position: Position,
    known: Mapping[Move, MoveBounds],
    request: ProofRequest,
    estimate: Evaluation,
) -> Solution:
    """Proves the margin of each move that the aim needs, one after the other, without a table.

    This is fast enough for the end of a game only. `known` has bounds for every legal move;
    `estimate` is an evaluation that estimates margins.
    """
    begun = perf_counter()
    side = position.turn
    bounds = dict(known)
    nodes = 0

    def so_far() -> Solution:
        return Solution(tuple(bounds.values()), nodes, perf_counter() - begun)

    tell = request.on_bounds or (lambda solution: None)
    tell(so_far())
    for move in bounds:
        if so_far().reaches(request.aim):
            break
        if bounds[move].exact:
            continue
        after = position.play(move)
        outcome = after.outcome()
        if outcome is not None:
            margin = outcome.margin(side)
        else:
            left = None if request.seconds is None else request.seconds - (perf_counter() - begun)
            if left is not None and left <= 0:
                break
            found = search(after, depth=ENDLESS, seconds=left, evaluation=estimate)
            nodes += found.nodes
            if found.value.kind is not Kind.EXACT:
                break
            margin = found.value.margin if after.turn is side else -found.value.margin
        bounds[move] = MoveBounds(move, margin, margin)
        tell(so_far())
    return so_far()


def prove_any(position: Position, request: ProofRequest) -> Solution:
    """Proves margins in any game, see `engine.solver.solve`."""
    most = position.rules.most_pieces or FINISHED
    known = request.first_bounds(MoveBounds(move, -most, most) for move in position.legal_moves())
    return prove_by_reference(position, known, request, SCORE)
