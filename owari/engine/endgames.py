"""Exact values of all positions with few stones, read from disk or built in memory."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable
from functools import cache, lru_cache
from mmap import mmap

if sys.platform != "win32":
    from mmap import MAP_ANONYMOUS, MAP_PRIVATE

from owari.engine.kernel import sowing
from owari.engine.tablebase import BadTablebase, open_table, stones_on_disk, verify
from owari.games.mancala import Capture, SowingRules

__all__ = [
    "LARGEST",
    "START_UP",
    "Endgames",
    "affordable",
    "build",
    "cores",
    "endgames",
    "kernel_rules",
    "largest_within",
    "verify_endgames",
]

START_UP = 10_000_000
"""Positions, one byte each, that an engine builds when it first needs them: fourteen stones with
six pits a side, in about a tenth of a second."""

LARGEST = 600_000_000
"""Positions that a table may grow to for a hard proof: 22 stones with six pits a side."""

_CAPTURES = {Capture.OPPOSITE: 0, Capture.BOTH: 1, Capture.BOTH_ALWAYS: 2}


def kernel_rules(rules: SowingRules) -> tuple[int, int, int]:
    """The rules as the kernel takes them."""
    return rules.pits, int(rules.extra_turn), _CAPTURES[rules.capture]


class Endgames:
    """The margins still to come for the side to move, as signed bytes in the kernel's order.

    It begins with the largest table on disk and grows by layers, each of the positions with one
    stone more. A table on disk that cannot be used is ignored, and the log says why once. Needs the
    kernel.
    """

    def __init__(self, rules: SowingRules) -> None:
        self.rules = rules
        self.stones = -1
        """The most stones in pits of the positions in `values`."""
        self.values: mmap | memoryview = memoryview(b"")
        self._memory: mmap | None = None
        for stones in _on_disk(rules):
            try:
                self.values = open_table(rules, stones)
            except BadTablebase as error:
                _tell(str(error))
            else:
                self.stones = stones
                break

    def grow(self, stones: int) -> None:
        """Builds the layers up to so many stones in pits, on all cores."""
        assert sowing is not None
        if stones <= self.stones:
            return
        if self._memory is None:
            most = max(stones, largest_within(self.rules, LARGEST))
            self._memory = _memory(sowing.size(self.rules.pits, most))
            self._memory[: len(self.values)] = self.values
        first = self.stones + 1
        sowing.build(kernel_rules(self.rules), first, stones, cores(), self._memory, None)
        self.values, self.stones = self._memory, stones


@lru_cache(maxsize=2)
def endgames(rules: SowingRules) -> Endgames:
    """The table of these rules as far as it has grown; the last two tables stay in memory."""
    return Endgames(rules)


def verify_endgames(rules: SowingRules) -> None:
    """Reads all of the largest table on disk, if there is one. Raises BadTablebase if it is
    damaged."""
    for stones in _on_disk(rules)[:1]:
        verify(rules, stones)


def build(rules: SowingRules, stones: int, progress: Callable[[int], object] | None = None) -> mmap:
    """Builds the table with so many stones on all cores; `progress` receives the number of
    positions that are done. Raises OSError or MemoryError if there is not enough memory."""
    assert sowing is not None
    values = _memory(sowing.size(rules.pits, stones))
    sowing.build(kernel_rules(rules), 0, stones, cores(), values, progress)
    return values


def _memory(size: int) -> mmap:
    """Zeros, which take memory only once they are used."""
    if sys.platform == "win32":
        return mmap(-1, size)
    return mmap(-1, size, flags=MAP_PRIVATE | MAP_ANONYMOUS)  # which may have large pages


def largest_within(rules: SowingRules, most: int) -> int:
    """The most stones of a table with at most so many positions."""
    assert sowing is not None
    stones = 0
    while stones < sowing.MOST_ENDGAME_STONES and sowing.size(rules.pits, stones + 1) <= most:
        stones += 1
    return stones


def affordable() -> int:
    """The most positions of a table for a proof: it may take an eighth of the memory."""
    memory = 2 << 30
    if hasattr(os, "sysconf"):
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return memory // 8


def cores() -> int:
    """The number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@cache
def _tell(sentence: str) -> None:
    logging.getLogger(__name__).warning(sentence)


def _on_disk(rules: SowingRules) -> list[int]:
    """The stones of the tables on disk that the kernel can use, the most first."""
    assert sowing is not None
    return [n for n in stones_on_disk(rules) if n <= sowing.MOST_ENDGAME_STONES]
