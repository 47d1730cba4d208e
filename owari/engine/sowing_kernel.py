"""The kernel of the sowing games, with the endgames that it uses."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from owari.engine.book import opening_book
from owari.engine.endgames import START_UP, endgames, largest_within
from owari.engine.kernel import sowing
from owari.engine.kernel_interface import Kernel, within_memory
from owari.games.game import Side
from owari.games.mancala import Mancala, SowingRules

if TYPE_CHECKING:
    from owari.engine.kernel.native_sowing import Engine, Position


_BUILDING = 0.5
"""The part of the time for a move in which endgames may be built."""


class SowingKernel(Kernel[Mancala]):
    """The kernel of one sowing game; it knows positions from where plies have no numbers."""

    def plays(self, position: Mancala) -> bool:
        """Whether the kernel was compiled, has the evaluation, and has room for the stones."""
        return kernel_plays(position) and self._has_evaluation

    def knows(self, position: Mancala) -> bool:
        """Whether the number of the ply matters no longer."""
        return position.ply is None

    def given(self, position: Mancala) -> Position:
        """All cells, and whether South is to move."""
        return as_given(position)

    @cached_property
    def weights(self) -> str:
        """The name of the evaluation."""
        return self.evaluation.name

    @cached_property
    def _has_evaluation(self) -> bool:
        """False for one that is written in Python only."""
        return sowing is not None and self.evaluation.name in sowing.EVALUATIONS

    @staticmethod
    def engine(rules: SowingRules, megabytes: int, threads: int) -> Engine:
        """A new engine without endgames."""
        return new_engine(rules, megabytes, threads)

    def get_ready(self, seconds: float | None = None) -> None:
        """Gets memory, and the endgames of START_UP or more if they are there."""
        super().get_ready(seconds)
        table = endgames(self.rules)
        table.grow(largest_within(self.rules, START_UP), seconds and seconds * _BUILDING)
        if table.stones >= 0:
            for engine in (self._searcher, self._prover):
                engine.use(table.stones, table.values)

    def prepare(self) -> None:
        """Reads the opening book, forgets earlier games, builds endgames and gets memory."""
        opening_book(self.rules)
        super().prepare()

    def may_prove(self, position: Mancala, seconds: float) -> bool:
        """True: some bound is always proved."""
        return True

    def least(self, position: Mancala) -> int:
        """The margin if the opponent takes all stones that are left."""
        return position.score().margin(position.turn) - stones_in_pits(position)


def stones_in_pits(position: Mancala) -> int:
    """How many stones are not yet in a goal."""
    return sum(position.cells) - sum(position.score()[:2])


def kernel_plays(position: Mancala) -> bool:
    """Whether the kernel was compiled and has room for the board."""
    return sowing is not None and sum(position.cells) <= sowing.MAX_STONES


def new_engine(rules: SowingRules, megabytes: int, threads: int) -> Engine:
    """A new engine of the kernel, with a transposition table of that size if memory has room."""
    assert sowing is not None
    engine: type[Engine] = sowing.Engine
    return within_memory(lambda size: engine(rules.numbers, size, threads), megabytes)


def as_given(position: Mancala) -> Position:
    """The position as the kernel takes it."""
    return position.cells, position.turn is Side.SOUTH
