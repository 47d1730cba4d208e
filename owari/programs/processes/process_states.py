"""What the processes of a program are doing, as far as the system tells.

On Linux /proc tells which system call a thread is blocked in, so that a program which waits for
its terminal can be told from one that thinks. psutil has no such call; it stands in for the rest
where there is no /proc.

Linux hands a process that has lost its parent, an orphan, to its nearest ancestor that has asked
for them (prctl(2), PR_SET_CHILD_SUBREAPER), so that a program cannot leave anything behind by
forking twice or by starting a session of its own. Elsewhere orphans are out of reach.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Collection, Iterator
from contextlib import suppress
from io import FileIO
from time import monotonic, sleep
from typing import NamedTuple

_READ = {"x86_64": 0, "aarch64": 63}.get(os.uname().machine)
_READS_INPUT = f"{_READ} 0x0 ".encode()
_SELECT = {"x86_64": (23, 270), "aarch64": (72,)}.get(os.uname().machine, ())

_SLEEPING = {"x86_64": (35, 230), "aarch64": (101, 115)}.get(os.uname().machine, ())
"""nanosleep and clock_nanosleep, from which a program wakes by itself."""
_FUTEX = {"x86_64": 202, "aarch64": 98}.get(os.uname().machine)
_FUTEX_WAITS = (0, 9)
"""FUTEX_WAIT and FUTEX_WAIT_BITSET, the last 7 bits of the operation."""
_EVENT_LOOP = {"x86_64": (7, 232, 271, 281), "aarch64": (22, 73)}.get(os.uname().machine, ())
"""poll and epoll_wait, in which programs with an event loop wait for anything at all."""
_PR_SET_CHILD_SUBREAPER = 36
ENDING = 10.0
"""Seconds after which those who still fork are left to their group or namespace, and those who do
not end to themselves."""
PAUSE = 0.001
"""Seconds between two looks at processes that are to end."""


class Activity(NamedTuple):
    """One look at all threads of a program and of its descendants."""

    running: bool
    """Some thread is computing, or about to."""
    sleeping: bool
    """Some thread sleeps for a while, and none waits in an event loop: it goes on by itself."""
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

    with suppress(psutil.Error):
        return bool(psutil.Process(pid).status() == psutil.STATUS_STOPPED)
    return False


def tracer(pid: int) -> int:
    """The id of the process that traces another one; 0 for none, or where nothing tells."""
    for line in _text(f"/proc/{pid}/status").splitlines():
        if line.startswith("TracerPid:"):
            return int(line.split()[1])
    return 0


def activity(pid: int) -> Activity:
    """What a process and its descendants do just now."""
    running = sleeping = polling = False
    readers = set()
    for process in (pid, *descendants(pid)):
        for task in _tasks(process):
            folder = f"/proc/{process}/task/{task}"
            call = _text(f"{folder}/syscall").split()
            if call[:1] == ["running"]:
                running = True
            elif _awaits_input(call):
                readers.add((int(task), _sleeps(folder)))
            elif call and call[0].isdigit():
                sleeping |= _sleeps_for_a_while(folder, f"/proc/{process}", call)
                polling |= int(call[0]) in _EVENT_LOOP
    return Activity(running, sleeping and not polling, frozenset(readers))


def at_rest(pid: int, call: int) -> bool:
    """Whether a program waits for its input and does nothing else, or nobody can see that: it has
    left, or hides what it does. `call` is its open file /proc/PID/syscall, which tells it of a
    program of one thread in 2 us."""
    try:
        seen = os.pread(call, 200, 0)
    except (ProcessLookupError, PermissionError):
        return True
    if seen.startswith(_READS_INPUT):
        return True
    if seen == b"running\n":
        return False
    words = seen.decode().split()
    if not words:
        return False
    if _awaits_input(words):
        return True
    family = activity(pid)
    return not family.running and (bool(family.readers) or int(words[0]) in _EVENT_LOOP)


def in_event_loop(pid: int) -> bool:
    """Whether a thread of a program or of its descendants waits in an event loop, perhaps for its
    input: nothing tells what for."""
    for process in (pid, *descendants(pid)):
        for task in _tasks(process):
            call = _text(f"/proc/{process}/task/{task}/syscall").split()
            if call and call[0].isdigit() and int(call[0]) in _EVENT_LOOP:
                return True
    return False


def stillness(pid: int) -> frozenset[tuple[int, int]] | None:
    """All threads of a program and of its descendants, each with the number of times it has gone to
    sleep; None where one of them runs, is about to, or only sleeps for a while. Two looks that are
    the same tell that all of them wait for others."""
    seen = set()
    for process in (pid, *descendants(pid)):
        for task in _tasks(process):
            folder = f"/proc/{process}/task/{task}"
            call = _text(f"{folder}/syscall").split()
            if call and (
                not call[0].isdigit() or _sleeps_for_a_while(folder, f"/proc/{process}", call)
            ):
                return None
            seen.add((int(task), _sleeps(folder)))
    return frozenset(seen)


def adopt_orphans() -> None:
    """From now on the orphans among our descendants become our children."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def orphans(families: Collection[int] = ()) -> set[int]:
    """Our descendants but these processes and all of theirs.

    The walk never enters a family: of two looks, one at all and one at those to be spared, the
    first would have missed a process that was born in between.
    """
    found: set[int] = set()
    entered = [os.getpid()]
    while entered:
        new = set(children(entered.pop())) - found - {*families}
        found |= new
        entered += new
    return found


