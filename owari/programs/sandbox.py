"""How a program is started, and kept from what it may not use of the machine.

`limits` are the system's own (setrlimit, a session, a signal at the referee's death), set by the
program's process itself just before it becomes the program. `bwrap` adds namespaces: bubblewrap
shows the program a file system that it cannot write to, and no network. What a level cannot stop
is in README.md.
"""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

import psutil

from owari.programs.child import Child, Spawned, native
from owari.programs.settings import Level, ProgramSettings, Sandbox

__all__ = ["MissingMeans", "start", "summary"]

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


class MissingMeans(Exception):
    """What a level needs is not on this machine; the text says what to install."""


def start(
    settings: ProgramSettings,
    *,
    stdin: int,
    stdout: int,
    stderr: int,
    environment: Mapping[str, str],
    scratch: str,
    runs_in_scratch: bool = False,
) -> Child:
    """Starts a program in its sandbox. The streams are descriptors, subprocess.PIPE or DEVNULL;
    `environment` is what the transport adds, `scratch` the program's folder for temporary files, in
    which it runs if `runs_in_scratch`, else in its directory. Raises OSError."""
    sandbox = settings.sandbox
    command: Sequence[str] = settings.command
    directory = Path(scratch) if runs_in_scratch else settings.directory
    if sandbox.level == "bwrap":
        command = _bubblewrap(settings, scratch, runs_in_scratch=runs_in_scratch)
        scratch = "/tmp"
    variables = {**_environment(sandbox, scratch), **environment, **dict(settings.environment)}
    if sandbox.level == "none" or native is None:
        child = subprocess.Popen(
            command,
            cwd=directory,
            env=variables,
            stdin=stdin,
            stdout=stdout,
            stderr=stderr,
            process_group=0,
        )
        if sandbox.level != "none":
            _bound(child.pid, _limits(sandbox))
        return child
    return Spawned(
        command,
        directory=directory,
        environment=variables,
        streams=(stdin, stdout, stderr),
        limits=_limits(sandbox),
    )


def summary(sandbox: Sandbox) -> str:
    """What the programs of a tournament are held to on this machine, in a sentence. Raises
    MissingMeans when a level other than `auto` lacks something."""
    if sandbox.level == "none":
        return "Programs run without a sandbox."
    lacking = _lacking(sandbox.level)
    if lacking and sandbox.level != "auto":
        raise MissingMeans(f"sandbox {sandbox.level}: {lacking}")
    name = "bwrap" if sandbox.level == "bwrap" else "limits"
    amounts = f"{_megabytes(sandbox.memory)} of memory, files of {_megabytes(sandbox.file_size)}"
    said = f"Programs run in the sandbox {name}: {amounts}"
    return f"{said}; in part only: {lacking}." if lacking else f"{said}."


@cache
def _lacking(level: Level) -> str:
    """A sentence on what the level needs that is not here; empty when all is."""
    if sys.platform != "linux":
        return "only on Linux do programs end with a referee that is killed"
    if native is None:
        return (
            "the part of owari that starts programs was not compiled;"
            " install a C compiler (package gcc) and then owari again"
        )
    if level != "bwrap":
        return ""
    program = shutil.which("bwrap")
    if program is None:
        return "there is no bwrap; install the package bubblewrap"
    trial = [program, "--unshare-all", "--die-with-parent", "--ro-bind", "/", "/", "true"]
    tried = subprocess.run(trial, capture_output=True, check=False)
    if tried.returncode:
        why = " ".join(tried.stderr.decode("utf-8", "replace").split())
        return (
            f"bwrap does not work here ({why}): this machine must allow user namespaces,"
            " or bubblewrap's package install bwrap with setuid root"
        )
    return ""


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
    leaves room: the system may count more than we can see, and it does not bind root."""
    if os.getuid() == 0 or native is None or sys.platform != "linux":
        return ()
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
    home = {"HOME": scratch} if sandbox.level == "bwrap" else {}
    return {**_needed_environment(), **home, "TMPDIR": scratch}


@cache
def _needed_environment() -> dict[str, str]:
    return {
        name: value
        for name, value in os.environ.items()
        if name in PASSED_ON or name.startswith("LC_")
    }


def _bubblewrap(settings: ProgramSettings, scratch: str, *, runs_in_scratch: bool) -> list[str]:
    """The command in namespaces of its own: all is read-only but /tmp and, if it runs there, the
    program's directory, and the folders of others are empty."""
    program = shutil.which("bwrap")
    if program is None:
        raise FileNotFoundError(2, "there is no bwrap; install the package bubblewrap", "bwrap")
    own = str(settings.directory)
    words = [program, "--unshare-all", "--die-with-parent", "--cap-drop", "ALL"]
    if settings.sandbox.network:
        words.append("--share-net")
    words += ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--bind", scratch, "/tmp"]
    # Sockets of services live in /run, where they could be spoken with.
    words += ["--tmpfs", "/run", "--ro-bind-try", "/run/current-system", "/run/current-system"]
    for place in _named_in_tmp(settings.command):
        words += ["--ro-bind", place, place]
    for folder in settings.sandbox.hidden:
        words += ["--tmpfs", str(folder), "--remount-ro", str(folder)]
    if runs_in_scratch:
        words += ["--ro-bind", own, own, "--chdir", "/tmp"]
    else:
        words += ["--bind", own, own, "--chdir", own]
    return [*words, "--", *settings.command]


def _named_in_tmp(command: Iterable[str]) -> list[str]:
    """What the words of a command name in /tmp: of a file, the folder with what belongs to it."""
    places = []
    for word in command:
        if word.startswith("/tmp/") and os.path.exists(word):
            folder = os.path.dirname(word)
            places.append(word if os.path.isdir(word) or folder == "/tmp" else folder)
    return list(dict.fromkeys(places))


def _megabytes(size: int) -> str:
    for unit, name in ((1024**3, "GB"), (1024**2, "MB"), (1024, "KB")):
        if size >= unit:
            return f"{size / unit:g} {name}"
    return f"{size} bytes"
