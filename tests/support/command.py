"""The command `owari`: as a process of its own, or inside the test."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import chdir
from pathlib import Path

from click.testing import CliRunner, Result

from owari.cli.main import owari as command_group
from tests.support.forked_command import ForkedCommand, can_fork

__all__ = ["COMMAND", "output", "owari", "refusal", "run", "started"]

HERE = Path()
COMMAND = (sys.executable, "-m", "owari")
LONGEST = 120.0
"""Seconds after which a command has failed; only a failing test waits so long."""


def owari(
    folder: Path,
    *words: str | Path,
    typed: str | None = None,
    environment: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[str]:
    """Runs the command in the folder as a process of its own, and waits for its end.

    It reads `typed`, or nothing. `environment` adds to the environment of the tests.
    """
    keyboard = subprocess.PIPE if typed else subprocess.DEVNULL
    with started(folder, *words, keyboard=keyboard, environment=environment) as process:
        try:
            shown, complaints = process.communicate(typed, LONGEST)
        finally:
            process.kill()
    return subprocess.CompletedProcess(process.args, process.returncode, shown, complaints)


def started(
    folder: Path,
    *words: str | Path,
    keyboard: int = subprocess.PIPE,
    environment: Mapping[str, str] | None = None,
) -> subprocess.Popen[str]:
    """Starts the command in the folder, with pipes for its input and both of its outputs.

    It is a fork, as `forked_command` says, unless the environment changes how Python starts.
    """
    surroundings = {**os.environ, **(environment or {})}
    forked = can_fork(surroundings)
    return (ForkedCommand if forked else subprocess.Popen[str])(
        [*(() if forked else COMMAND), *words],
        cwd=folder,
        env=surroundings,
        stdin=keyboard,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def run(
    *words: str | Path,
    typed: str | bytes | None = None,
    environment: Mapping[str, str | None] | None = None,
    folder: Path = HERE,
) -> Result:
    """Runs the command inside the test, which is faster; its output is no terminal."""
    with chdir(folder):
        return CliRunner().invoke(command_group, [*map(str, words)], input=typed, env=environment)


def output(*words: str | Path, typed: str | bytes | None = None, folder: Path = HERE) -> str:
    """What a command prints that succeeds."""
    result = run(*words, typed=typed, folder=folder)
    assert result.exit_code == 0, result.output
    return result.stdout


def refusal(*words: str | Path, typed: str | bytes | None = None, folder: Path = HERE) -> str:
    """The message of a command that refuses its input with exit code 2 and does nothing else."""
    result = run(*words, typed=typed, folder=folder)
    assert result.exit_code == 2, result.output
    assert "Traceback" not in result.output
    assert result.stdout == ""
    return result.stderr
