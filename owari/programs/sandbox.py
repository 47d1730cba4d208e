"""How a program is started, and kept from what it may not use of the machine.

`limits` are the system's own (setrlimit, a session, a control group, a signal at the referee's
death), set by the program's process itself just before it becomes the program. `isolated` adds
what `isolation` has. What a level cannot stop is in docs/sandbox.md.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import psutil

from owari.errors import BadInput
from owari.programs import temporary_folders as names
from owari.programs.cgroups import Group, new_group
from owari.programs.child_process import Child, Spawned, native
from owari.programs.file_view import Needs
from owari.programs.isolation import Isolation, means
from owari.programs.program_settings import Level, ProgramSettings, Sandbox

__all__ = ["Bonds", "MissingMeans", "encloses", "start", "summary"]

PASSED_ON = (
    *("PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TZ"),
    *("JAVA_HOME", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"),
)
"""What programs and their interpreters need of our environment, beside the locale's LC_...."""
SPARE = 1024**3
"""Bytes by which a process may have more data than the memory it is allowed, since not all data
is in memory. A part of the machine's memory is added, as Java takes a 64th of it at once."""
PROCESSES = 1024
"""How many more processes and threads than now our user may have when a program starts another."""
APART = "no sight of other bots' processes and folders"
"""What `isolated` promises, for a sentence."""


class MissingMeans(BadInput):
    """What a level needs is not on this machine; the text says what to install."""


@dataclass
class Bonds:
    """What holds a program, beside the limits of its processes."""

    group: Group | None = None
    isolation: Isolation | None = None

    def loosen(self) -> None:
        """The program has ended, or has not begun."""
        if self.group:
            self.group.close()
        if self.isolation:
            self.isolation.end()
        self.group = self.isolation = None


def encloses(sandbox: Sandbox) -> bool:
    """Whether programs are in namespaces, which no process of theirs leaves or outlives."""
    return native is not None and sandbox.level in ("auto", "isolated") and not means().namespaces


def start(
    settings: ProgramSettings,
    *,
    stdin: int,
    stdout: int,
    stderr: int,
    environment: Mapping[str, str],
    scratch: str,
    runs_in_scratch: bool = False,
) -> tuple[Child, Bonds]:
    """Starts a program in its sandbox. The streams are descriptors, subprocess.PIPE or DEVNULL;
    `environment` is what the transport adds, `scratch` the program's folder for temporary files, in
    which it runs if `runs_in_scratch`, else in its directory. Raises OSError, and NotIsolated when
    the sandbox could not be made."""
    sandbox = settings.sandbox
    directory = Path(scratch) if runs_in_scratch else settings.directory
    variables = {**_environment(sandbox, scratch), **environment, **dict(settings.environment)}
    streams = (stdin, stdout, stderr)
    if sandbox.level == "none" or native is None:
        return _start_plainly(settings, directory, variables, streams), Bonds()
    bonds = Bonds(new_group(names.name()))
    try:
        if bonds.group:
            bonds.group.bound(sandbox.memory + SPARE, PROCESSES)
        if sandbox.level != "limits":
            bonds.isolation = Isolation(
                _needs(settings, runs_in_scratch=runs_in_scratch), scratch, sandbox.port
            )
        child = Spawned(
            settings.command,
            directory=directory,
            environment=variables,
            streams=streams,
            limits=_limits(sandbox),
            group=bonds.group.descriptor if bonds.group else -1,
            isolation=bonds.isolation.spawn if bonds.isolation else (),
        )
    except BaseException:
        bonds.loosen()
        raise
    return child, bonds


def _needs(settings: ProgramSettings, *, runs_in_scratch: bool) -> Needs:
    return Needs(
        settings.command,
        settings.directory,
        (*_needed_environment().items(), *settings.environment),
        settings.sandbox.hidden,
        runs_in_scratch,
    )


def _start_plainly(
    settings: ProgramSettings,
    directory: Path,
    variables: Mapping[str, str],
    streams: tuple[int, int, int],
) -> Child:
    stdin, stdout, stderr = streams
    child = subprocess.Popen(
        settings.command,
        cwd=directory,
        env=variables,
        stdin=stdin,
        stdout=stdout,
        stderr=stderr,
        process_group=0,
    )
    if settings.sandbox.level != "none":
        _bound(child.pid, _limits(settings.sandbox))
    return child


