"""Control groups: a program and all that it starts, held by the system as one.

A process cannot leave its control group by forking, by another session or by losing its parent, so
that freezing, ending and counting reach all of it. That needs version 2 of control groups, beside
version 1 too, but none of its controllers; where the controllers for memory and the number of
processes are there they bound those as well. A group has them only if nobody is in the group that
holds it, so that a referee that is alone in a group of its own moves down in it.
https://docs.kernel.org/admin-guide/cgroup-v2.html describes the files.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from itertools import count
from pathlib import Path
from time import monotonic, sleep
from typing import NamedTuple

CONTROLLERS = ("memory", "pids")
REFEREES = "owari-referees"
"""The group into which a referee moves, beside those of its programs."""
EMPTYING = 5.0
"""Seconds for processes that were killed to be gone."""
_numbers = count(1)


class MemoryEndings(NamedTuple):
    """The processes of a group that the system has ended for want of memory."""

    is_own_limit: bool
    """Whether it had more than the most that is set for it."""
    ended: int


class Group:
    """One control group, empty at first."""

    def __init__(self, path: Path) -> None:
        """Makes it. Raises OSError."""
        self.path = path
        path.mkdir()
        try:
            self.descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
            self._freezer = os.open(path / "cgroup.freeze", os.O_WRONLY)
            self._statistics = os.open(path / "cpu.stat", os.O_RDONLY)
        except OSError:
            path.rmdir()
            raise

    def bound(self, memory: int, processes: int) -> None:
        """Sets the most bytes of memory and the most processes, where there are controllers. Who
        runs out of memory then ends as a whole."""
        bounds = {"memory.max": memory, "memory.oom.group": 1, "pids.max": processes}
        for name, most in bounds.items():
            with suppress(OSError):
                (self.path / name).write_text(str(most))

    def endings_for_memory(self) -> MemoryEndings | None:
        """What the system tells of it; None where there is no controller for memory."""
        with suppress(OSError, ValueError):
            lines = _lines(os.fspath(self.path / "memory.events"))
            counts = {name: int(count) for name, count in map(str.split, lines)}
            return MemoryEndings(counts.get("oom", 0) > 0, counts.get("oom_kill", 0))
        return None

    def freeze(self) -> None:
        """Stops all of it."""
        os.write(self._freezer, b"1")

    def thaw(self) -> None:
        """Lets all of it run again."""
        os.write(self._freezer, b"0")

    def kill(self) -> None:
        """Sends all of it SIGKILL, those too that are about to fork."""
        with suppress(OSError):
            (self.path / "cgroup.kill").write_text("1")

    def processor(self) -> float:
        """Seconds of processor time of all that was ever in it."""
        return int(os.pread(self._statistics, 64, 0).split(None, 2)[1]) / 1e6

    def members(self) -> list[int]:
        """The process ids of those in it."""
        with suppress(OSError), open(f"{self.path}/cgroup.procs", "rb", buffering=0) as file:
            return [*map(int, file.read().split())]
        return []

    def close(self) -> None:
        """Ends what is left of it and removes it."""
        for descriptor in (self.descriptor, self._freezer, self._statistics):
            os.close(descriptor)
        _remove(self.path)


def claim_controllers() -> bool:
    """Has the groups of programs count memory and processes, where this process is alone in a group
    that is its own (as in `systemd-run --user --scope -p Delegate=yes`): it moves to a group in
    that. Returns whether they do. The first act of a process that will have children."""
    home = _home()
    if home is None:
        return False
    with suppress(OSError):
        offered = (home / "cgroup.controllers").read_text().split()
        wanted = [name for name in CONTROLLERS if name in offered]
        if set(CONTROLLERS) <= {*(home / "cgroup.subtree_control").read_text().split()}:
            return True
        alone = (home / "cgroup.procs").read_text().split() == [str(os.getpid())]
        if "memory" in wanted and alone:
            (home / REFEREES).mkdir(exist_ok=True)
            (home / REFEREES / "cgroup.procs").write_text(str(os.getpid()))
            control = " ".join(f"+{name}" for name in wanted)
            (home / "cgroup.subtree_control").write_text(control)
            folder.cache_clear()
            return True
    return False


def new_group(name: str) -> Group | None:
    """A control group whose name begins with `name`; None where there can be none."""
    home = folder()
    if home is None:
        return None
    try:
        return Group(home / f"{name}{os.getpid()}-{next(_numbers)}")
    except OSError:
        return None


def sweep(is_left: Callable[[str], bool]) -> None:
    """Removes the groups whose names are of those left behind, and ends what is in them."""
    if (home := folder()) is not None:
        for path in home.glob("owari-*-*/"):
            if is_left(path.name):
                _remove(path)


@cache
def folder() -> Path | None:
    """Where we may make groups: our own group, of which those are parts. None where we may not, or
    where the system cannot freeze and kill a group."""
    home = _home()
    if home is None:
        return None
    try:
        trial = Group(home / f"owari-{os.getpid()}-trial")
    except OSError:
        return None
    usable = (trial.path / "cgroup.kill").exists()
    trial.close()
    return home if usable else None


def _home() -> Path | None:
    """Our own group, as it was before we moved down in it."""
    own = _own_group()
    return own.parent if own and own.name == REFEREES else own


def _own_group() -> Path | None:
    with suppress(OSError, ValueError):
        mounts = (line.split() for line in _lines("/proc/self/mounts"))
        root = next((place for _, place, kind, *_ in mounts if kind == "cgroup2"), None)
        own = next(
            (line[3:] for line in _lines("/proc/self/cgroup") if line.startswith("0::")), None
        )
        if root is not None and own is not None:
            return Path(root + own)
    return None


def _lines(path: str) -> Iterator[str]:
    return iter(Path(path).read_text().splitlines())


def _remove(path: Path) -> None:
    deadline = monotonic() + EMPTYING
    while path.exists() and monotonic() < deadline:
        with suppress(OSError):
            path.rmdir()
            return
        with suppress(OSError):
            (path / "cgroup.kill").write_text("1")
        sleep(0.001)
