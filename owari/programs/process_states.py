"""What the processes of a program are doing, as far as the system tells.

On Linux /proc tells which system call a thread is blocked in, so that a program which waits for
its terminal can be told from one that thinks. psutil has no such call; it stands in for the rest
where there is no /proc.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from typing import NamedTuple

__all__ = ["Activity", "activity", "at_rest", "can_see", "children", "descendants", "is_stopped"]

_READ = {"x86_64": 0, "aarch64": 63}.get(os.uname().machine)
_READS_INPUT = f"{_READ} 0x0 ".encode()
_SELECT = {"x86_64": (23, 270), "aarch64": (72,)}.get(os.uname().machine, ())

_EVENT_LOOP = {"x86_64": (7, 232, 271, 281), "aarch64": (22, 73)}.get(os.uname().machine, ())
"""poll and epoll_wait, in which programs with an event loop wait for anything at all."""


class Activity(NamedTuple):
    """One look at all threads of a program and of its descendants."""

    running: bool
    """Some thread is computing, or about to."""
    readers: frozenset[tuple[int, int]]
    """The threads that are blocked until something is typed: each with the number of times it has
    gone to sleep, so that two looks tell a thread that still waits from one that waits again."""


def can_see() -> bool:
    """Whether `activity` knows of readers on this machine."""
    return _READ is not None and os.path.exists("/proc/self/syscall")


def children(pid: int) -> Iterator[int]:
    """The children of a process."""
    if os.path.exists("/proc/self/task"):
        for task in _tasks(pid):
            yield from map(int, _text(f"/proc/{pid}/task/{task}/children").split())
    else:
        yield from _children_elsewhere(pid)


def descendants(pid: int) -> Iterator[int]:
    """All living descendants of a process, parents before their children."""
    for child in children(pid):
        yield child
        yield from descendants(child)


def is_stopped(pid: int) -> bool:
    """Whether a process does nothing until it is told to go on."""
    import psutil

    with contextlib.suppress(psutil.Error):
        return bool(psutil.Process(pid).status() == psutil.STATUS_STOPPED)
    return False


def activity(pid: int) -> Activity:
    """What a process and its descendants do just now."""
    running = False
    readers = set()
    for process in (pid, *descendants(pid)):
        for task in _tasks(process):
            folder = f"/proc/{process}/task/{task}"
            call = _text(f"{folder}/syscall").split()
            if call[:1] == ["running"]:
                running = True
            elif _awaits_input(call):
                readers.add((int(task), _sleeps(folder)))
    return Activity(running, frozenset(readers))


def at_rest(pid: int, call: int) -> bool:
    """Whether a program waits for its input and does nothing else. `call` is its open file
    /proc/PID/syscall, which tells it of a program of one thread in 2 us."""
    try:
        seen = os.pread(call, 200, 0)
    except ProcessLookupError:
        return True
    if seen.startswith(_READS_INPUT):
        return True
    words = seen.decode().split()
    if not words or words == ["running"]:
        return False
    if _awaits_input(words):
        return True
    family = activity(pid)
    return not family.running and (bool(family.readers) or int(words[0]) in _EVENT_LOOP)


def _awaits_input(call: list[str]) -> bool:
    """Whether a system call, its number and its arguments, is a read of descriptor 0 or a select
    on it alone, as line editors wait."""
    if len(call) < 2 or not call[0].isdigit():
        return False
    number, argument = int(call[0]), int(call[1], 16)
    return (number == _READ and argument == 0) or (number in _SELECT and argument == 1)


def _sleeps(folder: str) -> int:
    for line in _text(f"{folder}/status").splitlines():
        if line.startswith("voluntary_ctxt_switches:"):
            return int(line.split()[1])
    return 0


def _tasks(pid: int) -> list[str]:
    try:
        return os.listdir(f"/proc/{pid}/task")
    except OSError:
        return []


def _text(path: str) -> str:
    """A file of /proc, empty when its process has gone."""
    try:
        with open(path) as file:
            return file.read()
    except OSError:
        return ""


def _children_elsewhere(pid: int) -> Iterator[int]:
    import psutil

    with contextlib.suppress(psutil.Error):
        for child in psutil.Process(pid).children():
            yield child.pid
