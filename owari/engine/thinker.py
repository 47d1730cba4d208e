"""The engine: opening book, proof and the kernel's search, or the reference search alone."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache
from time import perf_counter
from typing import TYPE_CHECKING

from owari.engine.book import opening_book
from owari.engine.endgames import START_UP, endgames, kernel_rules, largest_within
from owari.engine.evaluation import Evaluation
from owari.engine.kernel import native
from owari.engine.opening import think_in_opening
from owari.engine.search import Found, search
from owari.engine.solving import Aim, solve
from owari.engine.sowing_evaluations import SOWING
from owari.games.game import Move, Side
from owari.games.mancala import Mancala, SowingRules
from owari.games.value import Kind, Value

if TYPE_CHECKING:
    from owari.engine.kernel.native import Engine, Position

__all__ = ["Thinker"]

TIME_MEGABYTES = 128
PROOF_MEGABYTES = 64
"""Of the transposition tables: for a given time, and for the proof within it."""
DEEPEST = 200
PROOF = 0.7
"""The part of a move's time after which a proof that has come to nothing leaves the rest to a
search."""


class Thinker:
    """Thinks about positions of one game and keeps what it has found from move to move.

    A given depth means exactly that: value and move are those of the reference search. A given time
    means all that the engine has: the opening book, the exact values of the endgames, and a proof
    of the margin where there is time for one. To be perfect is to take the time that a proof needs.
    """

    def __init__(self, rules: SowingRules, evaluation: Evaluation, *, threads: int = 1) -> None:
        self.rules = rules
        self.evaluation = evaluation
        self.threads = threads

    def uses_kernel(self, position: Mancala) -> bool:
        """Whether the kernel is there and has room for the board."""
        return native is not None and sum(position.cells) <= native.MAX_STONES

    def prepare(self) -> None:
        """Forgets earlier games, and has at hand what a search by time needs, so that the first
        move does not have to wait for it."""
        if self.uses_kernel(self.rules.start()):
            opening_book(self.rules)
            self._searcher.clear()
            self._prover.clear()

    def think(
        self,
        position: Mancala,
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
        if position.ply is not None:
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
            engine = _depth_engine(self.rules, self.evaluation.name, _megabytes(depth))
            return self._search(engine, position, depth, seconds or 0.0, on_depth, exactly=True)
        assert seconds is not None
        return self._in_time(position, seconds, on_depth)

    def deepen(
        self,
        position: Mancala,
        seconds: float,
        on_depth: Callable[[Found], None] | None = None,
    ) -> Found:
        """The kernel's search alone for a time, with neither book nor proof."""
        return self._search(self._searcher, position, DEEPEST, seconds, on_depth)

    def _in_time(
        self, position: Mancala, seconds: float, on_depth: Callable[[Found], None] | None
    ) -> Found:
        """By a proof, or by what has been proved of the best move so far, or, where nothing has,
        by search."""
        begun = perf_counter()
        given = _as_given(position)
        in_pits = sum(position.cells) - sum(position.score())
        least = position.score().margin(position.turn) - in_pits
        nodes = 0
        for part in (PROOF, 1.0):
            limit = max(part * seconds - (perf_counter() - begun), 0.001)
            bounds, visited = self._prover.solve(given, limit, 0, Aim.MARGIN, None)
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
        move = Move(min(pit for pit, low, _ in bounds if low == lower))
        value = Value(lower, Kind.EXACT if exact else Kind.ESTIMATED)
        return Found(move, value, (move,), 0, nodes, perf_counter() - begun, "proof")

    def _search(
        self,
        engine: Engine,
        position: Mancala,
        depth: int,
        seconds: float,
        on_depth: Callable[[Found], None] | None,
        *,
        exactly: bool = False,
    ) -> Found:
        """Deepening by the kernel; seconds 0 is no limit. `exactly` is as the reference does it."""
        begun = perf_counter()

        def told(found: tuple[int, bool, int, int, tuple[int, ...]]) -> Found:
            number, proven, reached, nodes, line = found
            value = self.evaluation.told(number, proved=proven)
            moves = tuple(map(Move, line))
            elapsed = perf_counter() - begun
            return Found(moves[0], value, moves, reached, nodes, elapsed, "kernel")

        return told(
            engine.think(
                _as_given(position),
                depth,
                seconds,
                list(SOWING).index(self.evaluation.name),
                exactly,
                None if on_depth is None else lambda found: on_depth(told(found)),
            )
        )

    @cached_property
    def _searcher(self) -> Engine:
        return self._engine(TIME_MEGABYTES)

    @cached_property
    def _prover(self) -> Engine:
        """Of its own: what it keeps are margins, whatever the evaluation."""
        return self._engine(PROOF_MEGABYTES)

    def _engine(self, megabytes: int) -> Engine:
        """With the endgames of an engine's start, or more where they are there."""
        assert native is not None
        table = endgames(self.rules)
        table.grow(largest_within(self.rules, START_UP))
        engine: Engine = native.Engine(kernel_rules(self.rules), megabytes, self.threads)
        engine.use(table.stones, table.values)
        return engine

    def _by_book(self, position: Mancala) -> Found | None:
        begun = perf_counter()
        book = opening_book(self.rules)
        in_book = position.ply is None and position.legal_moves()
        known = book.find(position) if book and in_book else None
        if known is None:
            return None
        move, margin = known
        elapsed = perf_counter() - begun
        return Found(move, Value(margin, Kind.EXACT), (move,), 0, 1, elapsed, "book")

    def _by_proof(self, position: Mancala) -> Found:
        if not self.uses_kernel(position):
            raise ValueError("only the kernel proves every position")
        solution = solve(position, aim=Aim.MARGIN, threads=self.threads)
        value, move = Value(solution.lower, Kind.EXACT), solution.best
        return Found(move, value, (move,), 0, solution.nodes, solution.seconds, "proof")


def _megabytes(depth: int) -> int:
    """Of the transposition table for a given depth: memory takes time to be had, too."""
    return 1 << min(max(depth - 8, 0), 7)


@lru_cache(maxsize=4)
def _depth_engine(rules: SowingRules, evaluation: str, megabytes: int) -> Engine:
    """Shared by all that look ahead to a depth by this evaluation: what one finds does not change
    what another answers."""
    assert native is not None
    engine: Engine = native.Engine(kernel_rules(rules), megabytes, 1)
    return engine


def _as_given(position: Mancala) -> Position:
    return position.cells, position.turn is Side.SOUTH
