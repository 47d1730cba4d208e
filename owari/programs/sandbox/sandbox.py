"""How a program is started, and kept from what it may not use of the machine.

`limits` are the system's own (setrlimit, a session, a control group, a signal at the referee's
death), set by the program's process itself just before it becomes the program. `isolated` adds
what `isolation` has. What a level cannot stop is in docs/sandbox.md.
"""

from __future__ import annotations

import os
import re
import resource
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import psutil

from owari.errors import BadInput
from owari.programs.sandbox import file_view
from owari.programs.sandbox import temporary_folders as names
from owari.programs.sandbox.budgets import (
    OPEN_FILES,
    PROCESSES,
    PROGRAMS,
    limits_apart,
    processes_of_user,
)
from owari.programs.sandbox.cgroups import Group, new_group
from owari.programs.sandbox.cgroups import folder as group_folder
from owari.programs.sandbox.child_process import Child, Spawned, init_file, native
from owari.programs.sandbox.file_view import Needs
from owari.programs.sandbox.isolation import Call, Isolation, Network, means, seen_as, view_of
from owari.programs.sandbox.program_settings import Level, ProgramSettings, Sandbox

LOOPBACK = "127.0.0.1"

NAME_FILES = ("JAVA_HOME", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
"""What of our environment names files that a program sees."""
PASSED_ON = (*("PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TZ"), *NAME_FILES)
"""What programs and their interpreters need of our environment, beside the locale's LC_...."""
NOBODYS = "processes that lose their parent are not stopped, as the init was not compiled"
NOT_HELD = (
    " On its opponent's turns a program is stopped by a signal: it can have itself continued, and"
    " what has left its group computes on."
)
NOT_FROZEN = (
    " There are no control groups here: on its opponent's turns a program is stopped by signals,"
    " and can have itself continued for moments."
)
SPARE = 1024**3
"""Bytes by which a process may have more data than the memory it is allowed, since not all data
is in memory. A part of the machine's memory is added, as Java takes a 64th of it at once."""


class MissingMeans(BadInput):
    """What a level needs is not on this machine; the text says what to install."""


@dataclass
class Bonds:
    """What the system keeps of one program as long as it runs, and what has to be given back when
    it has ended: neither ends by itself with its processes. Limits such as that of the size of
    files are not among them, since each process has them of its own."""

    group: Group | None = None
    """Its control group, which counts and stops all of its processes; None where there are none."""
    isolation: Isolation | None = None
    """Its namespaces, and the process that is the first in them; None where it is not isolated."""

    def loosen(self) -> None:
        """Gives both back. Call it once the program has ended, or did not begin; a second call does
        nothing."""
        if self.group:
            self.group.close()
        if self.isolation:
            self.isolation.end()
        self.group = self.isolation = None


def encloses(sandbox: Sandbox) -> bool:
    """Whether programs are in namespaces, which no process of theirs leaves or outlives."""
    return native is not None and sandbox.level in ("auto", "isolated") and not means().namespaces


def listen(sandbox: Sandbox) -> tuple[socket.socket, Call]:
    """A socket that listens on the loopback address that the program sees, and does not block; and
    the call that the program may make, whose network is the caller's to close. Raises OSError, and
    NotIsolated."""
    if not encloses(sandbox) or means().network:
        listener = socket.create_server((LOOPBACK, 0))
        listener.setblocking(False)
        return listener, Call(listener.getsockname()[1], None)
    network = Network()
    try:
        listener = network.listen()
    except BaseException:
        network.close()
        raise
    return listener, Call(listener.getsockname()[1], network)


def start(
    settings: ProgramSettings,
    *,
    stdin: int,
    stdout: int,
    stderr: int,
    environment: Mapping[str, str],
    scratch: str,
    runs_in_scratch: bool = False,
    call: Call | None = None,
) -> tuple[Child, Bonds]:
    """Starts a program in its sandbox. The streams are descriptors, subprocess.PIPE or DEVNULL;
    `environment` is what the transport adds, `scratch` the program's folder for temporary files, in
    which it runs if `runs_in_scratch`, else in its directory. It may make the `call`. Raises
    OSError, and NotIsolated when the sandbox could not be made."""
    sandbox = settings.sandbox
    own = seen_as(scratch) if encloses(sandbox) else scratch
    directory = Path(own) if runs_in_scratch else settings.directory
    variables = {**_environment(sandbox, own), **environment, **dict(settings.environment)}
    streams = (stdin, stdout, stderr)
    if sandbox.level == "none" or native is None:
        return _start_plainly(settings, directory, variables, streams), Bonds()
    bonds = Bonds(new_group(names.name()))
    try:
        if bonds.group:
            bonds.group.bound(sandbox.memory + SPARE, PROCESSES)
        if sandbox.level != "limits":
            needs = _needs(settings, runs_in_scratch=runs_in_scratch)
            bonds.isolation = Isolation(needs, scratch, call)
        child = Spawned(
            settings.command,
            directory=directory,
            environment=variables,
            streams=streams,
            limits=_limits(sandbox),
            group=bonds.group.descriptor if bonds.group else -1,
            init=init_file(),
            isolation=bonds.isolation.spawn if bonds.isolation else (),
        )
    except BaseException:
        bonds.loosen()
        raise
    return child, bonds


def _needs(settings: ProgramSettings, *, runs_in_scratch: bool) -> Needs:
    ours = _needed_environment()
    return Needs(
        settings.command,
        settings.directory,
        (*(item for item in ours.items() if item[0] in NAME_FILES), *settings.environment),
        settings.sandbox.hidden,
        runs_in_scratch,
        ours.get("PATH", os.defpath),
    )


def dead_links(settings: ProgramSettings) -> list[str]:
    """The links in a program's folder that lead to what its sandbox hides, such as
    `data -> /srv/data`."""
    if settings.sandbox.level not in ("auto", "isolated") or native is None:
        return []
    have = means()
    mounts = not have.namespaces
    if not mounts and have.landlock:
        return []  # nothing hides a file
    needs = _needs(settings, runs_in_scratch=False)
    folder = tempfile.gettempdir()
    seen = view_of(needs, folder, mounts=mounts, strict=mounts and have.own_user)
    links = file_view.dead_links(settings.directory, seen)
    return [f"{link} -> {place}" for link, place in links]


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


def summary(sandbox: Sandbox, *, stops: bool = True) -> str:
    """What the programs of a tournament are held to on this machine, in a sentence or two: `stops`
    says whether a program is stopped on its opponent's turns. Raises MissingMeans when a level
    other than `auto` lacks something."""
    weakness = _weakness_of_stopping(sandbox.level) if stops else ""
    if sandbox.level == "none":
        return f"Programs run without a sandbox.{weakness}"
    lacking = _lacking(sandbox.level)
    if lacking and sandbox.level != "auto":
        raise MissingMeans(f"sandbox {sandbox.level}: {lacking}")
    amounts = f"{_megabytes(sandbox.memory)} of memory, files of {_megabytes(sandbox.file_size)}"
    if sandbox.level == "limits" or native is None:
        said = f"Programs run in the sandbox limits: {amounts}"
    else:
        said = ", ".join((f"Programs run in the sandbox isolated: {amounts}", *means().promises))
    return f"{said}; in part only: {lacking}.{weakness}" if lacking else f"{said}.{weakness}"


def _weakness_of_stopping(level: Level) -> str:
    """A sentence on what a program can do though it is stopped, with a space before it; empty where
    the system freezes a program."""
    if level == "none":
        return NOT_HELD
    return "" if native and group_folder() else NOT_FROZEN


def shortage(sandbox: Sandbox, programs: int) -> str:
    """A sentence where so many programs at a time may use more memory than there is; else empty."""
    total = psutil.virtual_memory().total
    if sandbox.level == "none" or programs * sandbox.memory <= total:
        return ""
    return (
        f"At a time, {programs} programs may use {_megabytes(sandbox.memory)} of memory each, and"
        f" this machine has {total / 1024**3:.1f} GB: lower `concurrency` or `memory`."
    )


@cache
def _lacking(level: Level) -> str:
    """A clause on what the level needs that is not here; empty when all is."""
    if sys.platform != "linux":
        return (
            "only on Linux do programs end with a referee that is killed,"
            " and is everything held that they start"
        )
    if native is None:
        return (
            "the part of owari that starts programs was not compiled;"
            " install a C compiler (package gcc) and then owari again"
        )
    apart = "" if init_file() >= 0 or group_folder() else NOBODYS
    return "; ".join(filter(None, (apart, "" if level == "limits" else means().lacking)))


def _limits(sandbox: Sandbox) -> tuple[tuple[int, int], ...]:
    """The system's limits of a process: each with the most that is allowed."""
    return (
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, sandbox.file_size),
        (resource.RLIMIT_DATA, sandbox.memory + _spare()),
        (resource.RLIMIT_NOFILE, OPEN_FILES),
        *(limits_apart() if is_counted_apart(sandbox) else _process_limit()),
    )


def is_counted_apart(sandbox: Sandbox) -> bool:
    """Whether the system counts by itself what a program has of what processes of a user share: of
    a user of its own, or in a user namespace since Linux 5.14 (getrlimit(2))."""
    return encloses(sandbox) and (means().own_user or _release() >= (5, 14))


@cache
def _release() -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", os.uname().release)[:2])


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
    limit = ((resource.RLIMIT_NPROC, processes_of_user() + PROCESSES * PROGRAMS),)
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
