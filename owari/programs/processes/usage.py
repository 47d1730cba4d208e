"""What a program and all that it has started use: processor time and memory.

Processor time is asked for after every move and must cost next to nothing. Linux tells that of a
process in one system call (clock_getcpuclockid(3) says how its clock is numbered); for the rest of
its family `opponent_time` says when.
"""

from __future__ import annotations

import os
import stat
import sys
import time
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from itertools import chain
from typing import TypeAlias

import psutil

from owari.programs.processes.process_states import descendants
from owari.programs.sandbox.budgets import holders
from owari.programs.sandbox.cgroups import Group

TOO_SHORT = 0.001
"""Seconds in which no program starts another that does anything worth to count."""
TICK = 1 / os.sysconf("SC_CLK_TCK")
ON_LINUX = sys.platform == "linux"
PAGE = os.sysconf("SC_PAGE_SIZE")
SECRET = "/secretmem"
"""How the names of files begin that nobody else can read, memfd_secret(2). The system does not tell
how much of them is there."""
IN_MEMORY = ("/memfd:", "/dev/shm/", SECRET)
"""How the names of files begin that are in memory."""

File: TypeAlias = tuple[int, int]
"""A file by its device and its inode."""


class Usage:
    """The use that a program has made of the machine since it was started."""

    def __init__(
        self,
        pid: int,
        group: Group | None = None,
        init: int | None = None,
        places: Iterable[str] = (),
    ) -> None:
        """`pid` is the program's first process, `group` the control group that it began in, `init`
        the process whose descendants are all of the program, `places` the file systems in memory
        that are its own."""
        self.pid = pid
        self._places: list[int] = []
        for place in places:
            with suppress(OSError):  # it is not there, or the program has left
                self._places.append(os.open(f"/proc/{pid}/root{place}", os.O_PATH))
        self._init = init
        self._group = group
        self._first = 0.0
        """Processor time of the first process when it was last looked at."""
        self._others = 0.0
        """That of the rest of the family; where there is a group, of all beyond the first
        process."""

    def first(self, clock: float | None = None) -> float:
        """Seconds of processor time that the first process has used since the last call. `clock` is
        what it has used in all, where the caller knows it."""
        clock = clock or _clock(self.pid)
        used = clock - self._first if clock else 0.0
        self._first += used
        return used

    def others(self) -> float:
        """The same of the rest of the family, just after a call of `first`."""
        if self._group:
            others = self._group.processor() - self._first
        else:
            others = _used_by_others(self.pid, self._init or self.pid)
        used = max(0.0, others - self._others)
        self._others = others
        return used

    def in_all(self) -> float:
        """Seconds of processor time that it has used since it was started."""
        if self._group:
            return self._group.processor()
        return _clock(self.pid) + _used_by_others(self.pid, self._init or self.pid)

    def memory_beyond(self, limit: int, members: Iterable[int] | None = None) -> int:
        """The bytes that it has in memory, if they are more than `limit`; else 0: of its processes
        with the tables of their pages, of the files in memory that they hold, and of its own file
        systems in memory. What processes share is divided among them, where the system tells.
        The processes are the `members` where the caller has just asked for them."""
        shown = [found for pid in members or self.members() if (found := holders(pid))]
        family = [first for first, *_ in shown]
        held = _held(chain.from_iterable(shown))
        besides = sum(held.values()) + sum(map(_used_of, self._places))
        besides += sum(map(_page_tables, family))
        if sum(map(_resident, family)) + besides <= limit:
            return 0
        own = frozenset(os.fstat(place).st_dev for place in self._places)
        used = besides + sum(_share(pid, held, own) for pid in family)
        return used if used > limit else 0

    def close(self) -> None:
        """The program has ended."""
        for place in self._places:
            os.close(place)
        self._places = []

    def members(self) -> Iterable[int]:
        """The ids of its processes."""
        if self._group:
            return self._group.members()
        return descendants(self._init) if self._init else (self.pid, *descendants(self.pid))


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


def _used_by_others(pid: int, root: int) -> float:
    """The same of all others that descend from the root, those that have ended too where their
    parents have waited for them."""
    family = {root, *descendants(root)}
    others = family - {root, pid}
    return sum(map(_clock, others)) + sum(map(_used_by_ended_children, family))


