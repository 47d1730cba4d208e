"""The engine: opening book, proof and the kernel's search, or the reference search alone."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any

from owari.engine.evaluation import Evaluation
from owari.engine.first_plies import think_in_opening
from owari.engine.kernel_interface import Kernel, OnRaw, Raw
from owari.engine.othello_kernel import OthelloKernel
from owari.engine.search import Found, search
from owari.engine.solver import Aim, solve
from owari.engine.sowing_kernel import SowingKernel
from owari.games.game import Game, Move, Position
from owari.games.mancala import Mancala, SowingRules
from owari.games.othello import OthelloRules
from owari.games.value import Kind, Value

__all__ = ["Thinker"]

DEEPEST = 200
PROOF = 0.7
"""The part of a move's time after which a proof that has come to nothing leaves the rest to a
search."""


class Thinker:
    """Thinks about positions of one game and keeps what it has found from move to move.

    A given depth means exactly that: value and move are those of the reference search. A given time
    means all that the engine has for the game: the opening book, the exact values of the endgames,
    and a proof of the margin where there is time for one. To be perfect is to take the time that a
    proof needs.
    """

    def __init__(self, rules: Game, evaluation: Evaluation, *, threads: int = 1) -> None:
        self.rules = rules
        self.evaluation = evaluation
        self.threads = threads
        self._kernel = _kernel(rules, evaluation, threads)

    def uses_kernel(self, position: Position) -> bool:
        """Whether the kernel is there and has room for the board."""
        return self._kernel.plays(position)

    def prepare(self) -> None:
        """Forgets earlier games, and has at hand what a search by time needs, so that the first
        move does not have to wait for it."""
        if self.uses_kernel(self.rules.start()):
            self._kernel.prepare()

    def think(
        self,
        position: Position,
        *,
        depth: int | None = None,
        seconds: float | None = None,
        perfect: bool = False,
        on_depth: Callable[[Found], None] | None = None,
    ) -> Found:
        """The best move by a depth in plies, a time in seconds, or whichever ends first; or a
        perfect one, however long that takes. Raises ValueError as `search` does, and when it is to
        be perfect without the kernel."""
        timed = seconds is not None and seconds > 0
        if (perfect or (timed and depth is None)) and (known := self._by_book(position)):
            return known
        if perfect:
            return self._by_proof(position)
        limited = (depth is not None) or timed
        wrong = not limited or (depth is not None and not 1 <= depth <= DEEPEST)
        if wrong or not self.uses_kernel(position) or not position.legal_moves():
            return search(
                position,
                depth=depth,
                seconds=seconds,
                evaluation=self.evaluation,
                on_depth=on_depth,
            )
        if isinstance(position, Mancala) and position.ply is not None:
            return think_in_opening(
                position,
                self.think,
                self.evaluation,
                depth=depth,
                seconds=seconds,
                deepest=DEEPEST,
                on_depth=on_depth,
            )
        if depth is not None:
            return self._told(
                on_depth, lambda told: self._kernel.to_depth(position, depth, seconds or 0.0, told)
            )
        assert seconds is not None
        return self._in_time(position, seconds, on_depth)

    def deepen(
        self,
        position: Position,
        seconds: float,
        on_depth: Callable[[Found], None] | None = None,
    ) -> Found:
        """The kernel's search alone for a time, with neither book nor proof."""
        return self._told(
            on_depth, lambda told: self._kernel.for_seconds(position, DEEPEST, seconds, told)
        )

    def _in_time(
        self, position: Position, seconds: float, on_depth: Callable[[Found], None] | None
    ) -> Found:
        """By a proof, or by what has been proved of the best move so far, or, where nothing has,
        by search."""
        if not self._kernel.may_prove(position, seconds):
            return self.deepen(position, seconds, on_depth)
        begun = perf_counter()
        least = self._kernel.least(position)
        nodes = 0
        for part in (PROOF, 1.0):
            limit = max(part * seconds - (perf_counter() - begun), 0.001)
            bounds, visited = self._kernel.prove(position, limit)
            nodes += visited
            lower = max(low for _, low, _ in bounds)
            exact = lower == max(high for _, _, high in bounds)
            nothing = lower == least
            if exact or nothing:
                break
        if nothing and not exact:
            left = max(seconds - (perf_counter() - begun), 0.001)
            found = self.deepen(position, left, on_depth)
            return found._replace(nodes=nodes + found.nodes, seconds=perf_counter() - begun)
        move = Move(min(cell for cell, low, _ in bounds if low == lower))
        value = Value(lower, Kind.EXACT if exact else Kind.ESTIMATED)
        return Found(move, value, (move,), 0, nodes, perf_counter() - begun, "proof")

    def _told(
        self,
        on_depth: Callable[[Found], None] | None,
        think: Callable[[OnRaw | None], Raw],
    ) -> Found:
        """What a search of the kernel finds."""
        begun = perf_counter()

        def told(found: Raw) -> Found:
            number, proven, reached, nodes, line = found
            value = self.evaluation.told(number, proved=proven)
            moves = tuple(map(Move, line))
            elapsed = perf_counter() - begun
            return Found(moves[0], value, moves, reached, nodes, elapsed, "kernel")

        return told(think(None if on_depth is None else lambda found: on_depth(told(found))))

    def _by_book(self, position: Position) -> Found | None:
        begun = perf_counter()
        known = self._kernel.by_book(position)
        if known is None:
            return None
        move, margin = known
        elapsed = perf_counter() - begun
        return Found(move, Value(margin, Kind.EXACT), (move,), 0, 1, elapsed, "book")

    def _by_proof(self, position: Position) -> Found:
        if not self.uses_kernel(position):
            raise ValueError("only the kernel proves every position")
        solution = solve(position, aim=Aim.MARGIN, threads=self.threads)
        value, move = Value(solution.lower, Kind.EXACT), solution.best
        return Found(move, value, (move,), 0, solution.nodes, solution.seconds, "proof")


def _kernel(rules: Game, evaluation: Evaluation, threads: int) -> Kernel[Any]:
    if isinstance(rules, OthelloRules):
        return OthelloKernel(rules, evaluation, threads)
    assert isinstance(rules, SowingRules)
    return SowingKernel(rules, evaluation, threads)
