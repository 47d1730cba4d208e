"""What a command costs as a whole process: processor time, time by the clock, memory."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import perf_counter
from typing import NamedTuple


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
    with tempfile.TemporaryFile() as output:
        begun = perf_counter()
        process = subprocess.Popen(command, cwd=cwd, env=environment, stdout=output, stderr=output)
        _, status, usage = os.wait4(process.pid, 0)
        clock = perf_counter() - begun
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        text = output.read().decode(errors="replace")
    if process.returncode:
        sys.exit(f"{' '.join(command)} ended with {process.returncode}:\n{text}")
    return Cost(usage.ru_utime + usage.ru_stime, clock, usage.ru_maxrss / 1024, text)


def owari(*words: str, cwd: Path | None = None) -> Cost:
    """The command `owari` in a user's folder that is empty, so no endgame table is on disk."""
    with tempfile.TemporaryDirectory() as home:
        return cost_of((sys.executable, "-m", "owari", *words), cwd, {"OWARI_DATA": home})
