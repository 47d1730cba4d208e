"""One writer at a time: the lock beside a file of results or of games."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["NotLocked", "lock"]


class NotLocked(Exception):
    """Another process writes to this file, or nobody can; the text is one sentence."""


@contextmanager
def lock(path: Path) -> Iterator[None]:
    """Keeps other writers away from the file `path` while the block runs.

    The system gives the lock up when its process dies, however it dies; processes forked meanwhile
    do not inherit it. Within one process it excludes nobody. Raises NotLocked.
    """
    if path.is_dir():
        raise NotLocked(f"{path} is a folder, not a file")
    beside = path.with_name(path.name + ".lock")
    descriptor = _locked(beside, path)
    try:
        os.ftruncate(descriptor, 0)
        os.write(descriptor, f"{os.getpid()}\n".encode())
        yield
    finally:
        # Removed while still locked: whoever waits for this very file sees that it is gone.
        if sys.platform != "win32":
            beside.unlink(missing_ok=True)
        os.close(descriptor)


def _locked(beside: Path, path: Path) -> int:
    """A descriptor of the lock file, locked, and certain to be the one that others will find."""
    while True:
        try:
            descriptor = os.open(beside, os.O_RDWR | os.O_CREAT, 0o644)
        except OSError as error:
            raise NotLocked(f"{beside} cannot be made: {error.strerror}") from None
        try:
            _lock(descriptor)
        except OSError:
            owner = os.read(descriptor, 20).decode(errors="replace").strip()
            os.close(descriptor)
            process = f", process {owner}," if owner.isdigit() else ""
            raise NotLocked(f"{path} is in use: another owari{process} writes to it") from None
        if sys.platform == "win32" or _same_file(descriptor, beside):
            return descriptor
        os.close(descriptor)


def _same_file(descriptor: int, path: Path) -> bool:
    """Whether the path still leads to the open file; its last owner may just have removed it."""
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        return False


if sys.platform == "win32":

    def _lock(descriptor: int) -> None:
        import msvcrt

        # A byte far behind the text, since a locked byte cannot be read by others.
        os.lseek(descriptor, 1 << 20, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        os.lseek(descriptor, 0, os.SEEK_SET)

else:

    def _lock(descriptor: int) -> None:
        import fcntl

        fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
