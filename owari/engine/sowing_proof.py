"""Exact margins in the sowing games: by the book, a search, and a growing table of endgames."""

from __future__ import annotations

from functools import lru_cache, partial
from math import inf
from time import perf_counter
from typing import TYPE_CHECKING

from owari.engine.book import Book, opening_book
from owari.engine.endgames import (
    START_UP,
    affordable,
    cores,
    endgames,
    kernel_rules,
    largest_within,
)
from owari.engine.kernel import native
from owari.engine.reference_proof import prove_by_reference
from owari.engine.solution import Aim, MoveBounds, OnBounds, Solution
from owari.games.game import SWAP, Move, Side
from owari.games.mancala import Mancala, SowingRules

if TYPE_CHECKING:
    from owari.engine.kernel.native import Engine

__all__ = ["forget_sowing", "prove_sowing"]

EASY_MEGABYTES = 32
HARD_MEGABYTES = 512
"""Of the transposition table: a large one takes longer to be had than an easy position does."""
BUILT_PER_SECOND = 50_000_000
"""Positions of the table, until it is known how many."""
MOST_THREADS = 64
LAYERS = 2
"""By which the table grows at a time."""


def prove_sowing(
    position: Mancala,
    seconds: float | None,
    aim: Aim,
    threads: int | None,
    by_book: bool,
    on_bounds: OnBounds | None,
) -> Solution:
    """As `engine.solving.solve` has it, of an unfinished position."""
    if position.ply is not None:
        return _opening(position, seconds, aim, threads, by_book, on_bounds)
    known = _known(position, opening_book(position.rules) if by_book else None)
    solution = Solution(tuple(known.values()), 0, 0.0)
    if solution.reaches(aim):
        return solution
    if native is None or sum(position.cells) > native.MAX_STONES:
        return prove_by_reference(position, known, seconds, on_bounds)
    return _by_kernel(position, known, seconds, aim, threads or cores(), on_bounds)


def forget_sowing() -> None:
    """Frees what is kept from one position to the next."""
    _engine.cache_clear()
    endgames.cache_clear()


def _known(position: Mancala, book: Book | None) -> dict[Move, MoveBounds]:
    """The margins that are possible at all, one side takes all that is left, and what the book
    knows of the position and of those after each move."""
    side = position.turn
    now = position.score().margin(side)
    left = sum(position.cells) - sum(position.score())
    bounds = {move: MoveBounds(move, now - left, now + left) for move in position.legal_moves()}
    if book is None:
        return bounds
    if found := book.find(position):
        best, margin = found
        for move in bounds:
            lower = margin if move == best else now - left
            bounds[move] = MoveBounds(move, lower, margin)
    for move in bounds:
        after = position.play(move)
        if found := None if after.outcome() else book.find(after):
            margin = found[1] if after.turn is side else -found[1]
            bounds[move] = MoveBounds(move, margin, margin)
    return bounds


def _by_kernel(
    position: Mancala,
    known: dict[Move, MoveBounds],
    seconds: float | None,
    aim: Aim,
    threads: int,
    on_bounds: OnBounds | None,
) -> Solution:
    """Searches and lets the table of endgames grow by turns: each search may last as long as the
    next layers of the table will take, so that neither costs much more than the other."""
    assert native is not None
    begun = perf_counter()
    rules = position.rules
    in_pits = sum(position.cells) - sum(position.score())
    nodes = 0

    def told(bounds: list[tuple[int, int, int]]) -> Solution:
        proved = {pit: (lower, upper) for pit, lower, upper in bounds}
        moves = tuple(
            MoveBounds(move, max(low, lower), min(high, upper))
            for move, low, high in known.values()
            for lower, upper in [proved.get(move.cell, (low, high))]
        )
        return Solution(moves, nodes, perf_counter() - begun)

    tell = None if on_bounds is None else lambda bounds: on_bounds(told(bounds))
    megabytes = EASY_MEGABYTES
    table = endgames(rules)
    stones = min(largest_within(rules, START_UP), in_pits)
    largest = min(affordable(rules), in_pits) if in_pits > stones else stones
    rate = BUILT_PER_SECOND
    while True:
        if stones > table.stones:
            started = perf_counter()
            table.grow(stones)
            rate = native.size(rules.pits, stones) / (perf_counter() - started)
        engine = _engine(rules, threads, megabytes)
        engine.use(table.stones, table.values)
        stones = table.stones + LAYERS
        left = inf if seconds is None else max(seconds - (perf_counter() - begun), 0.001)
        next_takes = native.size(rules.pits, stones) / rate if stones <= largest else inf
        limit = min(left, next_takes)
        given = position.cells, position.turn is Side.SOUTH
        bounds, visited = engine.solve(given, 0.0 if limit == inf else limit, 0, aim, tell)
        nodes += visited
        solution = told(bounds)
        if solution.reaches(aim) or limit == left:
            return solution
        megabytes = HARD_MEGABYTES


@lru_cache(maxsize=2)
def _engine(rules: SowingRules, threads: int, megabytes: int) -> Engine:
    """Kept, so that what was proved of one position serves the next."""
    assert native is not None
    engine: Engine = native.Engine(kernel_rules(rules), megabytes, min(threads, MOST_THREADS))
    return engine


def _opening(
    position: Mancala,
    seconds: float | None,
    aim: Aim,
    threads: int | None,
    by_book: bool,
    on_bounds: OnBounds | None,
) -> Solution:
    """Of the plies whose number matters: by the plain positions behind them. Before the first ply
    the moves share the time."""
    tell = on_bounds or (lambda solution: None)
    prove = partial(prove_sowing, threads=threads, by_book=by_book)
    if position.ply == 1:
        played = prove(
            Mancala(*position),
            seconds=seconds,
            aim=aim,
            on_bounds=lambda played: tell(_with_swap(played)),
        )
        return _with_swap(played)
    begun = perf_counter()
    bounds = _known(position, None)
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
    for place, move in enumerate(bounds):
        after = position.play(move)
        outcome = after.outcome()
        if outcome is not None:
            margin = outcome.margin(position.turn)
            bounds[move] = MoveBounds(move, margin, margin)
            continue
        left = None if seconds is None else seconds - (perf_counter() - begun)
        if left is not None and left <= 0:
            break
        share = None if left is None else left / (len(bounds) - place)
        on_reply = partial(proved, move, after)
        reply = prove(after, seconds=share, aim=Aim.MARGIN, on_bounds=on_reply)
        nodes += reply.nodes
        proved(move, after, reply)
    return so_far()


def _with_swap(played: Solution) -> Solution:
    """The same, where a swap is possible too. Who swaps leaves the other side what it had itself:
    the margin of the position with its sign changed."""
    swap = MoveBounds(SWAP, -played.upper, -played.lower)
    return played._replace(moves=(*played.moves, swap))
