"""The search of the first two plies in rules that number them.

The kernel knows the positions from the third ply on. This module plays the plies before by plain
negamax. From each position behind them another search looks ahead for the rest of the depth.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Protocol

from owari.engine.evaluation import Evaluation
from owari.engine.search import Finder, Found
from owari.games.game import Kind, Move, Position


class Think(Protocol):
    """A search of positions that the kernel knows, with the limits of `engine.search.search`."""

    def __call__(self, position: Position, *, depth: int, seconds: float | None) -> Found:
        """The best move within these limits."""
        ...


class _OutOfTime(Exception):
    """The time was used up inside an iteration."""


def think_in_opening(
    position: Position,
    knows: Callable[[Position], bool],
    think: Think,
    evaluation: Evaluation,
    *,
    depth: int | None,
    seconds: float | None,
    deepest: int,
    on_depth: Callable[[Found], None] | None = None,
) -> Found:
    """The result of `engine.search.search` with these limits, never deeper than `deepest`. `knows`
    says whether `think` can search from a position. `think` must go by the same evaluation."""
    searcher = _Searcher(knows, think, evaluation, seconds)
    found: Found | None = None
    limit = deepest if depth is None else depth
    plies = limit if seconds is None else 1
    while True:
        try:
            searcher.reached = 0
            number, proven, line = searcher.value(position, plies)
        except _OutOfTime:
            break
        value = evaluation.told(number, proved=proven)
        reached = searcher.reached if proven else plies
        found = Found(
            line[0], value, line, reached, searcher.nodes, searcher.elapsed, Finder.KERNEL
        )
        searcher.may_stop = True
        if on_depth:
            on_depth(found)
        if proven or plies == limit:
            break
        plies += 1
    assert found is not None
    return found._replace(nodes=searcher.nodes, seconds=searcher.elapsed)


class _Searcher:
    def __init__(
        self,
        knows: Callable[[Position], bool],
        think: Think,
        evaluation: Evaluation,
        seconds: float | None,
    ) -> None:
        self.knows = knows
        self.think = think
        self.evaluation = evaluation
        self.seconds = seconds
        self.may_stop = False
        """The first iteration always finishes."""
        self.nodes = 0
        self.reached = 0
        """Plies of the longest line in this iteration."""
        self.begun = perf_counter()

    @property
    def elapsed(self) -> float:
        return perf_counter() - self.begun

    def value(
        self, position: Position, depth: int, plies: int = 0
    ) -> tuple[int, bool, tuple[Move, ...]]:
        """The value for the side to move, whether it is proved, and the line. `plies` is the number
        of plies from the root to this position."""
        outcome = position.outcome()
        if outcome is not None:
            self.nodes += 1
            self.reached = max(self.reached, plies)
            return self.evaluation.finished(outcome.margin(position.turn)), True, ()
        if depth == 0:
            self.nodes += 1
            return self.evaluation.horizon(position), False, ()
        if self.knows(position):
            return self._thought(position, depth, plies)
        self.nodes += 1
        best: tuple[int, tuple[Move, ...]] | None = None
        all_proven = True
        for move in position.legal_moves():
            child = position.play(move)
            number, proven, reply = self.value(child, depth - 1, plies + 1)
            if child.turn is not position.turn:
                number = -number
            all_proven = all_proven and proven
            if best is None or number > best[0]:
                best = number, (move, *reply)
        assert best is not None
        return best[0], all_proven, best[1]

    def _thought(
        self, position: Position, depth: int, plies: int
    ) -> tuple[int, bool, tuple[Move, ...]]:
        left = None if self.seconds is None or not self.may_stop else self.seconds - self.elapsed
        if left is not None and left <= 0:
            raise _OutOfTime
        found = self.think(position, depth=depth, seconds=left)
        self.nodes += found.nodes
        self.reached = max(self.reached, plies + found.depth)
        if found.value.kind is Kind.EXACT:
            return self.evaluation.finished(found.value.margin), True, found.line
        if found.depth < depth:
            raise _OutOfTime
        return int(found.value.number), False, found.line
