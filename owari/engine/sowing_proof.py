"""Exact margins in the sowing games: by the book, a search, and a growing table of endgames."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache, partial
from math import inf
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from owari.engine.book import Book, opening_book
from owari.engine.endgames import LARGEST, START_UP, affordable, cores, endgames, largest_within
from owari.engine.evaluation import SOWING
from owari.engine.kernel import LEAST_SECONDS
from owari.engine.search import prove_by_reference
from owari.engine.solution import Aim, MoveBounds, ProofRequest, Solution
from owari.engine.sowing_kernel import as_given, kernel_plays, new_engine
from owari.games.game import SWAP, Move
from owari.games.mancala import Mancala, SowingRules

if TYPE_CHECKING:
    from owari.engine.kernel.native_sowing import Engine

_MOST_THREADS = 64


class _Round(NamedTuple):
    """A part of a proof, bounded by the positions that it visits: a clock would take other steps on
    a busy machine."""

    endgames: int
    """Positions of the endgame table, at most."""
    megabytes: int
    """Size of the transposition table."""
    nodes: int
    """Positions that the search visits, at most; 0 is no limit."""


ROUNDS = (
    _Round(START_UP, 16, 1_000_000),
    _Round(100_000_000, 32, 8_000_000),
    _Round(300_000_000, 64, 100_000_000),
    _Round(LARGEST, 512, 0),
)
"""Easy proofs take little memory, which takes time to get. A position that is visited costs as much
as twenty endgames that are built, so the second round comes early. The first one is enough for a
board with few stones, whose proof would take most of its time to build the second."""


def prove_sowing(position: Mancala, request: ProofRequest) -> Solution:
    """Proves margins of an unfinished position, see `engine.families.solve`."""
    if position.ply is not None:
        return _opening(position, request)
    book = opening_book(position.rules) if request.by_book else None
    known = request.first_bounds(_known(position, book).values())
    solution = Solution(tuple(known.values()), 0, 0.0)
    if solution.reaches(request.aim):
        return solution
    if not kernel_plays(position):
        return prove_by_reference(position, known, request, SOWING["material"])
    return _by_kernel(position, known, request)


def forget_sowing() -> None:
    """Frees what is kept from one position to the next."""
    _engine.cache_clear()
    endgames.cache_clear()


def _known(position: Mancala, book: Book | None) -> dict[Move, MoveBounds]:
    """Bounds without a search: one side takes all stones that are left, or the book has the margin
    of the position or of the one after a move."""
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


def _by_kernel(position: Mancala, known: dict[Move, MoveBounds], request: ProofRequest) -> Solution:
    """Searches in rounds, each with more endgames and memory and the bounds of those before it."""
    begun = perf_counter()
    end = inf if request.seconds is None else begun + request.seconds
    aim, on_bounds = request.aim, request.on_bounds
    rules = position.rules
    in_pits = sum(position.cells) - sum(position.score())
    threads = min(request.threads or cores(), _MOST_THREADS)
    bounds = [(move.cell, lower, upper) for move, lower, upper in known.values()]
    nodes = 0

    def left() -> float:
        return max(end - perf_counter(), LEAST_SECONDS)

    def told(bounds: list[tuple[int, int, int]]) -> Solution:
        moves = (MoveBounds(Move(pit), lower, upper) for pit, lower, upper in sorted(bounds))
        return Solution(tuple(moves), nodes, perf_counter() - begun)

    tell = None if on_bounds is None else lambda bounds: on_bounds(told(bounds))
    table, engine = endgames(rules), _engine(rules, threads)
    for step in ROUNDS:
        stones = largest_within(rules, min(step.endgames, affordable()))
        table.grow(min(stones, in_pits), left() / 2)  # the search needs time, too
        with suppress(MemoryError):  # the smaller table does
            engine.grow(step.megabytes, left() / 2)
        if table.stones >= 0:
            engine.use(table.stones, table.values)
        most = -(-step.nodes // threads)
        bounds, visited = engine.solve(as_given(position), left(), most, aim, tell, bounds)
        nodes += visited
        if told(bounds).reaches(aim) or perf_counter() >= end:
            break
    return told(bounds)


@lru_cache(maxsize=2)
def _engine(rules: SowingRules, threads: int) -> Engine:
    """The cached engine: it reuses the proofs of one position for the next."""
    return new_engine(rules, ROUNDS[0].megabytes, threads)


def _opening(position: Mancala, request: ProofRequest) -> Solution:
    """Proves positions of the first two plies in rules that number them, by the plain positions
    behind."""
    if position.ply == 1:
        return _second_ply(position, request)
    begun = perf_counter()
    tell = request.on_bounds or (lambda solution: None)
    bounds = request.first_bounds(_known(position, None).values())
    replies: dict[Move, Solution] = {}
    nodes = 0

    def so_far() -> Solution:
        return Solution(tuple(bounds.values()), nodes, perf_counter() - begun)

    def proved(move: Move, after: Mancala, reply: Solution) -> None:
        """Keeps what is proved of the position after a move, as the mover sees it."""
        same = after.turn is position.turn
        lower, upper = (reply.lower, reply.upper) if same else (-reply.upper, -reply.lower)
        bounds[move] = bounds[move].within(lower, upper)
        tell(so_far())

    for move in bounds:
        if outcome := position.play(move).outcome():
            margin = outcome.margin(position.turn)
            bounds[move] = bounds[move].within(margin, margin)
    tell(so_far())
    while not so_far().reaches(Aim.EVERY_MOVE):  # what one move leaves of the time is the others'
        unproved = [move for move in bounds if not bounds[move].exact]
        for place, move in enumerate(unproved):
            share = None
            if request.seconds is not None:
                left = request.seconds - (perf_counter() - begun)
                if left <= 0:
                    return so_far()
                share = left / (len(unproved) - place)
            after = position.play(move)
            of_reply = request._replace(
                aim=Aim.MARGIN,
                seconds=share,
                on_bounds=partial(proved, move, after),
                known=replies[move].moves if move in replies else (),
            )
            reply = replies[move] = prove_sowing(after, of_reply)
            nodes += reply.nodes
            proved(move, after, reply)
    return so_far()


def _second_ply(position: Mancala, request: ProofRequest) -> Solution:
    """Proves the other moves as if there were no swap; its margin is that of the position with the
    sign changed."""
    tell = request.on_bounds or (lambda solution: None)

    def with_swap(played: Solution) -> Solution:
        swap = MoveBounds(SWAP, -played.upper, -played.lower)
        return played._replace(moves=tuple(request.first_bounds((*played.moves, swap)).values()))

    without_swap = request._replace(
        on_bounds=lambda played: tell(with_swap(played)),
        known=tuple(each for each in request.known if each.move != SWAP),
    )
    return with_swap(prove_sowing(Mancala(*position), without_swap))