def summary(sandbox: Sandbox) -> str:
    """What the programs of a tournament are held to on this machine, in a sentence. Raises
    MissingMeans when a level other than `auto` lacks something."""
    if sandbox.level == "none":
        return "Programs run without a sandbox."
    lacking = _lacking(sandbox.level)
    if lacking and sandbox.level != "auto":
        raise MissingMeans(f"sandbox {sandbox.level}: {lacking}")
    amounts = f"{_megabytes(sandbox.memory)} of memory, files of {_megabytes(sandbox.file_size)}"
    if sandbox.level == "limits" or native is None:
        said = f"Programs run in the sandbox limits: {amounts}"
    else:
        said = f"Programs run in the sandbox isolated: {amounts}, no network, {APART}"
    return f"{said}; in part only: {lacking}." if lacking else f"{said}."


@cache
def _lacking(level: Level) -> str:
    """A clause on what the level needs that is not here; empty when all is."""
    if sys.platform != "linux":
        return "only on Linux do programs end with a referee that is killed"
    if native is None:
        return (
            "the part of owari that starts programs was not compiled;"
            " install a C compiler (package gcc) and then owari again"
        )
    return "" if level == "limits" else means().lacking


def _limits(sandbox: Sandbox) -> tuple[tuple[int, int], ...]:
    """The system's limits of a process: each with the most that is allowed."""
    return (
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, sandbox.file_size),
        (resource.RLIMIT_DATA, sandbox.memory + _spare()),
        *_process_limit(),
    )


def _bound(pid: int, limits: Iterable[tuple[int, int]]) -> None:
    """Sets limits on a program that runs already, where a system has the means."""
    if hasattr(resource, "prlimit"):
        with suppress(ProcessLookupError):  # it has left
            for number, most in limits:
                hard = resource.getrlimit(number)[1]
                most = most if hard == resource.RLIM_INFINITY else min(most, hard)
                resource.prlimit(pid, number, (most, most))


@cache
def _spare() -> int:
    return int(max(SPARE, psutil.virtual_memory().total // 32))


@cache
def _process_limit() -> tuple[tuple[int, int], ...]:
    """A limit on what our user has running, all programs together, where a trial shows that it
    leaves room: the system may count more than we can see, and it does not bind root, who gives a
    program a user of its own where he isolates it."""
    if native is None or sys.platform != "linux":
        return ()
    if os.getuid() == 0:
        return ((resource.RLIMIT_NPROC, PROCESSES),)
    ours = 0
    for process in psutil.process_iter(["uids", "num_threads"]):
        uids, threads = process.info["uids"], process.info["num_threads"]
        ours += threads or 1 if uids and uids.real == os.getuid() else 0
    limit = ((resource.RLIMIT_NPROC, ours + PROCESSES),)
    nothing = subprocess.DEVNULL
    trial = Spawned(
        ("/bin/sh", "-c", "(:) && (:)"),
        directory=Path("/"),
        environment={},
        streams=(nothing, nothing, nothing),
        limits=limit,
    )
    return () if trial.wait() else limit


def _environment(sandbox: Sandbox, scratch: str) -> dict[str, str]:
    """What a program gets to see of our environment; in a sandbox no more than it needs."""
    if sandbox.level == "none":
        return {**os.environ, "TMPDIR": scratch}
    home = {} if sandbox.level == "limits" else {"HOME": scratch}
    return {**_needed_environment(), **home, "TMPDIR": scratch}


@cache
def _needed_environment() -> dict[str, str]:
    return {
        name: value
        for name, value in os.environ.items()
        if name in PASSED_ON or name.startswith("LC_")
    }


def _megabytes(size: int) -> str:
    for unit, name in ((1024**3, "GB"), (1024**2, "MB"), (1024, "KB")):
        if size >= unit:
            return f"{size / unit:g} {name}"
    return f"{size} bytes"
