"""The files of a version as its build leaves them: a build is the program of a student, and may
take rights away, make what is no file, or hide how much it takes.

Whoever looks through a folder here gives itself the rights of an owner first. Links are not
followed.
"""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
from collections.abc import Iterator
from pathlib import Path

from owari.errors import BadInput
from owari.text.printable import printable


def folder_size(folder: Path) -> int:
    """Bytes of all that is below a folder. Raises OSError where a part of it cannot be read."""
    return sum(status.st_size for _, status in _all_below(folder))


def objection(folder: Path) -> str:
    """A clause on what a version must not have in its folder, which can be read afterwards; empty
    where there is nothing."""
    try:
        for path, status in _all_below(folder):
            if not any(kind(status.st_mode) for kind in (stat.S_ISREG, stat.S_ISDIR, stat.S_ISLNK)):
                name = printable(str(path.relative_to(folder)))
                return f"{name!r} is neither a file, a folder nor a link"
    except OSError as error:
        return unreadable(error, folder)
    return ""


def unreadable(error: OSError, folder: Path) -> str:
    """A clause on what could not be read below a folder; of several files the first."""
    name, what, why = error.filename, "read", error.strerror
    if isinstance(error, shutil.Error):
        what, (name, _, why) = "copied", error.args[0][0]
    return f"{printable(os.path.relpath(name, folder))!r} cannot be {what}: {why}"


def delete(folder: Path) -> None:
    """Deletes a folder. Raises BadInput where something stays."""
    try:
        for _ in _all_below(folder):
            pass
    except OSError:
        pass  # what stays is told below
    if os.path.lexists(folder):
        found = subprocess.run(
            ("rm", "-rf", "--", str(folder)), capture_output=True, text=True, errors="replace"
        )
        if os.path.lexists(folder):
            why = printable(found.stderr.partition("\n")[0])
            raise BadInput(f"{folder} could not be deleted, delete it by hand: {why}")


def _all_below(folder: Path) -> Iterator[tuple[Path, os.stat_result]]:
    """All that is below a folder. What goes meanwhile is left out. Raises OSError."""
    places = [folder]
    while places:
        place = places.pop()
        try:
            _claim(place, place.lstat().st_mode)
            paths = [Path(entry.path) for entry in os.scandir(place)]
        except (FileNotFoundError, NotADirectoryError):
            continue
        for path in paths:
            try:
                status = path.lstat()
                _claim(path, status.st_mode)
            except FileNotFoundError:
                continue
            if stat.S_ISDIR(status.st_mode):
                places.append(path)
            yield path, status


def _claim(path: Path, mode: int) -> None:
    """Gives its owner the rights to a file or folder that it lacks."""
    if stat.S_ISDIR(mode) or stat.S_ISREG(mode):
        needed = 0o700 if stat.S_ISDIR(mode) else 0o600
        if mode & needed != needed:
            path.chmod(stat.S_IMODE(mode) | needed)
