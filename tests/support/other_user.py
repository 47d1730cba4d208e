"""Being another user of the machine, who may not go wherever we may."""

from __future__ import annotations

import ctypes
import importlib
import os
import shutil
from pathlib import Path

import pytest

from owari import programs
from tests.support.nightly import at_night

PR_SET_DUMPABLE = 4
PROGRAMS = Path(programs.__file__).parent


def _is_open(path: str | Path) -> bool:
    """Whether each user of the machine may read and start this file."""
    place = Path(path).resolve()
    return all(each.stat().st_mode & 0o5 == 0o5 for each in (place, *place.parents))


_needs_root = pytest.mark.skipif(os.getuid() != 0, reason="needs root")
_needs_access = pytest.mark.skipif(
    not _is_open(PROGRAMS), reason="only its user may read this copy of owari"
)
_both = os.getuid() == 0 and _is_open(PROGRAMS)
USERS = [
    *(at_night(os.getuid()) if _both else [os.getuid()]),
    pytest.param(4242, marks=[_needs_root, _needs_access]),
]
"""Who starts programs: somebody who is not root, and at length we too."""


def become(user: int) -> None:
    if user == os.getuid():
        return
    # What is imported when it is first needed may lie where that user may not go.
    for path in PROGRAMS.rglob("*.py"):
        words = path.relative_to(PROGRAMS).with_suffix("").parts
        importlib.import_module(".".join((programs.__name__, *words)).removesuffix(".__init__"))
    "".encode("idna")
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)
    ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 1)  # as a process is that this user has started


def everybodys_python() -> str:
    """A Python that each user of the machine may start; skips the test where there is none."""
    for folder in os.environ.get("PATH", os.defpath).split(os.pathsep):
        found = shutil.which("python3", path=folder)
        if found and _is_open(found):
            return found
    pytest.skip("there is no Python that each user may start")
