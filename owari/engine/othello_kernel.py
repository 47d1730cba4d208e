"""The kernel as it thinks about Othello."""

from __future__ import annotations

from functools import cached_property, lru_cache
from math import log
from typing import TYPE_CHECKING

from owari.engine.evaluation import Evaluation
from owari.engine.kernel import othello
from owari.engine.kernel_interface import (
    PROOF_MEGABYTES,
    TIME_MEGABYTES,
    Bounds,
    OnRaw,
    Raw,
    megabytes_for,
)
from owari.engine.othello_estimate import fitted_weights
from owari.engine.solution import Aim
from owari.games.othello import OthelloPosition, OthelloRules

if TYPE_CHECKING:
    from owari.engine.kernel.native_othello import Engine, Position
    from owari.engine.kernel.native_othello import Evaluation as Weights

__all__ = [
    "OthelloKernel",
    "as_given",
    "empty_squares",
    "kernel_evaluation",
    "kernel_plays",
]

SIZES = (4, 6, 8)
"""The boards that fit a machine word."""
PROVED_IN_A_SECOND, TIMES_A_SQUARE = 20, 2.5
"""Empty squares of a usual position that a second proves, and the factor in time of one more."""
FREE_PROVED_IN_A_SECOND, FREE_TIMES_A_SQUARE = 12, 4.0
"""The same in free Othello, where every square can be played at once."""


class OthelloKernel:
    """The `Kernel` of one game of Othello."""

    def __init__(self, rules: OthelloRules, evaluation: Evaluation, threads: int) -> None:
        self.rules = rules
        self.evaluation = evaluation
        self.threads = threads

    def plays(self, position: OthelloPosition) -> bool:
        return kernel_plays(position.rules)

    def knows(self, position: OthelloPosition) -> bool:
        return True

    def prepare(self) -> None:
        self._searcher.clear()
        self._prover.clear()

    def to_depth(
        self, position: OthelloPosition, depth: int, seconds: float, on_depth: OnRaw | None
    ) -> Raw:
        engine = _depth_engine(self.rules, self.evaluation.name, megabytes_for(depth))
        return engine.think(as_given(position), depth, seconds, self._weights, True, on_depth)

    def for_seconds(
        self, position: OthelloPosition, depth: int, seconds: float, on_depth: OnRaw | None
    ) -> Raw:
        return self._searcher.think(
            as_given(position), depth, seconds, self._weights, False, on_depth
        )

    def may_prove(self, position: OthelloPosition, seconds: float) -> bool:
        squares, times = (
            (FREE_PROVED_IN_A_SECOND, FREE_TIMES_A_SQUARE)
            if self.rules.free
            else (PROVED_IN_A_SECOND, TIMES_A_SQUARE)
        )
        return empty_squares(position) <= squares + log(seconds, times)

    def prove(self, position: OthelloPosition, seconds: float) -> tuple[Bounds, int]:
        return self._prover.solve(as_given(position), seconds, 0, Aim.MARGIN, None)

    def least(self, position: OthelloPosition) -> int:
        return -(self.rules.size**2)

    @cached_property
    def _weights(self) -> Weights:
        return kernel_evaluation(self.rules, self.evaluation)

    @cached_property
    def _searcher(self) -> Engine:
        return _engine(self.rules, TIME_MEGABYTES, self.threads)

    @cached_property
    def _prover(self) -> Engine:
        """An engine of its own: its table keeps margins, for all evaluations."""
        return _engine(self.rules, PROOF_MEGABYTES, self.threads)


def kernel_plays(rules: OthelloRules) -> bool:
    """Whether the kernel was compiled and has room for the board."""
    return othello is not None and rules.size in SIZES


def kernel_evaluation(rules: OthelloRules, evaluation: Evaluation) -> Weights:
    """The evaluation as the kernel takes it, see kernel/native_othello.pyi."""
    unit = evaluation.finished(2) - evaluation.finished(1)
    won = evaluation.finished(1) - unit
    if evaluation.mixture is None:
        return {}, fitted_weights(rules), won, unit
    return dict(evaluation.mixture), {}, won, unit


def as_given(position: OthelloPosition) -> Position:
    """The position as the kernel takes it."""
    return position.own, position.other


def empty_squares(position: OthelloPosition) -> int:
    """How many squares are empty."""
    return position.rules.size**2 - (position.south | position.north).bit_count()


@lru_cache(maxsize=4)
def _depth_engine(rules: OthelloRules, evaluation: str, megabytes: int) -> Engine:
    """An engine for all searches to a depth by this evaluation: sharing it changes no answer."""
    return _engine(rules, megabytes, 1)


def _engine(rules: OthelloRules, megabytes: int, threads: int) -> Engine:
    assert othello is not None
    engine: Engine = othello.Engine((rules.size, rules.free), megabytes, threads)
    return engine
