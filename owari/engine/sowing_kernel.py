"""The kernel as it thinks about the sowing games, with the opening book and the endgames."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from owari.engine.book import opening_book
from owari.engine.endgames import START_UP, endgames, kernel_rules, largest_within
from owari.engine.evaluation import Evaluation
from owari.engine.kernel import sowing
from owari.engine.kernel_interface import (
    PROOF_MEGABYTES,
    TIME_MEGABYTES,
    Bounds,
    OnRaw,
    Raw,
    megabytes_for,
)
from owari.engine.solution import Aim
from owari.games.game import Side
from owari.games.mancala import Mancala, SowingRules

if TYPE_CHECKING:
    from owari.engine.kernel.native_sowing import Engine, Position

__all__ = ["SowingKernel", "kernel_plays"]


class SowingKernel:
    """The `Kernel` of one sowing game."""

    def __init__(self, rules: SowingRules, evaluation: Evaluation, threads: int) -> None:
        self.rules = rules
        self.evaluation = evaluation
        self.threads = threads

    def plays(self, position: Mancala) -> bool:
        return kernel_plays(position)

    def knows(self, position: Mancala) -> bool:
        return position.ply is None

    def prepare(self) -> None:
        opening_book(self.rules)
        self._searcher.clear()
        self._prover.clear()

    def to_depth(
        self, position: Mancala, depth: int, seconds: float, on_depth: OnRaw | None
    ) -> Raw:
        engine = _depth_engine(self.rules, self.evaluation.name, megabytes_for(depth))
        return engine.think(
            _as_given(position), depth, seconds, self.evaluation.name, True, on_depth
        )

    def for_seconds(
        self, position: Mancala, depth: int, seconds: float, on_depth: OnRaw | None
    ) -> Raw:
        return self._searcher.think(
            _as_given(position), depth, seconds, self.evaluation.name, False, on_depth
        )

    def may_prove(self, position: Mancala, seconds: float) -> bool:
        return True

    def prove(self, position: Mancala, seconds: float) -> tuple[Bounds, int]:
        return self._prover.solve(_as_given(position), seconds, 0, Aim.MARGIN, None)

    def least(self, position: Mancala) -> int:
        now = position.score()
        return now.margin(position.turn) - (sum(position.cells) - sum(now[:2]))

    @cached_property
    def _searcher(self) -> Engine:
        return self._engine(TIME_MEGABYTES)

    @cached_property
    def _prover(self) -> Engine:
        """An engine of its own: its table keeps margins, for all evaluations."""
        return self._engine(PROOF_MEGABYTES)

    def _engine(self, megabytes: int) -> Engine:
        """An engine with the endgames of START_UP, or more if they are there."""
        assert sowing is not None
        table = endgames(self.rules)
        table.grow(largest_within(self.rules, START_UP))
        engine: Engine = sowing.Engine(kernel_rules(self.rules), megabytes, self.threads)
        engine.use(table.stones, table.values)
        return engine


def kernel_plays(position: Mancala) -> bool:
    """Whether the kernel was compiled and has room for the board."""
    return sowing is not None and sum(position.cells) <= sowing.MAX_STONES


@lru_cache(maxsize=4)
def _depth_engine(rules: SowingRules, evaluation: str, megabytes: int) -> Engine:
    """An engine for all searches to a depth by this evaluation: sharing it changes no answer."""
    assert sowing is not None
    engine: Engine = sowing.Engine(kernel_rules(rules), megabytes, 1)
    return engine


def _as_given(position: Mancala) -> Position:
    return position.cells, position.turn is Side.SOUTH