def end_orphans(families: Collection[int] = ()) -> set[int]:
    """Ends all `orphans`. Returns those that have not ended: somebody else traces them, or the
    system does not let them go.

    Who forks for ever must not get away between two looks: all are stopped, again and again, until
    a look finds nobody new, and only then ended.
    """
    if sys.platform != "linux":
        return set()
    deadline = monotonic() + ENDING
    while (left := orphans(families)) and monotonic() < deadline:
        stopped: set[int] = set()
        while (new := left - stopped) and monotonic() < deadline:
            for pid in new:
                _send(pid, signal.SIGSTOP)
            stopped |= new
            left = orphans(families)
        for pid in left:
            _send(pid, signal.SIGKILL)
        for pid in left:  # its own children come to us first
            while not _is_reaped(pid) and monotonic() < deadline:
                sleep(PAUSE)
    return left


def _awaits_input(call: list[str]) -> bool:
    """Whether a system call, its number and its arguments, is a read of descriptor 0 or a select
    on it alone, as line editors wait."""
    if len(call) < 2 or not call[0].isdigit():
        return False
    number, argument = int(call[0]), int(call[1], 16)
    return (number == _READ and argument == 0) or (number in _SELECT and argument == 1)


def _sleeps_for_a_while(folder: str, process: str, call: list[str]) -> bool:
    """Whether a thread is in a system call from which it wakes by itself: a sleep, a select on
    nothing, or a wait with a time limit. Java and .NET sleep in the last one; only threads that are
    called as their process do, as helpers of a runtime wait so again and again."""
    number = int(call[0])
    if number in _SLEEPING or (number in _SELECT and int(call[1], 16) == 0):
        return True
    waits = number == _FUTEX and int(call[2], 16) & 0x7F in _FUTEX_WAITS
    is_limited = waits and int(call[4], 16) != 0
    return is_limited and _text(f"{folder}/comm") == _text(f"{process}/comm")


def _sleeps(folder: str) -> int:
    """How often it has been given the processor, which comes to the same and is told faster, where
    the system counts that; else it says 0."""
    if (words := _text(f"{folder}/schedstat").split()) and words[2] != "0":
        return int(words[2])
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
    """A file of /proc, empty when its process has gone. Processes may call themselves what they
    like, also what is no text."""
    try:
        with FileIO(path) as file:
            return file.readall().decode("ascii", "replace")
    except OSError:
        return ""


def _children_elsewhere(pid: int) -> Iterator[int]:
    import psutil

    with suppress(psutil.Error):
        for child in psutil.Process(pid).children():
            yield child.pid


def _is_reaped(pid: int) -> bool:
    """Whether nothing is left of a process, or it is not our child."""
    try:
        return os.waitpid(pid, os.WNOHANG)[0] == pid
    except ChildProcessError:
        return True


def _send(pid: int, number: signal.Signals) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)
