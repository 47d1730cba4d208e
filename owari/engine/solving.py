"""Exact margins of positions and of every legal move, as far as they are proved in time."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import perf_counter
from typing import NamedTuple

from owari.engine.endgames import START_UP, cores, endgames, kernel_rules
from owari.engine.evaluation import EVALUATIONS
from owari.engine.kernel import native
from owari.engine.search import search
from owari.games.game import SWAP, Move, Side
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
    if position.ply is not None:
        return _opening(position, seconds, on_bounds)
    begun = perf_counter()
    given = position.cells, position.turn is Side.SOUTH

    def told(bounds: list[tuple[int, int, int]], nodes: int) -> Solution:
        known = {pit: MoveBounds(Move(pit), lower, upper) for pit, lower, upper in bounds}
        moves = (
            known.get(move.pit, MoveBounds(move, *_limits(position)))
            for move in position.legal_moves()
        )
        return Solution(tuple(moves), nodes, perf_counter() - begun)

    def proved_with(most: int, limit: float | None) -> Solution:
        """By the table of so many positions, within the limit in seconds."""
        begun = perf_counter()
        stones, values = endgames(position.rules, most)
        engine = native.Engine(kernel_rules(position.rules), MEGABYTES, cores(), stones, values)
        tell = None if on_bounds is None else lambda bounds: on_bounds(told(bounds, 0))
        left = 0.0 if limit is None else max(limit - (perf_counter() - begun), 0.001)
        return told(*engine.solve(given, left, tell))

    solution = proved_with(START_UP, EASY if seconds is None else min(EASY, seconds))
    left = None if seconds is None else seconds - (perf_counter() - begun)
    if all(move.exact for move in solution.moves) or (left is not None and left <= 0):
        return solution
    most = LARGE if left is None else min(LARGE, int(left * BUILT_PER_SECOND))
    rest = proved_with(max(most, START_UP), left)
    return rest._replace(nodes=solution.nodes + rest.nodes)


def _opening(
    position: Mancala,
    seconds: float | None,
    on_bounds: Callable[[Solution], None] | None,
) -> Solution:
    """Of the plies whose number matters: by the plain positions behind them."""
    tell = on_bounds or (lambda solution: None)
    if position.ply == 1:
        plain = Mancala(*position)
        return _with_swap(
            solve(plain, seconds=seconds, on_bounds=lambda played: tell(_with_swap(played)))
        )
    begun = perf_counter()
    bounds = {move: MoveBounds(move, *_limits(position)) for move in position.legal_moves()}
    nodes = 0

    def so_far() -> Solution:
        return Solution(tuple(bounds.values()), nodes, perf_counter() - begun)

    def proved(move: Move, after: Mancala, reply: Solution) -> None:
        """What is known of the position after a move, from the view of who makes it."""
        lower, upper = reply.lower, reply.upper
        if after.turn is not position.turn:
            lower, upper = -upper, -lower
        bounds[move] = MoveBounds(move, lower, upper)
        tell(so_far())

    tell(so_far())
    for move in position.legal_moves():
        after = position.play(move)
        outcome = after.outcome()
        if outcome is not None:
            margin = outcome.margin(position.turn)
            bounds[move] = MoveBounds(move, margin, margin)
            continue
        left = None if seconds is None else seconds - (perf_counter() - begun)
        if left is not None and left <= 0:
            break
        reply = solve(after, seconds=left, on_bounds=partial(proved, move, after))
        nodes += reply.nodes
        proved(move, after, reply)
    return so_far()


def _with_swap(played: Solution) -> Solution:
    """The same, where a swap is possible too. Who swaps leaves the other side what it had itself:
    the margin of the position with its sign changed."""
    swap = MoveBounds(SWAP, -played.upper, -played.lower)
    return played._replace(moves=(*played.moves, swap))


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
