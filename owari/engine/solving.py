"""Exact margins of positions and of every legal move, as far as they are proved in time."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import NamedTuple

from owari.engine.endgames import Endgames, cores, endgames, kernel_rules, largest_within
from owari.engine.evaluation import EVALUATIONS
from owari.engine.kernel import native
from owari.engine.search import search
from owari.games.game import Move, Side
from owari.games.mancala import Mancala
from owari.games.value import Kind

__all__ = ["MoveBounds", "Solution", "solve"]

MEGABYTES = 512
"""Of the transposition table; none of it is touched before it is used."""
LARGE = 240_000_000
"""Positions, one byte each, of the endgame table for what is hard: 20 stones with six pits."""
BUILT_PER_SECOND = 10_000_000
"""Positions of the table for each second that is left: its building takes a small part of them."""
EASY = 1.5
"""Seconds after which a position is hard, and the large table worth its building."""
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


def solve(
    position: Mancala,
    *,
    seconds: float | None = None,
    on_bounds: Callable[[Solution], None] | None = None,
) -> Solution:
    """The exact margin of each legal move, or the bounds proved when the time is up. `on_bounds` is
    told of the first bounds and of each that is proved, and by the kernel five times a second.

    Raises ValueError when the game is over.
    """
    if not position.legal_moves():
        raise ValueError("the game is over")
    if native is None or sum(position.cells) > native.MAX_STONES:
        return _by_reference(position, seconds, on_bounds)
    begun = perf_counter()
    given = position.cells, position.turn is Side.SOUTH

    def told(bounds: list[tuple[int, int, int]], nodes: int) -> Solution:
        known = {pit: MoveBounds(Move(pit), lower, upper) for pit, lower, upper in bounds}
        moves = (
            known.get(move.pit, MoveBounds(move, *_limits(position)))
            for move in position.legal_moves()
        )
        return Solution(tuple(moves), nodes, perf_counter() - begun)

    def proved_with(table: Endgames, until: float | None) -> Solution:
        """Until so many seconds after the beginning."""
        rules = kernel_rules(position.rules)
        engine = native.Engine(rules, MEGABYTES, cores(), table.stones, table.values)
        tell = None if on_bounds is None else lambda bounds: on_bounds(told(bounds, 0))
        left = 0.0 if until is None else max(until - (perf_counter() - begun), 0.001)
        return told(*engine.solve(given, left, tell))

    table = endgames(position.rules)
    most = LARGE if seconds is None else min(LARGE, int((seconds - EASY) * BUILT_PER_SECOND))
    if table.stones >= largest_within(position.rules, most):
        return proved_with(table, seconds)
    solution = proved_with(table, EASY)
    if all(move.exact for move in solution.moves):
        return solution
    rest = proved_with(endgames(position.rules, most), seconds)
    return rest._replace(nodes=solution.nodes + rest.nodes)


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
