"""The engine: the kernel where it can play the game, else the reference search."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache
from time import perf_counter
from typing import TYPE_CHECKING

from owari.engine.endgames import endgames, kernel_rules
from owari.engine.evaluation import EVALUATIONS, Evaluation
from owari.engine.kernel import native
from owari.engine.opening import think_in_opening
from owari.engine.search import Found, search
from owari.games.game import Move, Side
from owari.games.mancala import Mancala, SowingRules
from owari.games.value import Kind, Value

if TYPE_CHECKING:
    from owari.engine.kernel.native import Engine, Position

__all__ = ["Thinker"]

DEPTH_MEGABYTES = 16
TIME_MEGABYTES = 128
"""Of the transposition table, for a given depth and for a given time; none of it is touched before
it is used."""
DEEPEST = 200


class Thinker:
    """Thinks about positions of one game and keeps what it has found from move to move.

    A given depth means exactly that: value and move are those of the reference search. A given time
    means all that the engine has, the exact values of the endgames too.
    """

    def __init__(self, rules: SowingRules, evaluation: Evaluation) -> None:
        self.rules = rules
        self.evaluation = evaluation

    def uses_kernel(self, position: Mancala) -> bool:
        """Whether the kernel is there and has room for the board."""
        return native is not None and sum(position.cells) <= native.MAX_STONES

    def think(
        self,
        position: Mancala,
        *,
        depth: int | None = None,
        seconds: float | None = None,
        on_depth: Callable[[Found], None] | None = None,
    ) -> Found:
        """The best move by a depth in plies, a time in seconds, or whichever ends first. Raises
        ValueError as `search` does."""
        limited = (depth is not None) or (seconds is not None and seconds > 0)
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
        begun = perf_counter()

        def told(found: tuple[int, bool, int, int, tuple[int, ...]]) -> Found:
            number, proven, reached, nodes, line = found
            value = (
                Value(self.evaluation.margin(number), Kind.EXACT)
                if proven
                else Value(number, self.evaluation.kind)
            )
            moves = tuple(map(Move, line))
            return Found(moves[0], value, moves, reached, nodes, perf_counter() - begun)

        by_depth = depth is not None
        engine = _depth_engine(self.rules, self.evaluation.name) if by_depth else self._time_engine
        return told(
            engine.think(
                _as_given(position),
                DEEPEST if depth is None else depth,
                seconds or 0.0,
                list(EVALUATIONS).index(self.evaluation.name),
                by_depth,
                None if on_depth is None else lambda found: on_depth(told(found)),
            )
        )

    @cached_property
    def _time_engine(self) -> Engine:
        assert native is not None
        stones, values = endgames(self.rules)
        engine: Engine = native.Engine(kernel_rules(self.rules), TIME_MEGABYTES, 1, stones, values)
        return engine


@lru_cache(maxsize=4)
def _depth_engine(rules: SowingRules, evaluation: str) -> Engine:
    """Shared by all that look ahead to a depth by this evaluation: what one finds does not change
    what another answers."""
    assert native is not None
    engine: Engine = native.Engine(kernel_rules(rules), DEPTH_MEGABYTES, 1)
    return engine


def _as_given(position: Mancala) -> Position:
    return position.cells, position.turn is Side.SOUTH
