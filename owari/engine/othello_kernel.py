"""The kernel of Othello."""

from __future__ import annotations

from functools import cached_property, lru_cache
from math import log
from typing import TYPE_CHECKING

from owari.engine.evaluation import Evaluation
from owari.engine.kernel import othello
from owari.engine.kernel_interface import Bounds, Kernel, within_memory
from owari.engine.othello_estimate import FITTED, fitted_weights
from owari.engine.othello_patterns import PATTERNS, has_patterns, weights
from owari.engine.solution import Aim
from owari.games.othello import OthelloPosition, OthelloRules

if TYPE_CHECKING:
    from owari.engine.kernel.native_othello import Engine, Patterns, Position
    from owari.engine.kernel.native_othello import Evaluation as Weights

SIZES = (4, 6, 8)
"""The boards that fit a machine word."""
_PROVED_IN_A_SECOND, TIMES_A_SQUARE = 22, 2.5
"""Empty squares of a usual position that a second proves, and the factor in time of one more."""
_FREE_PROVED_IN_A_SECOND, FREE_TIMES_A_SQUARE = 12, 4.0
"""The same in free Othello, where every square can be played at once."""
_GUIDED = 18
"""From so many empty squares on patterns of discs order the moves of a proof."""


class OthelloKernel(Kernel[OthelloPosition]):
    """The kernel of one game of Othello."""

    def plays(self, position: OthelloPosition) -> bool:
        """Whether the kernel was compiled, has the evaluation, and has room for the board."""
        evaluation = self.evaluation
        known = evaluation.mixture is not None or evaluation.name in (PATTERNS.name, FITTED.name)
        return kernel_plays(position.rules) and known

    def given(self, position: OthelloPosition) -> Position:
        """The discs of the side to move, and those of the other side."""
        return as_given(position)

    @cached_property
    def weights(self) -> Weights:
        """The weights of the evaluation by name."""
        return kernel_evaluation(self.rules, self.evaluation)

    @staticmethod
    def engine(rules: OthelloRules, megabytes: int, threads: int) -> Engine:
        """A new engine."""
        return new_engine(rules, megabytes, threads)

    def get_ready(self, seconds: float | None = None) -> None:
        """Gets memory, and the weights from their file: no search spends its time on it."""
        super().get_ready(seconds)
        _ = self.weights

    def prove(self, position: OthelloPosition, seconds: float, known: Bounds) -> tuple[Bounds, int]:
        """The bounds that are proved in that time, from those that are known on."""
        guide = proof_guide(position)
        found: tuple[Bounds, int] = self._prover.solve(
            self.given(position), seconds, 0, Aim.MARGIN, None, known, None, guide
        )
        return found

    def may_prove(self, position: OthelloPosition, seconds: float) -> bool:
        """Whether few enough squares are empty for a proof in that time."""
        squares, times = (
            (_FREE_PROVED_IN_A_SECOND, FREE_TIMES_A_SQUARE)
            if self.rules.free
            else (_PROVED_IN_A_SECOND, TIMES_A_SQUARE)
        )
        return empty_squares(position) <= squares + log(seconds, times)

    def least(self, position: OthelloPosition) -> int:
        """The margin if the opponent gets the whole board."""
        return -int(self.rules.size**2)


def kernel_plays(rules: OthelloRules) -> bool:
    """Whether the kernel was compiled and has room for the board."""
    return othello is not None and rules.size in SIZES


def kernel_evaluation(rules: OthelloRules, evaluation: Evaluation) -> Weights:
    """The evaluation as the kernel takes it, see kernel/native_othello.pyi."""
    unit = evaluation.finished(2) - evaluation.finished(1)
    won = evaluation.finished(1) - unit
    if evaluation.name == PATTERNS.name and has_patterns(rules):
        return {}, _patterns(), won, unit
    if evaluation.mixture is None:
        return {}, fitted_weights(rules), won, unit
    return dict(evaluation.mixture), {}, won, unit


@lru_cache(maxsize=1)
def _patterns() -> Patterns:
    """The weights of the package, for all engines of this process."""
    assert othello is not None
    patterns: Patterns = othello.Patterns(weights())
    return patterns


def proof_guide(position: OthelloPosition) -> Weights | None:
    """The evaluation that orders the moves of a proof, where it is worth to load it."""
    if not has_patterns(position.rules) or empty_squares(position) < _GUIDED:
        return None
    return kernel_evaluation(position.rules, PATTERNS)


def new_engine(rules: OthelloRules, megabytes: int, threads: int) -> Engine:
    """A new engine of the kernel, with a transposition table of that size if memory has room."""
    assert othello is not None
    engine: type[Engine] = othello.Engine
    return within_memory(lambda size: engine(rules.numbers, size, threads), megabytes)


def as_given(position: OthelloPosition) -> Position:
    """The position as the kernel takes it."""
    return position.own, position.other


def empty_squares(position: OthelloPosition) -> int:
    """How many squares are empty."""
    return position.rules.size**2 - (position.south | position.north).bit_count()
