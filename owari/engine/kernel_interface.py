"""What the thinker asks of a kernel; each family of games has its own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import cached_property, lru_cache
from math import ceil, log2
from typing import Any, Generic, TypeVar

from owari.engine.evaluation import Evaluation
from owari.engine.solution import Aim

Raw = tuple[int, bool, int, int, tuple[int, ...]]
"""A result of a search: value, whether it is proved, depth, nodes, and the cells of the line."""
OnRaw = Callable[[Raw], object]
Bounds = list[tuple[int, int, int]]
"""Cell, lower and upper bound of the final margin of each legal move."""

_TIME_MEGABYTES = 128
"""Size of the transposition table of a search that has a second,"""
_PROOF_MEGABYTES = 64
"""and of the one for the proof within that time. A shorter time has a part of it: memory that was
never used before takes time."""

P = TypeVar("P")
E = TypeVar("E")


class Kernel(ABC, Generic[P]):
    """The kernel for one game and one evaluation.

    All methods but `plays` take positions of an unfinished game that the kernel plays; all but
    `knows` those that it knows, too. A time is in seconds, 0 is no limit.
    """

    def __init__(self, rules: Any, evaluation: Evaluation, threads: int) -> None:
        self.rules = rules
        self.evaluation = evaluation
        self.threads = threads
        self._to_depth: tuple[int, Any] = (0, None)
        """The depth of the last search to a depth, and its engine."""
        self._part = 0.0
        """The part of their usual memory that the engines for searches by time have."""
        self._searcher: Any = None
        self._prover: Any = None
        """An engine of its own: its table keeps margins, for all evaluations."""

    @abstractmethod
    def plays(self, position: P) -> bool:
        """Whether the kernel was compiled, has the evaluation, and has room for the board."""

    def knows(self, position: P) -> bool:
        """Whether the kernel can search from here; else it can from all positions two plies on."""
        return True

    @abstractmethod
    def given(self, position: P) -> Any:
        """The position as the extension module takes it."""

    @cached_property
    @abstractmethod
    def weights(self) -> Any:
        """The evaluation as the extension module takes it."""

    @staticmethod
    @abstractmethod
    def engine(rules: Any, megabytes: int, threads: int) -> Any:
        """A new engine of the extension module, with a transposition table of that size."""

    def get_ready(self, seconds: float | None = None) -> None:
        """Gets what a search of that time uses, all of it for None. What takes long is got within a
        part of the time; a later call gets the rest."""
        part = 1.0 if seconds is None else min(seconds, 1.0)
        if part > self._part:
            self._part = 2.0 ** ceil(log2(part))
            self._searcher, self._prover = (
                self.engine(self.rules, max(1, int(most * self._part)), self.threads)
                for most in (_TIME_MEGABYTES, _PROOF_MEGABYTES)
            )

    @abstractmethod
    def may_prove(self, position: P, seconds: float) -> bool:
        """Whether a proof could end in that time."""

    @abstractmethod
    def least(self, position: P) -> int:
        """The final margin that is certain without a proof."""

    def prepare(self) -> None:
        """Forgets earlier games, and gets the memory that a search by time needs."""
        self.get_ready()
        self._searcher.clear()
        self._prover.clear()

    def to_depth(self, position: P, depth: int, seconds: float, on_depth: OnRaw | None) -> Raw:
        """The value and the line of the reference search."""
        known, engine = self._to_depth
        if known != depth:
            size = _megabytes(depth)
            engine = _depth_engine(type(self), self.rules, self.evaluation.name, size)
            self._to_depth = (depth, engine)
        return self._search(engine, position, depth, seconds, True, on_depth)

    def for_seconds(self, position: P, depth: int, seconds: float, on_depth: OnRaw | None) -> Raw:
        """The result of a search with everything that the kernel has got ready."""
        return self._search(self._searcher, position, depth, seconds, False, on_depth)

    def prove(self, position: P, seconds: float, known: Bounds) -> tuple[Bounds, int]:
        """The bounds of the margin that are proved in that time with what is ready, and the
        positions visited. No bound is wider than in `known`, which has those of earlier proofs."""
        found: tuple[Bounds, int] = self._prover.solve(
            self.given(position), seconds, 0, Aim.MARGIN, None, known
        )
        return found

    def _search(self, engine: Any, position: P, depth: int, seconds: float, *others: Any) -> Raw:
        found: Raw = engine.think(self.given(position), depth, seconds, self.weights, *others)
        return found


def within_memory(engine: Callable[[int], E], megabytes: int) -> E:
    """An engine with a table of so many megabytes, or of the largest half, quarter and so on that
    there is memory for. Raises MemoryError if there is not one megabyte."""
    while True:
        try:
            return engine(megabytes)
        except MemoryError:
            if megabytes == 1:
                raise
            megabytes //= 2


@lru_cache(maxsize=8)
def _depth_engine(kernel: type[Kernel[Any]], rules: Any, evaluation: str, megabytes: int) -> Any:
    """An engine for all searches to a depth by this evaluation: sharing it changes no answer."""
    return kernel.engine(rules, megabytes, 1)


def _megabytes(depth: int) -> int:
    """The size of the table for a given depth: a larger one only costs the time to get it."""
    return 1 << min(max(depth - 8, 0), 7)
