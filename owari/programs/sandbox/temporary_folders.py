"""Folders for the temporary files of programs, emptied after each run and removed at the end.

The folders of one process lie in one folder of its own. They are used again, as making and
removing one takes longer than seeing that it is empty. What a process leaves that is killed, the
one that started it removes, or whoever starts one next.
"""

from __future__ import annotations

import atexit
import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path

from owari.programs.sandbox import cgroups

_prefix = f"owari-{os.getpid()}-"
_UP = f"owari {os.urandom(8).hex()} "
"""How folders are called that are moved up to be removed."""
_moved = count()
_own = ""
_free: list[str] = []


def _begin() -> None:
    """The folders that this process knows of are those of the process that it is a fork of."""
    global _own
    _own = ""
    _free.clear()


os.register_at_fork(after_in_child=_begin)


def begin_for(*starters: int) -> None:
    """The process of this id, or of any of these, removes the folder of ours, if we do not."""
    global _prefix
    _prefix = _prefix_of(starters)


def _prefix_of(starters: tuple[int, ...]) -> str:
    return "".join(f"{name}-" for name in ("owari", *starters))


def remove_for(*starters: int) -> None:
    """Removes what is left of all processes that have begun for these, control groups too."""
    prefix = _prefix_of(starters)
    _remove_left(lambda name: name.startswith(prefix))


def name() -> str:
    """How the names begin of what this process leaves where others may have to remove it."""
    return _prefix


def sweep() -> None:
    """Removes what processes have left that were killed, and whoever started them too."""

    def is_left(name: str) -> bool:
        starter = name.split("-")[1]
        return starter.isdigit() and not _runs(int(starter))

    _remove_left(is_left)


def _remove_left(is_left: Callable[[str], bool]) -> None:
    """Removes what is ours and has such a name."""
    for folder in Path(tempfile.gettempdir()).glob("owari-*-*"):
        with suppress(OSError):
            if is_left(folder.name) and folder.lstat().st_uid == os.getuid():
                _remove(folder)
    cgroups.sweep(is_left)


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass
    return True


def take() -> str:
    """The path of an empty folder that nobody else uses; made anew where a program has removed
    those that there were. Raises OSError."""
    global _own
    while _free:
        path = _free.pop()
        if os.path.isdir(path) and not os.path.islink(path):
            return path
    if not os.path.isdir(_own):
        sweep()
        _own = tempfile.mkdtemp(prefix=_prefix)
        atexit.register(remove_all)
    return tempfile.mkdtemp(prefix="", dir=_own)


def give_back(path: str) -> None:
    """Nobody uses the folder any more; what is in it goes."""
    if os.path.islink(path):  # somewhere else, where it has put a link in its place
        with suppress(OSError):
            os.unlink(path)
        return
    try:
        with os.scandir(path) as entries:
            empty = next(entries, None) is None
    except OSError:
        empty = False
    if empty:
        _free.append(path)
    else:
        _remove(path)


def remove_all() -> None:
    """The last act of a process, whose programs have ended; or before it starts some anew."""
    if _own:
        _remove(_own)
    _begin()


def _remove(folder: str | Path) -> None:
    """The folder goes, and what is in it: folders too that nobody may enter, and those that lie so
    deep in each other that no path leads there. Somebody else may remove it at the same time."""
    with suppress(OSError):
        if not os.path.islink(folder):
            os.chmod(folder, 0o700)
        top = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        try:
            before: list[str] = []
            while (entries := os.listdir(top)) and entries != before:
                before = entries
                for name in entries:
                    with suppress(OSError):
                        _remove_entry(name, top)
        finally:
            os.close(top)
    with suppress(OSError):
        os.rmdir(folder)


def _remove_entry(name: str, top: int) -> None:
    """Removes a file, or a folder after its own folders were moved up, to where they are next."""
    try:
        os.unlink(name, dir_fd=top)
        return
    except (IsADirectoryError, PermissionError):  # a folder, as Linux and macOS say it
        os.chmod(name, 0o700, dir_fd=top)
    inner = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=top)
    try:
        for child in os.listdir(inner):
            with suppress(OSError):
                _remove_or_move(child, inner, top)
    finally:
        os.close(inner)
    os.rmdir(name, dir_fd=top)


def _remove_or_move(child: str, inner: int, top: int) -> None:
    try:
        os.unlink(child, dir_fd=inner)
    except (IsADirectoryError, PermissionError):
        os.chmod(child, 0o700, dir_fd=inner)
        os.rename(child, f"{_UP}{next(_moved)}", src_dir_fd=inner, dst_dir_fd=top)
