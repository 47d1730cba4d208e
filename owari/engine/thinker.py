"""The engine: opening book, proof and the kernel's search, or the reference search alone."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from time import perf_counter
from typing import Any

from owari.engine.evaluation import Evaluation
from owari.engine.families import ENGINES, evaluation_for, solve
from owari.engine.first_plies import think_in_opening
from owari.engine.kernel import LEAST_SECONDS
from owari.engine.kernel_interface import Bounds, Kernel, OnRaw, Raw
from owari.engine.search import Finder, Found, search
from owari.engine.solution import Aim
from owari.errors import BadInput
from owari.games.game import Game, Kind, Move, Position, Value

DEEPEST = 200
"""Plies of the greatest depth that can be asked for."""
_move = cache(Move)
_KERNEL = Finder.KERNEL  # Python 3.11 takes 0.1 us to find a member of an Enum
PROOF = 0.7
"""The part of the time for a move after which a proof without any result gives way to a search."""


class Thinker:
    """Thinks about positions of one game and keeps what it has found from move to move.

    A given depth means exactly that: value and move are those of the reference search. With a given
    time the engine uses everything it has for the game: the opening book, the exact values of the
    endgames, and a proof of the margin if there is time for one. A perfect move takes the time that
    its proof needs.
    """

    def __init__(
        self, rules: Game, evaluation: Evaluation | None = None, *, threads: int = 1
    ) -> None:
        """Without an evaluation it goes by the default one of the game."""
        self.rules = rules
        self.family = ENGINES[rules]
        self.evaluation = evaluation or evaluation_for(rules, None)
        self.threads = threads
        self._kernel = self.family.kernel(rules, self.evaluation, threads)

    def uses_kernel(self, position: Position) -> bool:
        """Whether the kernel was compiled, has the evaluation, and has room for the board."""
        return self._kernel_for(position) is not None

    def prepare(self) -> None:
        """Forgets earlier games and gets ready, so that the first move need not wait for it."""
        if kernel := self._kernel_for(self.rules.start()):
            kernel.prepare()

    def think(
        self,
        position: Position,
        *,
        depth: int | None = None,
        seconds: float | None = None,
        perfect: bool = False,
        on_depth: Callable[[Found], None] | None = None,
    ) -> Found:
        """The best move by a depth in plies, a time in seconds, or the first of both that ends.

        A perfect move takes as long as it needs. Raises BadInput as `search` does, and if a
        perfect move is asked for where there is no kernel.
        """
        if depth is not None and depth > DEEPEST:
            raise BadInput(f"a depth is at most {DEEPEST} plies, not {depth}")
        begun = perf_counter()
        timed = seconds is not None and seconds > 0
        if (perfect or (timed and depth is None)) and (known := self._by_book(position)):
            return known
        if perfect:
            return self._by_proof(position)
        kernel = self._kernel_for(position)
        limited = (depth is not None) or timed
        wrong = not limited or (depth is not None and depth < 1)
        if wrong or kernel is None or not position.legal_moves():
            return search(
                position,
                evaluation=self.evaluation,
                depth=depth,
                seconds=seconds,
                on_depth=on_depth,
            )
        if not kernel.knows(position):
            return think_in_opening(
                position,
                kernel.knows,
                self.think,
                self.evaluation,
                depth=depth,
                seconds=seconds,
                deepest=DEEPEST,
                on_depth=on_depth,
            )
        if depth is not None:
            return self._told(
                on_depth, lambda told: kernel.to_depth(position, depth, seconds or 0.0, told)
            )
        assert seconds is not None
        left = max(seconds - (perf_counter() - begun), LEAST_SECONDS)
        return self._in_time(kernel, position, left, on_depth)

    def deepen(
        self, position: Position, seconds: float, on_depth: Callable[[Found], None] | None = None
    ) -> Found:
        """The result of a search for a time, without book and proof."""
        kernel = self._kernel_for(position)
        if kernel is None or not kernel.knows(position):
            return self.think(position, depth=DEEPEST, seconds=seconds, on_depth=on_depth)
        begun = perf_counter()
        kernel.get_ready(seconds)
        return self._deepen(kernel, position, seconds - (perf_counter() - begun), on_depth)

    def _deepen(
        self,
        kernel: Kernel[Any],
        position: Position,
        seconds: float,
        on_depth: Callable[[Found], None] | None,
    ) -> Found:
        """The result of a search for what is left of the time, with what the kernel has ready."""
        left = max(seconds, LEAST_SECONDS)
        return self._told(on_depth, lambda told: kernel.for_seconds(position, DEEPEST, left, told))

    def _in_time(
        self,
        kernel: Kernel[Any],
        position: Position,
        seconds: float,
        on_depth: Callable[[Found], None] | None,
    ) -> Found:
        """The move of a proof, be it of a lower bound alone; of a search if nothing is proved."""
        begun = perf_counter()
        kernel.get_ready(seconds)
        if not kernel.may_prove(position, seconds):
            return self._deepen(kernel, position, seconds - (perf_counter() - begun), on_depth)
        least = kernel.least(position)
        bounds: Bounds = []
        nodes = 0
        for part in (PROOF, 1.0):
            limit = max(part * seconds - (perf_counter() - begun), LEAST_SECONDS)
            bounds, visited = kernel.prove(position, limit, bounds)
            nodes += visited
            lower = max(low for _, low, _ in bounds)
            exact = lower == max(high for _, _, high in bounds)
            nothing = lower == least
            if exact or nothing:
                break
        if nothing and not exact:
            left = seconds - (perf_counter() - begun)
            found = self._deepen(kernel, position, left, on_depth)
            return found._replace(nodes=nodes + found.nodes, seconds=perf_counter() - begun)
        move = Move(min(cell for cell, low, _ in bounds if low == lower))
        value = Value(lower, Kind.EXACT if exact else Kind.ESTIMATED)
        return Found(move, value, (move,), 0, nodes, perf_counter() - begun, Finder.PROOF)

    def _told(
        self, on_depth: Callable[[Found], None] | None, think: Callable[[OnRaw | None], Raw]
    ) -> Found:
        """The result of a search by the kernel."""
        begun = perf_counter()

        def told(found: Raw) -> Found:
            number, proven, reached, nodes, line = found
            value = self.evaluation.told(number, proved=proven)
            moves = tuple(map(_move, line))
            elapsed = perf_counter() - begun
            return Found(moves[0], value, moves, reached, nodes, elapsed, _KERNEL)

        return told(think(None if on_depth is None else lambda found: on_depth(told(found))))

    def _by_book(self, position: Position) -> Found | None:
        begun = perf_counter()
        known = self.family.by_book(position)
        if known is None:
            return None
        move, margin = known
        elapsed = perf_counter() - begun
        return Found(move, Value(margin, Kind.EXACT), (move,), 0, 1, elapsed, Finder.BOOK)

    def _by_proof(self, position: Position) -> Found:
        if not self.uses_kernel(position):
            raise BadInput("only the kernel proves every position")
        solution = solve(position, aim=Aim.MARGIN, threads=self.threads)
        value, move = Value(solution.lower, Kind.EXACT), solution.best
        return Found(move, value, (move,), 0, solution.nodes, solution.seconds, Finder.PROOF)

    def _kernel_for(self, position: Position) -> Kernel[Any] | None:
        return self._kernel if self._kernel and self._kernel.plays(position) else None
