"""Whether a results file has changed, without opening it."""

from __future__ import annotations

from pathlib import Path

__all__ = ["FileStamp", "file_stamp"]

FileStamp = tuple[tuple[int, int, int] | None, ...]


def file_stamp(path: Path) -> FileStamp:
    """Changes with each commit, which is in the file or in the log beside it."""
    return _stamp(path), _stamp(path.with_name(f"{path.name}-wal"))


def _stamp(path: Path) -> tuple[int, int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns
