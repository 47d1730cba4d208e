"""How fast a machine is: positions a second that the engine searches on one core."""

from __future__ import annotations

import os
import socket
import statistics
from time import process_time

from owari.engine.kernel import sowing
from owari.engine.search import search
from owari.engine.sowing_evaluations import SOWING
from owari.games.mancala import OWARI
from owari.records.machine import Machine

__all__ = ["this_machine"]

ENOUGH = 0.5
"""Seconds of the processor."""
DEPTH, REFERENCE_DEPTH = 11, 4
"""Plies of one search, a few milliseconds long."""


def this_machine(core: int) -> Machine:
    """Measures this machine on a core, for as long as its processor works half a second. The
    median of many short searches counts, so that little of what else runs is in it."""
    before = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
    if before:
        os.sched_setaffinity(0, {core})
    speeds: list[float] = []
    end = process_time() + ENOUGH
    while not speeds or process_time() < end:
        begun = process_time()
        nodes = _searched()
        speeds.append(nodes / max(process_time() - begun, 1e-6))
    if before:
        os.sched_setaffinity(0, before)
    return Machine(socket.gethostname(), statistics.median(speeds))


def _searched() -> int:
    """The number of positions of one search."""
    start, goals = OWARI.start(), SOWING["goals"]
    if sowing is None:
        return search(start, depth=REFERENCE_DEPTH, evaluation=goals).nodes
    rules = (OWARI.pits, 0, 0)
    return int(sowing.plain(rules, (start.cells, True), DEPTH, goals.name)[2])
