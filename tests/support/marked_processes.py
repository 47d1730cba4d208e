"""How the programs of a test are known among all that run on the machine."""

from __future__ import annotations

import os
from pathlib import Path

import psutil

MARK = "OWARI_TEST_PROGRAM"
"""An environment variable that every program of a test, and whatever it starts, carries."""


def mark_for(folder: Path) -> str:
    """The value of it for the programs of a test with this folder."""
    return f"{os.getpid()}:{folder}"


def marked_processes(mark: str) -> list[psutil.Process]:
    return [process for process in psutil.process_iter() if _mark(process) == mark]


def _mark(process: psutil.Process) -> str | None:
    if process.pid == os.getpid():
        return None
    try:
        return process.environ().get(MARK)
    except psutil.Error:
        return None  # it has just ended, or it is another person's
