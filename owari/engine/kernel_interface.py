"""What the thinker asks of the kernel, which is another one for each family of games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from owari.games.game import Move

__all__ = ["PROOF_MEGABYTES", "TIME_MEGABYTES", "Bounds", "Kernel", "OnRaw", "Raw", "megabytes_for"]

Raw = tuple[int, bool, int, int, tuple[int, ...]]
"""What a search found: value, whether that is proved, depth, nodes, and the cells of the line."""
OnRaw = Callable[[Raw], object]
Bounds = list[tuple[int, int, int]]
"""Cell, lower and upper bound of the final margin of each legal move."""

TIME_MEGABYTES = 128
PROOF_MEGABYTES = 64
"""Of the transposition tables: for a given time, and for the proof within it."""

P = TypeVar("P", contravariant=True)


class Kernel(Protocol[P]):
    """One game by one evaluation. All but `plays` is for positions of an unfinished game that it
    plays. Seconds 0 is no limit."""

    def plays(self, position: P) -> bool:
        """Whether the kernel is there and has room for the board."""
        ...

    def prepare(self) -> None:
        """Forgets earlier games, and has at hand what a search by time needs."""
        ...

    def by_book(self, position: P) -> tuple[Move, int] | None:
        """The best move and its final margin, where the opening book knows."""
        ...

    def to_depth(self, position: P, depth: int, seconds: float, on_depth: OnRaw | None) -> Raw:
        """The value and the line of the reference search."""
        ...

    def for_seconds(self, position: P, depth: int, seconds: float, on_depth: OnRaw | None) -> Raw:
        """By all that the kernel has."""
        ...

    def may_prove(self, position: P, seconds: float) -> bool:
        """Whether a proof could come to an end in that time."""
        ...

    def prove(self, position: P, seconds: float) -> tuple[Bounds, int]:
        """What is proved of the margin in that time, and the positions visited."""
        ...

    def least(self, position: P) -> int:
        """The final margin that is sure without any proof."""
        ...


def megabytes_for(depth: int) -> int:
    """Of the transposition table for a given depth: memory takes time to be had, too."""
    return 1 << min(max(depth - 8, 0), 7)
