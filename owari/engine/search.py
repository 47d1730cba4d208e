"""The reference search, textbook alpha-beta over any position, and proofs by it.

Source: Knuth and Moore, "An Analysis of Alpha-Beta Pruning", Artificial Intelligence 6(4), 1975,
in negamax form, extended to games in which a side may move twice in a row.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from math import inf
from time import perf_counter
from typing import NamedTuple

from owari.engine.evaluation import FINISHED, SCORE, Evaluation
from owari.engine.solution import MoveBounds, ProofRequest, Solution
from owari.errors import BadInput
from owari.games.game import Kind, Move, Position, Value

_INFINITE = 10**9
_CHECK_EVERY = 64
"""Nodes between two looks at the clock: a fraction of a millisecond."""


class Finder(StrEnum):
    """What found a move."""

    REFERENCE = "reference"
    """The search of this module."""
    KERNEL = "kernel"
    PROOF = "proof"
    BOOK = "book"


class Found(NamedTuple):
    """The result of a search."""

    move: Move
    value: Value
    line: tuple[Move, ...]
    """The principal variation; its first move is `move`."""
    depth: int
    """Plies of the last finished iteration; of the longest line, if every line ended with the game
    before that."""
    nodes: int
    """Positions visited in all iterations, the root included."""
    seconds: float
    by: Finder = Finder.REFERENCE


class _OutOfTime(Exception):
    """The deadline passed inside an iteration."""


def search(
    position: Position,
    *,
    evaluation: Evaluation,
    depth: int | None = None,
    seconds: float | None = None,
    on_depth: Callable[[Found], None] | None = None,
) -> Found:
    """Searches to a depth in plies, for a time in seconds, or until the first of both ends.

    A depth alone is one search with the moves in natural order: its value and its node count are
    defined. With a time the depth rises ply by ply until the time is over or the game is solved.
    The last finished iteration counts, and the first one always finishes. `on_depth` receives the
    result of each iteration.

    Raises BadInput if there is no limit, if a limit is not positive, or if the game is over.
    """
    if depth is None and seconds is None:
        raise BadInput("a search needs a depth or a time")
    if depth is not None and depth < 1:
        raise BadInput(f"a depth is at least 1 ply, not {depth}")
    if seconds is not None and seconds <= 0:
        raise BadInput(f"a time is more than 0 seconds, not {seconds}")
    moves = position.legal_moves()
    if not moves:
        raise BadInput("the game is over")

    begun = perf_counter()
    searcher = _Searcher(evaluation)
    found: Found | None = None
    plies = depth if depth is not None and seconds is None else 1
    while True:
        searcher.deadline = begun + seconds if seconds is not None and found else inf
        try:
            value, line, solved = searcher.root(position, moves, plies)
        except _OutOfTime:
            break
        told = evaluation.told(value, proved=solved)
        elapsed = perf_counter() - begun
        reached = plies - searcher.left if solved else plies
        found = Found(line[0], told, line, reached, searcher.nodes, elapsed)
        if on_depth:
            on_depth(found)
        if solved or plies == depth or (seconds is not None and elapsed >= seconds):
            break
        plies += 1
        moves = (line[0], *(move for move in moves if move != line[0]))
    assert found is not None
    return found._replace(nodes=searcher.nodes, seconds=perf_counter() - begun)


class _Searcher:
    """One search: its evaluation, its clock and what it counts."""

    def __init__(self, evaluation: Evaluation) -> None:
        self.evaluation = evaluation
        self.deadline = inf
        self.nodes = 0
        self.guessed = False
        self.left = 0
        """Plies that the longest line of the last iteration has left to go."""

    def root(
        self, position: Position, moves: tuple[Move, ...], depth: int
    ) -> tuple[int, tuple[Move, ...], bool]:
        """Value and line, and whether every leaf was a finished game."""
        self.guessed = False
        self.left = depth
        self.nodes += 1
        value, line = self.best(position, moves, depth, -_INFINITE, _INFINITE)
        return value, line, not self.guessed

    def best(
        self, position: Position, moves: tuple[Move, ...], depth: int, alpha: int, beta: int
    ) -> tuple[int, tuple[Move, ...]]:
        """The value for the side to move of an unfinished position, at least one ply deep."""
        turn = position.turn
        best = -_INFINITE
        line: tuple[Move, ...] = ()
        for move in moves:
            child = position.play(move)
            if child.turn is turn:
                value, reply = self.node(child, depth - 1, alpha, beta)
            else:
                value, reply = self.node(child, depth - 1, -beta, -alpha)
                value = -value
            if value > best:
                best, line = value, (move, *reply)
                if value > alpha:
                    alpha = value
                    if alpha >= beta:
                        break
        return best, line

    def node(
        self, position: Position, depth: int, alpha: int, beta: int
    ) -> tuple[int, tuple[Move, ...]]:
        self.nodes += 1
        if self.nodes % _CHECK_EVERY == 0 and perf_counter() > self.deadline:
            raise _OutOfTime
        outcome = position.outcome()
        if outcome is not None:
            self.left = min(self.left, depth)
            return self.evaluation.finished(outcome.margin(position.turn)), ()
        if depth == 0:
            self.guessed = True
            return self.evaluation.horizon(position), ()
        return self.best(position, position.legal_moves(), depth, alpha, beta)


_ENDLESS = 300
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
            found = search(after, depth=_ENDLESS, seconds=left, evaluation=estimate)
            nodes += found.nodes
            if found.value.kind is not Kind.EXACT:
                break
            margin = found.value.margin if after.turn is side else -found.value.margin
        bounds[move] = MoveBounds(move, margin, margin)
        tell(so_far())
    return so_far()


def prove_any(position: Position, request: ProofRequest) -> Solution:
    """Proves margins in any game, see `engine.families.solve`."""
    most = position.rules.most_pieces or FINISHED
    known = request.first_bounds(MoveBounds(move, -most, most) for move in position.legal_moves())
    return prove_by_reference(position, known, request, SCORE)
