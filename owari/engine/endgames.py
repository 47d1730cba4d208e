"""Exact values of all positions with few stones, built in memory by the kernel."""

from __future__ import annotations

import os
from functools import lru_cache
from mmap import mmap
from typing import NamedTuple

from owari.engine.kernel import native
from owari.games.mancala import Capture, SowingRules

__all__ = ["START_UP", "Endgames", "cores", "endgames", "kernel_rules", "largest_within"]

START_UP = 3_000_000
"""Positions, one byte each, that an engine builds when it first needs them, in a few hundredths of
a second: twelve stones with six pits a side."""

_CAPTURES = {Capture.OPPOSITE: 0, Capture.BOTH: 1, Capture.BOTH_ALWAYS: 2}


class Endgames(NamedTuple):
    stones: int
    """In pits, at most."""
    values: mmap
    """The margin still to come for the side to move, as signed bytes in the kernel's order."""


def kernel_rules(rules: SowingRules) -> tuple[int, int, int]:
    """The rules as the kernel takes them."""
    return rules.pits, int(rules.extra_turn), _CAPTURES[rules.capture]


@lru_cache(maxsize=2)
def endgames(rules: SowingRules, most: int = START_UP) -> Endgames:
    """The largest table of at most so many positions, built by all cores and kept while few others
    are asked for. Needs the kernel."""
    assert native is not None
    stones = largest_within(rules, most)
    values = mmap(-1, native.size(rules.pits, stones))  # zero, and not touched before it is built
    native.build(kernel_rules(rules), stones, cores(), values, None)
    return Endgames(stones, values)


def largest_within(rules: SowingRules, most: int) -> int:
    """The most stones of a table with at most so many positions."""
    assert native is not None
    stones = 0
    while stones < native.MOST_ENDGAME_STONES and native.size(rules.pits, stones + 1) <= most:
        stones += 1
    return stones


def cores() -> int:
    """Those that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
