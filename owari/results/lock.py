"""Locks for one writer at a time: on the name of a results or game file, and on the file itself."""

from __future__ import annotations

import fcntl
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from owari.errors import BadInput


class NotLocked(BadInput):
    """Another process writes to the file, or nobody can; the text is one sentence."""


class InUse(NotLocked):
    """Another process writes to the file."""


@contextmanager
def lock(path: Path) -> Iterator[None]:
    """Locks the file `path`, and symbolic links to it, against other writers during the block.

    The lock ends with its process, and forked processes do not inherit it. It does not exclude the
    same process. Raises NotLocked.
    """
    if path.is_dir():
        raise NotLocked(f"{path} is a folder, not a file")
    beside = _beside(path)
    descriptor = _locked(beside, path)
    try:
        _sign(descriptor, path)
        yield
    finally:
        # Removed while still locked, so that a waiting process sees that the file is gone.
        beside.unlink(missing_ok=True)
        os.close(descriptor)


def _sign(descriptor: int, path: Path) -> None:
    """Writes into the lock file who has the lock."""
    try:
        os.ftruncate(descriptor, 0)
        os.write(descriptor, f"{os.getpid()}\n".encode())
    except OSError as error:
        raise NotLocked(
            f"nothing can be written beside {path} ({error.strerror}), and nothing is changed: make"
            " room on the disk, and run the command again"
        ) from None


class FileLock:
    """Locks the file itself, whatever its name: a hard link is the same file. Only Linux has this
    lock.

    This is for files that are never replaced, such as databases. The lock ends with its process,
    and excludes the same process too. Raises NotLocked.
    """

    def __init__(self, path: Path) -> None:
        self._descriptor: int | None = None
        if sys.platform == "linux":
            try:
                self._descriptor = os.open(path, os.O_RDWR)
                _lock_file(self._descriptor)
            except BlockingIOError:
                self.close()
                raise InUse(
                    f"{path} is in use: another owari process writes to it, perhaps by another name"
                ) from None
            except OSError:  # a file that cannot be written, or a file system without such locks
                self.close()

    def close(self) -> None:
        """Gives up the lock. Close other descriptors of the file first: a process that closes
        one loses all its locks."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


def _beside(path: Path) -> Path:
    """The name of the lock file, beside the target of a symbolic link."""
    try:
        target = path.resolve()
    except (OSError, RuntimeError):  # links that lead in a circle
        target = path
    return target.with_name(target.name + ".lock")


def _locked(beside: Path, path: Path) -> int:
    """A descriptor of the locked lock file, which is certainly the one that others find."""
    while True:
        try:
            descriptor = os.open(beside, os.O_RDWR | os.O_CREAT, 0o644)
        except OSError as error:
            raise NotLocked(
                f"the folder {path.parent} of {path.name} is not writable ({error.strerror}):"
                " choose another folder"
            ) from None
        try:
            fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            owner = os.read(descriptor, 20).decode(errors="replace").strip()
            os.close(descriptor)
            number = f" ({owner})" if owner.isdigit() else ""
            raise InUse(f"{path} is in use: another owari process{number} writes to it") from None
        if _same_file(descriptor, beside):
            return descriptor
        os.close(descriptor)


def _same_file(descriptor: int, path: Path) -> bool:
    """Whether the path still leads to the open file, which its last owner can have removed."""
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        return False


if sys.platform == "linux":
    import struct

    FAR = 1 << 62
    """A byte behind all that a database locks of itself."""

    def _lock_file(descriptor: int) -> None:
        """A lock of the open file, not of the process: it does not mix with those of SQLite."""
        request = struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, FAR, 1, 0)
        fcntl.fcntl(descriptor, fcntl.F_OFD_SETLK, request)
