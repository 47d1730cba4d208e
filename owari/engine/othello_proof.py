"""Exact margins in Othello."""

from __future__ import annotations

from functools import lru_cache
from time import perf_counter
from typing import TYPE_CHECKING

from owari.engine.endgames import cores
from owari.engine.kernel import LEAST_SECONDS
from owari.engine.kernel_interface import Bounds
from owari.engine.othello_estimate import FITTED
from owari.engine.othello_kernel import (
    as_given,
    empty_squares,
    kernel_plays,
    new_engine,
    proof_guide,
)
from owari.engine.search import prove_by_reference
from owari.engine.solution import MoveBounds, ProofRequest, Solution
from owari.games.game import PASS, Move
from owari.games.othello import OthelloPosition, OthelloRules

if TYPE_CHECKING:
    from owari.engine.kernel.native_othello import Engine

_MOST_THREADS = 64
_MOST_DOUBLINGS, SHORT_DOUBLINGS = 9, 6
"""A transposition table of one megabyte doubles so often at most, the latter for short proofs."""
_WITHOUT_TABLE, FREE_WITHOUT_TABLE = 18, 12
"""With so many empty squares a proof hardly needs the table, and with each more twice as much."""
_LONG = 10.0
"""Seconds from which a proof is not short."""
_ANYWHERE = (1 << 64) - 1
"""A bit for every square."""


def prove_othello(position: OthelloPosition, request: ProofRequest) -> Solution:
    """Proves margins of an unfinished position, see `engine.families.solve`."""
    rules = position.rules
    most = rules.size**2
    known = request.first_bounds(MoveBounds(move, -most, most) for move in position.legal_moves())
    if not kernel_plays(rules):
        return prove_by_reference(position, known, request, FITTED)
    begun = perf_counter()
    seconds, on_bounds = request.seconds, request.on_bounds
    like = _alike(position)
    asked: dict[Move, MoveBounds] = {}
    for move, (_, lower, upper) in known.items():
        lowest = like[move]
        asked[lowest] = asked.get(lowest, known[lowest]).within(lower, upper)

    def told(bounds: Bounds, nodes: int = 0) -> Solution:
        proved = {Move(cell): (lower, upper) for cell, lower, upper in bounds}
        moves = tuple(MoveBounds(move, *proved[like[move]]) for move in known)
        return Solution(moves, nodes, perf_counter() - begun)

    tell = None if on_bounds is None else lambda bounds: on_bounds(told(bounds))
    limit = 0.0 if seconds is None else max(seconds, LEAST_SECONDS)
    engine = _engine(rules, request.threads or cores(), _megabytes(position, seconds))
    squares = _ANYWHERE if PASS in asked else sum(1 << move.cell for move in asked)
    first = [(move.cell, lower, upper) for move, lower, upper in asked.values()]
    guide = proof_guide(position)
    return told(
        *engine.solve(as_given(position), limit, 0, request.aim, tell, first, squares, guide)
    )


def forget_othello() -> None:
    """Frees what is kept from one position to the next."""
    _engine.cache_clear()


def _alike(position: OthelloPosition) -> dict[Move, Move]:
    """For each legal move the lowest one that is worth the same by symmetry. A turn or a mirror
    that leaves the position as it is makes one from the other."""
    turns = [
        turn
        for turn in _turns(position.rules.size)
        if all(_turned(discs, turn) == discs for discs in (position.south, position.north))
    ]
    moves = position.legal_moves()
    if moves == (PASS,):
        return {PASS: PASS}
    return {move: min(Move(turn[move.cell]) for turn in turns) for move in moves}


@lru_cache
def _turns(size: int) -> tuple[tuple[int, ...], ...]:
    """The eight ways to turn and mirror a board: the new place of each square."""
    last = size - 1
    places = [divmod(square, size) for square in range(size**2)]
    found = []
    for y, x in ((0, 0), (0, last), (last, 0), (last, last)):
        found.append(tuple(abs(y - row) * size + abs(x - column) for row, column in places))
        found.append(tuple(abs(y - column) * size + abs(x - row) for row, column in places))
    return tuple(found)


def _turned(discs: int, turn: tuple[int, ...]) -> int:
    return sum(1 << place for square, place in enumerate(turn) if discs >> square & 1)


@lru_cache(maxsize=2)
def _engine(rules: OthelloRules, threads: int, megabytes: int) -> Engine:
    """The cached engine: it reuses the proofs of one position for the next."""
    return new_engine(rules, megabytes, min(threads, _MOST_THREADS))


def _megabytes(position: OthelloPosition, seconds: float | None) -> int:
    """The size of the transposition table: more empty squares need more, but memory takes time."""
    most = _MOST_DOUBLINGS if seconds is None or seconds >= _LONG else SHORT_DOUBLINGS
    without = FREE_WITHOUT_TABLE if position.rules.free else _WITHOUT_TABLE
    return 1 << min(max(empty_squares(position) - without, 1), most)
