"""Control groups: a program and all that it starts, held by the system as one.

A process cannot leave its control group by forking, by another session or by losing its parent, so
that freezing, ending and counting reach all of it. That needs version 2 of control groups, beside
version 1 too, but none of its controllers; where the controllers for memory and the number of
processes are there they bound those as well. https://docs.kernel.org/admin-guide/cgroup-v2.html
describes the files.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from itertools import count
from pathlib import Path
from time import monotonic, sleep

__all__ = ["Group", "folder", "new_group", "sweep"]

EMPTYING = 5.0
"""Seconds for processes that were killed to be gone."""
_numbers = count(1)


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
        """Sets the most bytes of memory and the most processes, where there are controllers."""
        for name, most in (("memory.max", memory), ("pids.max", processes)):
            with suppress(OSError):
                (self.path / name).write_text(str(most))

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
        with suppress(OSError):
            return [int(pid) for pid in (self.path / "cgroup.procs").read_text().split()]
        return []

    def close(self) -> None:
        """Ends what is left of it and removes it."""
        for descriptor in (self.descriptor, self._freezer, self._statistics):
            os.close(descriptor)
        _remove(self.path)


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
    home = _own_group()
    if home is None:
        return None
    try:
        trial = Group(home / f"owari-{os.getpid()}-trial")
    except OSError:
        return None
    usable = (trial.path / "cgroup.kill").exists()
    trial.close()
    return home if usable else None


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
