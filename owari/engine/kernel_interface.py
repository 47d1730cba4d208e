"""What the thinker asks of a kernel; each family of games has its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

__all__ = ["PROOF_MEGABYTES", "TIME_MEGABYTES", "Bounds", "Kernel", "OnRaw", "Raw", "megabytes_for"]

Raw = tuple[int, bool, int, int, tuple[int, ...]]
"""A result of a search: value, whether it is proved, depth, nodes, and the cells of the line."""
OnRaw = Callable[[Raw], object]
Bounds = list[tuple[int, int, int]]
"""Cell, lower and upper bound of the final margin of each legal move."""

TIME_MEGABYTES = 128
"""Size of the transposition table of a search that has a time,"""
PROOF_MEGABYTES = 64
"""and of the one for the proof within that time."""

P = TypeVar("P", contravariant=True)


class Kernel(Protocol[P]):
    """The kernel for one game and one evaluation.

    All methods but `plays` take positions of an unfinished game that the kernel plays; all but
    `knows` those that it knows, too. A time is in seconds, 0 is no limit.
    """

    def plays(self, position: P) -> bool:
        """Whether the kernel was compiled and has room for the board."""
        ...

    def knows(self, position: P) -> bool:
        """Whether the kernel can search from here; else it can from all positions two plies on."""
        ...

    def prepare(self) -> None:
        """Forgets earlier games, and gets the memory that a search by time needs."""
        ...

    def to_depth(self, position: P, depth: int, seconds: float, on_depth: OnRaw | None) -> Raw:
        """The value and the line of the reference search."""
        ...

    def for_seconds(self, position: P, depth: int, seconds: float, on_depth: OnRaw | None) -> Raw:
        """The result of a search with everything that the kernel has."""
        ...

    def may_prove(self, position: P, seconds: float) -> bool:
        """Whether a proof could end in that time."""
        ...

    def prove(self, position: P, seconds: float) -> tuple[Bounds, int]:
        """The bounds of the margin that are proved in that time, and the positions visited."""
        ...

    def least(self, position: P) -> int:
        """The final margin that is certain without a proof."""
        ...


def megabytes_for(depth: int) -> int:
    """The size of the transposition table for a given depth.

    A larger one than the depth needs only costs the time to get the memory.
    """
    return 1 << min(max(depth - 8, 0), 7)
