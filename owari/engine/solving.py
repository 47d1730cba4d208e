"""Exact margins of positions and of every legal move, as far as they are proved in time."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import inf
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from owari.engine.endgames import (
    START_UP,
    affordable,
    cores,
    endgames,
    kernel_rules,
    largest_within,
)
from owari.engine.evaluation import EVALUATIONS
from owari.engine.kernel import native
from owari.engine.search import search
from owari.games.game import Move, Side
from owari.games.mancala import Mancala, SowingRules
from owari.games.value import Kind

if TYPE_CHECKING:
    from owari.engine.kernel.native import Engine

__all__ = ["MoveBounds", "Solution", "solve"]

MEGABYTES = 512
"""Of the transposition table; none of it is touched before it is used."""
BUILT_PER_SECOND = 50_000_000
"""Positions of the table, until it is known how many."""
MOST_THREADS = 64
LAYERS = 2
"""By which the table grows at a time."""
ENDLESS = 200
"""Plies that no game which the reference can solve reaches."""


class MoveBounds(NamedTuple):
    """The final margin of a move, for the side that makes it, is within these."""

    move: Move
    lower: int
    upper: int

    @property
    def exact(self) -> bool:
        return self.lower == self.upper


class Solution(NamedTuple):
    moves: tuple[MoveBounds, ...]
    """Every legal move in rising order."""
    nodes: int
    seconds: float

    @property
    def lower(self) -> int:
        """What the side to move is sure of."""
        return max(move.lower for move in self.moves)

    @property
    def upper(self) -> int:
        return max(move.upper for move in self.moves)

    @property
    def exact(self) -> bool:
        """Whether the margin of the position is proved."""
        return self.lower == self.upper

    @property
    def open(self) -> int:
        """How many moves have margins that are not proved."""
        return sum(not move.exact for move in self.moves)


def solve(
    position: Mancala,
    *,
    seconds: float | None = None,
    every_move: bool = True,
    threads: int | None = None,
    on_bounds: Callable[[Solution], None] | None = None,
) -> Solution:
    """The exact margin of the position and of each legal move, or the bounds proved when the time
    is up; without `every_move`, of the position only. `on_bounds` is told of the first bounds and
    of each that is proved, and by the kernel five times a second. By default all cores search.

    Raises ValueError when the game is over.
    """
    if not position.legal_moves():
        raise ValueError("the game is over")
    if native is None or sum(position.cells) > native.MAX_STONES:
        return _by_reference(position, seconds, on_bounds)
    return _by_kernel(position, seconds, every_move, threads or cores(), on_bounds)


def _by_kernel(
    position: Mancala,
    seconds: float | None,
    every_move: bool,
    threads: int,
    on_bounds: Callable[[Solution], None] | None,
) -> Solution:
    """Searches and lets the table of endgames grow by turns: each search may last as long as the
    next layers of the table will take, so that neither costs much more than the other."""
    assert native is not None
    begun = perf_counter()
    rules = position.rules
    in_pits = sum(position.cells) - sum(position.score())
    nodes = 0

    def told(bounds: list[tuple[int, int, int]]) -> Solution:
        known = {pit: MoveBounds(Move(pit), lower, upper) for pit, lower, upper in bounds}
        moves = (
            known.get(move.pit, MoveBounds(move, *_limits(position)))
            for move in position.legal_moves()
        )
        return Solution(tuple(moves), nodes, perf_counter() - begun)

    tell = None if on_bounds is None else lambda bounds: on_bounds(told(bounds))
    engine = _engine(rules, threads)
    table = endgames(rules)
    stones = min(largest_within(rules, START_UP), in_pits)
    largest = min(affordable(rules), in_pits) if in_pits > stones else stones
    rate = BUILT_PER_SECOND
    while True:
        if stones > table.stones:
            started = perf_counter()
            table.grow(stones)
            rate = native.size(rules.pits, stones) / (perf_counter() - started)
        engine.use(table.stones, table.values)
        stones = table.stones + LAYERS
        left = inf if seconds is None else max(seconds - (perf_counter() - begun), 0.001)
        next_takes = native.size(rules.pits, stones) / rate if stones <= largest else inf
        limit = min(left, next_takes)
        given = position.cells, position.turn is Side.SOUTH
        bounds, visited = engine.solve(given, 0.0 if limit == inf else limit, every_move, tell)
        nodes += visited
        solution = told(bounds)
        proved = solution.exact and not (every_move and solution.open)
        if proved or limit == left:
            return solution


@lru_cache(maxsize=1)
def _engine(rules: SowingRules, threads: int) -> Engine:
    """Kept, so that what was proved of one position serves the next."""
    assert native is not None
    engine: Engine = native.Engine(kernel_rules(rules), MEGABYTES, min(threads, MOST_THREADS))
    return engine


def _by_reference(
    position: Mancala,
    seconds: float | None,
    on_bounds: Callable[[Solution], None] | None,
) -> Solution:
    """Move by move, without a table: for the end of a game."""
    begun = perf_counter()
    side = position.turn
    bounds = {move: MoveBounds(move, *_limits(position)) for move in position.legal_moves()}
    nodes = 0
    if on_bounds:
        on_bounds(Solution(tuple(bounds.values()), 0, 0.0))
    for move in bounds:
        after = position.play(move)
        outcome = after.outcome()
        if outcome is not None:
            margin = outcome.margin(side)
        else:
            left = None if seconds is None else seconds - (perf_counter() - begun)
            if left is not None and left <= 0:
                break
            found = search(after, depth=ENDLESS, seconds=left, evaluation=EVALUATIONS["goals"])
            nodes += found.nodes
            if found.value.kind is not Kind.EXACT:
                break
            margin = found.value.number if after.turn is side else -found.value.number
        bounds[move] = MoveBounds(move, margin, margin)
        if on_bounds:
            on_bounds(Solution(tuple(bounds.values()), nodes, perf_counter() - begun))
    return Solution(tuple(bounds.values()), nodes, perf_counter() - begun)


def _limits(position: Mancala) -> tuple[int, int]:
    """The margins that are possible at all: one side takes all that is left."""
    now = position.score().margin(position.turn)
    left = sum(position.cells) - sum(position.score())
    return now - left, now + left
