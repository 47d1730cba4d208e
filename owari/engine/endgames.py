"""Exact values of all positions with few stones, read from disk or built in memory."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache, lru_cache
from mmap import MAP_ANONYMOUS, MAP_PRIVATE, mmap
from time import perf_counter

from owari.engine.kernel import LEAST_SECONDS, sowing
from owari.engine.tablebase import CHUNK, BadTablebase, open_table, stones_on_disk, verify
from owari.games.mancala import SowingRules

START_UP = 10_000_000
"""Positions, one byte each, that an engine builds when it first needs them: fourteen stones with
six pits a side, in about a tenth of a second."""

LARGEST = 600_000_000
"""Positions that a table may grow to for a hard proof: 22 stones with six pits a side."""


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

    def grow(self, stones: int, seconds: float | None = None) -> bool:
        """Builds the layers up to so many stones in pits, on all cores; whether they are all there.

        It ends early when the time is over or memory fails; of the latter the log tells once. Each
        finished layer stays, after Ctrl-C too.
        """
        assert sowing is not None
        if stones <= self.stones:
            return True
        end = None if seconds is None else perf_counter() + seconds
        try:
            if not self._get_room(stones, end):
                return False
            left = 0.0 if end is None else max(end - perf_counter(), LEAST_SECONDS)
            pits, first = self.rules.pits, self.stones + 1
            below = sowing.size(pits, self.stones) if first else 0

            def progress(finished: int) -> None:
                self.stones = largest_within(self.rules, below + finished)

            rules = self.rules.numbers
            sowing.build(rules, first, stones, cores(), left, self._memory, progress)
        except (MemoryError, OSError):
            _tell(
                f"There is no memory for the endgames of {stones} stones; proofs and searches go on"
                " without them."
            )
        return self.stones == stones

    def _get_room(self, stones: int, end: float | None) -> bool:
        """Gets memory for so many stones with the values in it; False when the time is over.
        Raises MemoryError and OSError."""
        assert sowing is not None
        size = sowing.size(self.rules.pits, stones)
        if self._memory is not None and len(self._memory) >= size:
            return True
        largest = sowing.size(self.rules.pits, largest_within(self.rules, LARGEST))
        try:
            memory = _memory(max(size, largest))
        except (MemoryError, OSError):
            memory = _memory(size)
        for begin in range(0, len(self.values), CHUNK):  # Ctrl-C works in between
            if end is not None and perf_counter() > end:
                return False
            part = self.values[begin : begin + CHUNK]
            memory[begin : begin + len(part)] = part
        self._memory = self.values = memory
        return True


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
    sowing.build(rules.numbers, 0, stones, cores(), 0.0, values, progress)
    return values


def _memory(size: int) -> mmap:
    """Zeros, which take memory only once they are used."""
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
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 8


def cores() -> int:
    """The number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@cache
def _tell(sentence: str) -> None:
    import logging

    logging.getLogger(__name__).warning(sentence)


def _on_disk(rules: SowingRules) -> list[int]:
    """The stones of the tables on disk that the kernel can use, the most first."""
    assert sowing is not None
    return [n for n in stones_on_disk(rules) if n <= sowing.MOST_ENDGAME_STONES]
