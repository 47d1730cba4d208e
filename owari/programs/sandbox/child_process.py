"""A program that has been started, as the rest of the house handles it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES
from io import FileIO
from pathlib import Path
from time import monotonic, sleep
from typing import IO, Any, Protocol

from owari.errors import OwariError

try:
    from owari.programs.sandbox import native as native
except ImportError:
    native = None  # type: ignore[assignment]

TRIES = 10
"""How often an init may let a command wait, each time for 0.2 s."""
LONGEST_PAUSE = 0.05
"""Seconds between two looks at a program that is waited for."""


class NotIsolated(OwariError):
    """A program could not be put into its sandbox, by no fault of its own."""


class Held(OwariError):
    """A program could not play freely, perhaps by no fault of its own: another process holds it, or
    the machine has run out of memory."""


class Child(Protocol):
    """What of `subprocess.Popen` is used of a started program."""

    pid: int
    """The process that was started and is waited for."""
    returncode: Any
    """None before it was waited for; its exit code, or minus the signal that ended it."""
    stdin: IO[bytes] | None
    stdout: IO[bytes] | None
    stderr: IO[bytes] | None

    def wait(self, timeout: float | None = None) -> int:
        """Waits for the end of the process, at most so many seconds. Returns its exit code, or
        minus the number of a signal. Raises subprocess.TimeoutExpired."""
        ...


class Spawned:
    """The same of a program that our part in C starts under limits, in a process group of its own;
    on Linux it is killed when the thread that started it ends. Where it gets an init, that is the
    process that is started, with which everything ends that the program has started.

    Where we have a terminal it gets a session of its own too, or it could speak to the person
    there. Elsewhere it does not: Linux shares the processor out by sessions first, and to go from
    one to another takes it longer.
    """

    stdin: Any
    stdout: Any
    stderr: Any

    def __init__(
        self,
        command: Sequence[str],
        *,
        directory: Path,
        environment: Mapping[str, str],
        streams: tuple[int, int, int],
        limits: tuple[tuple[int, int], ...],
        group: int = -1,
        init: int = -1,
        isolation: tuple[Any, ...] = (),
    ) -> None:
        """Each stream is a descriptor, subprocess.PIPE or subprocess.DEVNULL; that of errors may be
        subprocess.STDOUT. `group`, `init` and `isolation` are as `native.spawn` takes them. Raises
        OSError, and NotIsolated."""
        self.returncode: int | None = None
        self._told = b""
        """The program's status as its init has told it."""
        self.in_namespaces = bool(isolation and isolation[0])
        """Whether the process that was started is the first one of a process namespace."""
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
            self.pid, self._init = native.spawn(
                tuple(os.fsencode(word) for word in command),
                tuple(os.fsencode(f"{name}={value}") for name, value in environment.items()),
                os.fsencode(directory),
                (theirs[0], theirs[1], theirs[2]),
                limits,
                _at_a_terminal(),
                group,
                init,
                isolation,
            )
        except RuntimeError as error:
            _close_all(ours)
            raise NotIsolated(f"the sandbox could not be made: {error}") from None
        except BaseException:
            _close_all(ours)
            raise
        finally:
            for descriptor in passing:
                os.close(descriptor)
        self.stdin, self.stdout, self.stderr = ours

    @property
    def has_init(self) -> bool:
        """Whether the process that was started is an init, and has not been waited for."""
        return self._init >= 0

    @property
    def is_told(self) -> bool:
        """Whether the init has said how the program ended; it has then ended all the rest."""
        return bool(self._told)

    def tell_init(self, command: bytes) -> bool:
        """Has the init stop (S) or continue (C) everything but itself; returns when that is done,
        or when the init has ended. False: it does not answer, for it is held."""
        with suppress(OSError):
            os.write(self._init, command)
            for _ in range(TRIES):
                with suppress(BlockingIOError):
                    said = os.read(self._init, 4)
                    if len(said) == 4:  # no answer: the program has ended meanwhile
                        self._told = said
                    return True
                os.kill(self.pid, signal.SIGCONT)  # outside a namespace others can stop it
            return False
        return True

    def end_by_init(self) -> None:
        """Has the init end everything; does not wait for that."""
        with suppress(OSError):
            os.write(self._init, b"K")
            os.kill(self.pid, signal.SIGCONT)

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
        if pid and self._init >= 0:
            status = self._status_from_init(status)
        if pid:
            self.returncode = os.waitstatus_to_exitcode(status)
        return bool(pid)

    def _status_from_init(self, status: int) -> int:
        """The program's, if its init has told it, else the init's own."""
        os.set_blocking(self._init, False)
        # Where the init has left without reading all that we wrote, the first read tells just that.
        for _ in range(2):
            with suppress(OSError):
                while said := os.read(self._init, 4):
                    if len(said) == 4:
                        self._told = said
        if self._told:
            status = int.from_bytes(self._told, sys.byteorder)
        os.close(self._init)
        self._init = -1
        return status


def _close_all(pipes: list[FileIO | None]) -> None:
    """Closes our ends of these pipes; None is one that is not there."""
    for pipe in filter(None, pipes):
        pipe.close()


@cache
def init_file() -> int:
    """The open file of the init, where it was compiled, else -1. It is a copy that anyone may run,
    wherever owari itself is installed."""
    for suffix in EXTENSION_SUFFIXES if native else ():
        with suppress(OSError):
            program = Path(native.__file__).with_name(f"init{suffix}").read_bytes()
            descriptor = os.memfd_create("owari-init")
            os.write(descriptor, program)
            return descriptor
    return -1


@cache
def _at_a_terminal() -> bool:
    """Whether our session has one."""
    try:
        os.close(os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY))
    except OSError:
        return False
    return True
