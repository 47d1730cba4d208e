"""How the programs of a test are known among all that run on the machine."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import psutil

MARK = "OWARI_TEST_PROGRAM"
"""An environment variable that every program of a test, and whatever it starts, carries."""


def mark_for(folder: Path) -> str:
    """The value of it for the programs of a test with this folder."""
    return f"{os.getpid()}:{folder}"


def marked_processes(mark: str) -> list[psutil.Process]:
    found = []
    for pid in psutil.pids():
        try:
            if pid != os.getpid() and _carries(pid, mark):
                found.append(psutil.Process(pid))
        except (OSError, psutil.Error):
            pass  # it has just ended, or it is another person's
    return found


def _carries(pid: int, mark: str) -> bool:
    if sys.platform != "linux":
        return psutil.Process(pid).environ().get(MARK) == mark
    with open(f"/proc/{pid}/environ", "rb") as file:  # hundreds of them are read after each test
        return f"{MARK}={mark}".encode() in file.read().split(b"\0")
