"""Exact margins in Othello."""

from __future__ import annotations

from functools import lru_cache
from time import perf_counter
from typing import TYPE_CHECKING

from owari.engine.endgames import cores
from owari.engine.kernel import othello
from owari.engine.othello_kernel import as_given, empty_squares, kernel_plays
from owari.engine.reference_proof import prove_by_reference
from owari.engine.solution import Aim, MoveBounds, OnBounds, Solution
from owari.games.game import Move
from owari.games.othello import OthelloPosition, OthelloRules

if TYPE_CHECKING:
    from owari.engine.kernel.othello import Engine

__all__ = ["forget_othello", "prove_othello"]

MOST_THREADS = 64


def prove_othello(
    position: OthelloPosition,
    seconds: float | None,
    aim: Aim,
    threads: int | None,
    on_bounds: OnBounds | None,
) -> Solution:
    """As `engine.solving.solve` has it, of an unfinished position."""
    rules = position.rules
    most = rules.size**2
    possible = {move: MoveBounds(move, -most, most) for move in position.legal_moves()}
    if not kernel_plays(rules):
        return prove_by_reference(position, possible, seconds, on_bounds)
    begun = perf_counter()

    def told(bounds: list[tuple[int, int, int]], nodes: int = 0) -> Solution:
        moves = sorted(MoveBounds(Move(cell), lower, upper) for cell, lower, upper in bounds)
        return Solution(tuple(moves), nodes, perf_counter() - begun)

    tell = None if on_bounds is None else lambda bounds: on_bounds(told(bounds))
    limit = 0.0 if seconds is None else max(seconds, 0.001)
    engine = _engine(rules, threads or cores(), _megabytes(empty_squares(position)))
    return told(*engine.solve(as_given(position), limit, 0, aim, tell))


def forget_othello() -> None:
    """Frees what is kept from one position to the next."""
    _engine.cache_clear()


@lru_cache(maxsize=2)
def _engine(rules: OthelloRules, threads: int, megabytes: int) -> Engine:
    """Kept, so that what was proved of one position serves the next."""
    assert othello is not None
    engine: Engine = othello.Engine((rules.size, rules.free), megabytes, min(threads, MOST_THREADS))
    return engine


def _megabytes(empty: int) -> int:
    """Of the transposition table: memory takes time to be had, and more squares need more."""
    return 1 << min(max(empty - 12, 2), 9)