def _used_by_ended_children(pid: int) -> float:
    """Those that the process has waited for, and that they have waited for, as Linux tells."""
    try:
        with open(f"/proc/{pid}/stat", "rb", buffering=0) as file:
            words = file.read(1024).rpartition(b")")[2].split()
    except OSError:
        return 0.0
    return (int(words[13]) + int(words[14])) * TICK


def endings_for_memory() -> int:
    """How many processes the system has ended as the machine had run out of memory; 0 where it does
    not tell."""
    with suppress(OSError), open("/proc/vmstat", "rb") as file:
        return int([*file.read().partition(b"\noom_kill ")[2].split(None, 1), b"0"][0])
    return 0


def _resident(pid: int) -> int:
    """The bytes of a process in memory, and of what it shares."""
    if not ON_LINUX:
        with suppress(psutil.Error):
            return int(psutil.Process(pid).memory_info().rss)
        return 0
    return int([*_text(pid, "statm").split(), "0", "0"][1]) * PAGE


def _page_tables(pid: int) -> int:
    """The bytes of the tables that say where the pages of a process are, as Linux tells."""
    found = _text(pid, "status").partition("VmPTE:")[2].split(None, 1) if ON_LINUX else []
    return int([*found, "0"][0]) * 1024


def _share(pid: int, held: Collection[File], places: Collection[int]) -> int:
    """The bytes of a process in memory, its part of what it shares, but without the files that are
    held and those of the places, which are counted by themselves."""
    if not ON_LINUX:
        return _resident(pid)
    maps = _text(pid, "smaps") if held or places else _text(pid, "smaps_rollup")
    if not maps:  # it hides, so that what it shares cannot be told
        return _resident(pid)
    used, counts = 0, True
    for line in maps.splitlines():
        name, *words = line.split()
        if name == "Pss:":
            used += int(words[0]) * 1024 if counts else 0
        elif not name.endswith(":") and len(words) > 3:
            major, minor = (int(number, 16) for number in words[2].split(":"))
            device = os.makedev(major, minor)
            counts = device not in places and (device, int(words[3])) not in held
    return used


def _held(pids: Iterable[int]) -> dict[File, int]:
    """The files in memory without a place, or in that of the system, that processes have open or,
    where we may see that, mapped: each with its bytes."""
    found: dict[File, int] = {}
    for pid in pids if ON_LINUX else ():
        for name, path in (*_open_files(pid), *_mapped_files(pid)):
            with suppress(OSError):
                status = os.stat(path)
                if stat.S_ISREG(status.st_mode):
                    used = status.st_size if name.startswith(SECRET) else status.st_blocks * 512
                    found[status.st_dev, status.st_ino] = used
    return found


def _open_files(pid: int) -> Iterator[tuple[str, str]]:
    """Those in memory, each by its name and where it can be looked at."""
    with suppress(OSError):
        for number in os.listdir(f"/proc/{pid}/fd"):
            path = f"/proc/{pid}/fd/{number}"
            with suppress(OSError):
                if (name := os.readlink(path)).startswith(IN_MEMORY):
                    yield name, path


def _mapped_files(pid: int) -> Iterator[tuple[str, str]]:
    """The same of those that are mapped."""
    if os.geteuid() == 0:  # nobody else may follow what is in that folder
        maps = _text(pid, "maps")
        for line in maps.splitlines() if any(name in maps for name in IN_MEMORY) else ():
            if (name := line[line.find("/") :]).startswith(IN_MEMORY):
                yield name, f"/proc/{pid}/map_files/{line.split()[0]}"


def _used_of(place: int) -> int:
    """The bytes in a file system, by the descriptor of a folder."""
    about = os.statvfs(place)
    return (about.f_blocks - about.f_bfree) * about.f_frsize


def _text(pid: int, name: str) -> str:
    """A file of /proc about a process, empty where there is none for us."""
    with suppress(OSError), open(f"/proc/{pid}/{name}", "rb", buffering=0) as file:
        return file.read().decode("utf-8", "replace")
    return ""
