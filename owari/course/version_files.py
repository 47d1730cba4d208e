"""The files of a version as its build leaves them: a build is the program of a student, and may
take rights away, make what is no file, or hide how much it takes.

Whoever looks through a folder here gives itself the rights of an owner first. Links are not
followed.
"""

from __future__ import annotations

import errno
import os
import shutil
import stat
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from owari.course.archive_contents import DEEPEST, LONGEST_PATH
from owari.errors import BadInput
from owari.text.printable import printable


class FolderSize(NamedTuple):
    """What a folder takes of a disk."""

    bytes: int
    entries: int
    """Files, folders and links."""


def folder_size(folder: Path) -> FolderSize:
    """The size of all that is below a folder. Raises OSError where a part of it cannot be read, or
    lies too deep."""
    sizes = [status.st_size for _, status in _all_within_bounds(folder)]
    return FolderSize(sum(sizes), len(sizes))


def objection(folder: Path) -> str:
    """A clause on what a version must not have in its folder, which can be read afterwards; empty
    where there is nothing. Whatever copies the folder may follow its paths then."""
    try:
        for path, status in _all_within_bounds(folder):
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
    shown = printable(os.path.relpath(name, folder))
    shown = shown if len(shown) <= _MOST_SHOWN else f"{shown[:_MOST_SHOWN]}..."
    return f"{shown!r} cannot be {what}: {why}"


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


def make_anew(file: Path) -> None:
    """Makes an empty file in place of whatever a build has put there, perhaps a link that leads
    elsewhere. Raises BadInput and OSError."""
    delete(file)
    os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644))


_MOST_SHOWN = 80
"""Characters of a path."""
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
_GONE = (errno.ENOENT, errno.ENOTDIR, errno.ELOOP)


def _all_within_bounds(folder: Path) -> Iterator[tuple[Path, os.stat_result]]:
    """All that is below a folder. Raises OSError where a part of it cannot be read, or lies deeper,
    or has a longer path, than twice what an archive may have."""
    base = os.fsencode(folder)
    for path, status in _all_below(folder):
        inner = os.fsencode(path)[len(base) + 1 :]
        if len(inner) > 2 * LONGEST_PATH or inner.count(b"/") >= 2 * DEEPEST:
            raise OSError(
                errno.ENAMETOOLONG, "it lies too deep, or its path is too long", str(path)
            )
        yield path, status


def _all_below(folder: Path) -> Iterator[tuple[Path, os.stat_result]]:
    """All that is below a folder. What goes meanwhile is left out. Raises OSError.

    A build may still run, and put a link in place of what was a file or a folder a moment ago. So
    each is found from the open folder in which it lies.
    """
    places: list[tuple[Path, int, Iterator[str]]] = []
    try:
        places += _entered(folder, str(folder), None)
        while places:
            path, at, names = places[-1]
            if (name := next(names, None)) is None:
                os.close(at)
                places.pop()
                continue
            try:
                status = os.stat(name, dir_fd=at, follow_symlinks=False)
            except FileNotFoundError:
                continue
            if stat.S_ISDIR(status.st_mode):
                places += _entered(path / name, name, at)
            elif stat.S_ISREG(status.st_mode):
                _claim(path / name, name, at)
            yield path / name, status
    finally:
        for _, at, _ in places:
            os.close(at)


def _entered(path: Path, name: str, within: int | None) -> list[tuple[Path, int, Iterator[str]]]:
    """A folder that is open, with the names in it; nothing where it is gone. Raises OSError."""
    try:
        _claim(path, name, within)
        at = os.open(name, _FOLDER, dir_fd=within)
    except OSError as error:
        if error.errno in _GONE:
            return []
        error.filename = str(path)
        raise
    return [(path, at, iter(os.listdir(at)))]


def _claim(path: Path, name: str, within: int | None) -> None:
    """Gives its owner the rights to a file or folder that it lacks. Raises OSError."""
    status = os.stat(name, dir_fd=within, follow_symlinks=False)
    needed = {stat.S_IFDIR: 0o700, stat.S_IFREG: 0o600}.get(stat.S_IFMT(status.st_mode), 0)
    if status.st_mode & needed == needed:
        return
    mode = stat.S_IMODE(status.st_mode) | needed
    try:
        if os.chmod in os.supports_follow_symlinks:
            os.chmod(name, mode, dir_fd=within, follow_symlinks=False)
            return
        handle = os.open(name, os.O_PATH | os.O_NOFOLLOW, dir_fd=within)
        try:
            if os.path.samestat(status, os.fstat(handle)):
                os.chmod(f"/proc/self/fd/{handle}", mode)
        finally:
            os.close(handle)
    except FileNotFoundError:
        pass
    except OSError as error:
        error.filename = str(path)
        raise
