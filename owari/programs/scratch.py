"""Folders for the temporary files of programs, emptied after each run and removed at the end.

The folders of one process lie in one folder of its own. They are used again, as making and
removing one takes longer than seeing that it is empty.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

__all__ = ["begin_in", "give_back", "remove_all", "take"]

_parent: Path | None = None
_own = ""
_free: list[str] = []
_made = 0


def begin_in(parent: Path) -> None:
    """The folder of this process is made in there, and not among the system's temporary files."""
    global _parent
    _parent = parent


def take() -> str:
    """The path of an empty folder that nobody else uses. Raises OSError."""
    global _own, _made
    if _free:
        return _free.pop()
    if not _own:
        _own = tempfile.mkdtemp(prefix="owari-", dir=_parent)
        atexit.register(remove_all)
    _made += 1
    path = os.path.join(_own, str(_made))
    os.mkdir(path, 0o700)
    return path


def give_back(path: str) -> None:
    """Nobody uses the folder any more; what is in it goes."""
    try:
        with os.scandir(path) as entries:
            empty = next(entries, None) is None
    except OSError:
        empty = False
    if empty:
        _free.append(path)
    else:
        shutil.rmtree(path, ignore_errors=True)


def remove_all() -> None:
    """The last act of a process, whose programs have ended; the last process of a tournament takes
    with it the folder that they share."""
    if _own:
        shutil.rmtree(_own, ignore_errors=True)
    if _parent:
        with suppress(OSError):
            _parent.rmdir()
