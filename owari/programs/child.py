"""A program that has been started, as the rest of the house handles it."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from functools import cache
from io import FileIO
from pathlib import Path
from time import monotonic, sleep
from typing import IO, Any, Protocol

try:
    from owari.programs import native
except ImportError:
    native = None  # type: ignore[assignment]

__all__ = ["Child", "Spawned", "native"]

LONGEST_PAUSE = 0.05
"""Seconds between two looks at a program that is waited for."""


class Child(Protocol):
    """What of `subprocess.Popen` is used of a started program."""

    pid: int
    returncode: Any
    """None before it was waited for; its exit code, or minus the signal that ended it."""
    stdin: IO[bytes] | None
    stdout: IO[bytes] | None
    stderr: IO[bytes] | None

    def wait(self, timeout: float | None = None) -> int: ...


class Spawned:
    """The same of a program that our part in C starts under limits, in a process group of its own;
    on Linux it is killed when the thread that started it ends.

    Where we have a terminal it gets a session of its own too, or it could speak to the person
    there. Elsewhere it does not: Linux shares the processor out by sessions first, and to go from
    one to another takes it longer.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        directory: Path,
        environment: Mapping[str, str],
        streams: tuple[int, int, int],
        limits: tuple[tuple[int, int], ...],
    ) -> None:
        """Each stream is a descriptor, subprocess.PIPE or subprocess.DEVNULL; that of errors may be
        subprocess.STDOUT. Raises OSError."""
        self.returncode: int | None = None
        ours: list[FileIO | None] = [None, None, None]
        theirs = list(streams)
        passing: list[int] = []  # what is of no use to us once the program has it
        try:
            for number, stream in enumerate(streams):
                if stream == subprocess.PIPE:
                    ends = os.pipe()
                    here, there = ends[::-1] if number == 0 else ends
                    ours[number] = FileIO(here, "w" if number == 0 else "r")
                elif stream == subprocess.STDOUT:
                    theirs[number] = theirs[1]
                    continue
                elif stream == subprocess.DEVNULL:
                    there = os.open(os.devnull, os.O_RDWR)
                else:
                    continue
                theirs[number] = there
                passing.append(there)
            self.pid = native.spawn(
                tuple(os.fsencode(word) for word in command),
                tuple(os.fsencode(f"{name}={value}") for name, value in environment.items()),
                os.fsencode(directory),
                (theirs[0], theirs[1], theirs[2]),
                limits,
                _at_a_terminal(),
            )
        except BaseException:
            for pipe in filter(None, ours):
                pipe.close()
            raise
        finally:
            for descriptor in passing:
                os.close(descriptor)
        self.stdin: Any
        self.stdout: Any
        self.stderr: Any
        self.stdin, self.stdout, self.stderr = ours

    def wait(self, timeout: float | None = None) -> int:
        """Its exit code, or minus the signal that ended it. Raises subprocess.TimeoutExpired after
        that many seconds."""
        if self.returncode is None and timeout is not None:
            self._wait_until(monotonic() + timeout, timeout)
        if self.returncode is None:
            self._reap(0)
        assert self.returncode is not None
        return self.returncode

    def _wait_until(self, end: float, timeout: float) -> None:
        pause = 0.0005
        while not self._reap(os.WNOHANG):
            left = end - monotonic()
            if left <= 0:
                raise subprocess.TimeoutExpired(str(self.pid), timeout)
            sleep(min(pause, left))
            pause = min(2 * pause, LONGEST_PAUSE)

    def _reap(self, flags: int) -> bool:
        try:
            pid, status = os.waitpid(self.pid, flags)
        except ChildProcessError:  # somebody else has counted it
            pid, status = self.pid, 0
        if pid:
            self.returncode = os.waitstatus_to_exitcode(status)
        return bool(pid)


@cache
def _at_a_terminal() -> bool:
    """Whether our session has one."""
    try:
        os.close(os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY))
    except OSError:
        return False
    return True
