"""What all sowing games share: the way around the board, the captures, and the largest board."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache

__all__ = ["MAX_PITS", "MAX_STONES", "Capture", "full_laps"]

MAX_PITS = 12
MAX_STONES = 24


class Capture(Enum):
    """The capture of a last stone that falls into an empty pit in the mover's own row."""

    OPPOSITE = "opposite"
    """All stones in the pit opposite; the capturing stone stays."""
    BOTH = "both"
    """The stones opposite and the capturing stone, but only when there are stones opposite."""
    BOTH_ALWAYS = "both-always"
    """The same, and the capturing stone alone when the pit opposite is empty."""


@lru_cache
def full_laps(pits: int) -> tuple[tuple[int, ...], ...]:
    """For each pit the cells of one full lap from it, in sowing order.

    A lap skips the opponent's goal and ends in the pit that it began from: 2n+1 cells. The goals'
    own entries are empty.
    """

    def lap(pit: int) -> tuple[int, ...]:
        cells = 2 * pits + 2
        skipped = 2 * pits + 1 if pit < pits else pits
        around = ((pit + step) % cells for step in range(1, cells + 1))
        return tuple(cell for cell in around if cell != skipped)

    return tuple(() if pit in (pits, 2 * pits + 1) else lap(pit) for pit in range(2 * pits + 2))
