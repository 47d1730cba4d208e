"""Exact values of all positions with few stones, built in memory by the kernel."""

from __future__ import annotations

import os
import sys
from functools import lru_cache
from mmap import mmap

if sys.platform != "win32":
    from mmap import MAP_ANONYMOUS, MAP_PRIVATE

from owari.engine.kernel import native
from owari.games.mancala import Capture, SowingRules

__all__ = [
    "LARGEST",
    "START_UP",
    "Endgames",
    "affordable",
    "cores",
    "endgames",
    "kernel_rules",
    "largest_within",
]

START_UP = 3_000_000
"""Positions, one byte each, that an engine builds when it first needs them, in a few hundredths of
a second: twelve stones with six pits a side."""

LARGEST = 600_000_000
"""Positions that a table may grow to for what is hard: 22 stones with six pits a side."""

_CAPTURES = {Capture.OPPOSITE: 0, Capture.BOTH: 1, Capture.BOTH_ALWAYS: 2}


def kernel_rules(rules: SowingRules) -> tuple[int, int, int]:
    """The rules as the kernel takes them."""
    return rules.pits, int(rules.extra_turn), _CAPTURES[rules.capture]


class Endgames:
    """The margins still to come for the side to move, as signed bytes in the kernel's order; grows
    by layers, of positions with one stone more. Needs the kernel."""

    def __init__(self, rules: SowingRules) -> None:
        assert native is not None
        self.rules = rules
        self.stones = -1
        """In pits, at most, of the positions that are there."""
        size = native.size(rules.pits, largest_within(rules, LARGEST))
        self.values = _memory(size)  # zero, and not touched before it is built

    def grow(self, stones: int) -> None:
        """Builds, by all cores, what is missing of all positions with so many stones in pits."""
        assert native is not None
        if stones > self.stones:
            first = self.stones + 1
            native.build(kernel_rules(self.rules), first, stones, cores(), self.values, None)
            self.stones = stones


@lru_cache(maxsize=2)
def endgames(rules: SowingRules) -> Endgames:
    """The table of these rules, with what it has grown to so far; kept while few others are asked
    for."""
    return Endgames(rules)


def _memory(size: int) -> mmap:
    if sys.platform == "win32":
        return mmap(-1, size)
    return mmap(-1, size, flags=MAP_PRIVATE | MAP_ANONYMOUS)  # which may have large pages


def largest_within(rules: SowingRules, most: int) -> int:
    """The most stones of a table with at most so many positions."""
    assert native is not None
    stones = 0
    while stones < native.MOST_ENDGAME_STONES and native.size(rules.pits, stones + 1) <= most:
        stones += 1
    return stones


def affordable(rules: SowingRules) -> int:
    """The most stones of a table for what is hard: a quarter of the free memory may be its."""
    import psutil

    return largest_within(rules, min(LARGEST, psutil.virtual_memory().available // 4))


def cores() -> int:
    """Those that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
