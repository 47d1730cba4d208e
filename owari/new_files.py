"""New files and folders under names that nobody uses yet."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path

__all__ = ["create_new"]


def _touch(path: Path) -> None:
    path.touch(exist_ok=False)


def create_new(path: Path, make: Callable[[Path], None] = _touch) -> Path:
    """Makes an empty file of this name, or of the first free name of `NAME-2`, `NAME-3` and so on.

    Makes the folders above it too. `make` raises FileExistsError for a name in use. Returns the new
    path. Raises OSError.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    for attempt in count(1):
        new = path if attempt == 1 else path.with_name(f"{path.stem}-{attempt}{path.suffix}")
        try:
            make(new)
            break
        except FileExistsError:
            continue
    return new
