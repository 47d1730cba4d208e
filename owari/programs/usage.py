"""What a program and all that it has started use: processor time and memory.

Processor time is asked for after every move and must cost next to nothing. Linux tells that of a
process in one system call (clock_getcpuclockid(3) says how its clock is numbered); the whole family
is looked at only after a move in which it can have done something.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress

import psutil

from owari.programs.cgroups import Group
from owari.programs.process_states import descendants

__all__ = ["TOO_SHORT", "Usage"]

TOO_SHORT = 0.001
"""Seconds in which no program starts another that does anything worth to count."""
TICK = 1 / os.sysconf("SC_CLK_TCK")
ON_LINUX = sys.platform == "linux"


class Usage:
    """The use that a program has made of the machine since it was started."""

    def __init__(self, pid: int, group: Group | None = None) -> None:
        """`pid` is the program's first process, `group` the control group that it began in."""
        self.pid = pid
        self._group = group
        self._too_short = TOO_SHORT if ON_LINUX else 0.0
        self._leader = 0.0
        """Processor time of the first process when it was last looked at."""
        self._others = 0.0
        """That of the rest of the family; where there is a group, of all beyond the first
        process."""

    def processor(self, seconds: float, leader: float | None = None) -> float:
        """Seconds of processor time that were used since the last call, so many seconds ago.
        `leader` is that of the first process, where the caller knows it."""
        leader = leader or _clock(self.pid)
        used = leader - self._leader if leader else 0.0
        self._leader += used
        if seconds >= self._too_short:
            if self._group:
                others = self._group.processor() - self._leader
            else:
                others = _used_by_others(self.pid)
            used += max(0.0, others - self._others)
            self._others = others
        return used

    def memory_beyond(self, limit: int) -> int:
        """The bytes that it has in memory, if they are more than `limit`; else 0. What processes
        share is divided among them, where the system tells."""
        family = list(_processes(self._members()))
        if sum(_memory(process, exact=False) for process in family) <= limit:
            return 0
        used = sum(_memory(process, exact=True) for process in family)
        return used if used > limit else 0

    def _members(self) -> Iterable[int]:
        return self._group.members() if self._group else (self.pid, *descendants(self.pid))


def _clock(pid: int) -> float:
    """Seconds of processor time of one process, without those it has started; 0 when it is gone."""
    if ON_LINUX:
        try:
            return time.clock_gettime(~pid << 3 | 2)
        except OSError:
            return 0.0
    with suppress(psutil.Error):
        times = psutil.Process(pid).cpu_times()
        return times.user + times.system
    return 0.0


def _used_by_others(pid: int) -> float:
    """The same of all that descend from the process, those that have ended too where their parents
    have waited for them."""
    others = list(descendants(pid))
    return sum(map(_clock, others)) + sum(map(_used_by_ended_children, (pid, *others)))


def _used_by_ended_children(pid: int) -> float:
    """Those that the process has waited for, and that they have waited for, as Linux tells."""
    try:
        with open(f"/proc/{pid}/stat", "rb", buffering=0) as file:
            words = file.read(1024).rpartition(b")")[2].split()
    except OSError:
        return 0.0
    return (int(words[13]) + int(words[14])) * TICK


def _processes(pids: Iterable[int]) -> Iterator[psutil.Process]:
    for pid in pids:
        with suppress(psutil.Error):
            yield psutil.Process(pid)


def _memory(process: psutil.Process, *, exact: bool) -> int:
    try:
        if exact and ON_LINUX:
            return int(process.memory_full_info().pss)
        return int(process.memory_info().rss)
    except psutil.Error:
        return 0
