"""What a command costs as a whole process: processor time, time by the clock, memory."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

WAITER = """
import os, sys, time
begun = time.perf_counter()
output = [(os.POSIX_SPAWN_DUP2, 2, 1)]
pid = os.posix_spawnp(sys.argv[1], sys.argv[1:], os.environ, file_actions=output)
_, status, usage = os.wait4(pid, 0)
clock = time.perf_counter() - begun
print(os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime, clock, usage.ru_maxrss)
"""
"""Starts a command and waits for it: the system counts as memory of a process what the one that
started it had, so a small one does that."""


class Cost(NamedTuple):
    processor: float
    """Seconds, user and system, with all processes that it has waited for."""
    clock: float
    """Seconds."""
    memory: float
    """MB, of the largest process."""
    output: str


def cost_of(
    command: Sequence[str], cwd: Path | None = None, env: Mapping[str, str] | None = None
) -> Cost:
    """Runs a command, which must succeed; `env` is added to the environment. Python may keep its
    compiled modules, as those of an installation are."""
    environment = {**os.environ, **(env or {}), "PYTHONDONTWRITEBYTECODE": ""}
    waiter = (sys.executable, "-I", "-S", "-c", WAITER, *command)
    with tempfile.TemporaryFile() as output:
        told = subprocess.run(
            waiter, cwd=cwd, env=environment, stdout=subprocess.PIPE, stderr=output, check=True
        )
        output.seek(0)
        text = output.read().decode(errors="replace")
    code, processor, clock, memory = map(float, told.stdout.split())
    if code:
        sys.exit(f"{' '.join(command)} ended with {code:.0f}:\n{text}")
    return Cost(processor, clock, memory / 1024, text)


def owari(*words: str, cwd: Path | None = None) -> Cost:
    """The command `owari` in a user's folder that is empty, so no endgame table is on disk."""
    with tempfile.TemporaryDirectory() as home:
        return cost_of((sys.executable, "-m", "owari", *words), cwd, {"OWARI_DATA": home})
