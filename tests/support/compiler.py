"""Sample programs in C, C++ and Java, each built once for all workers of a test run."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
from pathlib import Path

import pytest

__all__ = ["Compiler"]

COMPILERS = {
    ".c": ("cc", "-std=c99", "-O2", "-D_POSIX_C_SOURCE=200809L"),
    ".cpp": ("g++", "-std=c++17", "-O2"),
    ".java": ("javac",),
}
STARTS_FAST = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")


class Compiler:
    """Keeps what it builds in a folder that the workers share."""

    def __init__(self, factory: pytest.TempPathFactory) -> None:
        base = factory.getbasetemp()
        shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
        self._folder = shared / "compiled"
        self._folder.mkdir(exist_ok=True)

    def __call__(self, source: Path) -> tuple[str, ...]:
        """The command that runs the program; skips the test where its compiler is missing."""
        words = COMPILERS[source.suffix]
        if not shutil.which(words[0]):
            pytest.skip(f"there is no {words[0]}")
        java = source.suffix == ".java"
        place = self._folder / source.parent.name
        place.mkdir(exist_ok=True)
        target = place / source.with_suffix(".class" if java else "").name
        with (place / f"{source.name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not target.exists():
                output = ("-d", place) if java else ("-o", target)
                subprocess.run([*words, source, *output], check=True)
        if java:
            return (shutil.which("java") or "java", *STARTS_FAST, "-cp", str(place), source.stem)
        return (str(target),)
