"""Exact values of all positions with few stones: on disk, or built in memory by the kernel."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from functools import cache, lru_cache
from mmap import mmap
from typing import NamedTuple

from owari.engine.kernel import native
from owari.engine.tablebase import BadTablebase, open_table, stones_on_disk, verify
from owari.games.mancala import Capture, SowingRules

__all__ = [
    "START_UP",
    "Endgames",
    "build",
    "cores",
    "endgames",
    "kernel_rules",
    "largest_within",
    "verify_endgames",
]

START_UP = 3_000_000
"""Positions, one byte each, that an engine builds when it first needs them, in a few hundredths of
a second: twelve stones with six pits a side."""

_CAPTURES = {Capture.OPPOSITE: 0, Capture.BOTH: 1, Capture.BOTH_ALWAYS: 2}


class Endgames(NamedTuple):
    stones: int
    """In pits, at most."""
    values: mmap | memoryview
    """The margin still to come for the side to move, as signed bytes in the kernel's order."""


def kernel_rules(rules: SowingRules) -> tuple[int, int, int]:
    """The rules as the kernel takes them."""
    return rules.pits, int(rules.extra_turn), _CAPTURES[rules.capture]


def endgames(rules: SowingRules, most: int = START_UP) -> Endgames:
    """The largest table on disk, or, when none is as large, one of at most so many positions, built
    in memory and kept while few others are asked for. Needs the kernel.

    A table on disk that cannot be used is left alone; the log has its sentence, once. Without a
    handler of its own it comes out on standard error.
    """
    least = largest_within(rules, most)
    for stones in _on_disk(rules, least):
        try:
            return Endgames(stones, open_table(rules, stones))
        except BadTablebase as error:
            _tell(str(error))
    return Endgames(least, _built(rules, least))


def verify_endgames(rules: SowingRules, most: int = START_UP) -> None:
    """Reads all of the table on disk that `endgames` takes, if it takes one. Raises BadTablebase
    when that, or a larger one, is damaged."""
    for stones in _on_disk(rules, largest_within(rules, most))[:1]:
        verify(rules, stones)


def build(rules: SowingRules, stones: int, progress: Callable[[int], object] | None = None) -> mmap:
    """The table with so many stones, built by all cores; `progress` is told how many of its
    positions are done. Raises OSError or MemoryError when there is no memory for it."""
    assert native is not None
    values = mmap(-1, native.size(rules.pits, stones))  # zero, and not touched before it is built
    native.build(kernel_rules(rules), stones, cores(), values, progress)
    return values


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


_built = lru_cache(maxsize=2)(build)


@cache
def _tell(sentence: str) -> None:
    logging.getLogger(__name__).warning(sentence)


def _on_disk(rules: SowingRules, least: int) -> list[int]:
    """The stones of the tables on disk with at least so many, the most first."""
    assert native is not None
    most = native.MOST_ENDGAME_STONES
    return [stones for stones in stones_on_disk(rules) if least <= stones <= most]
