"""The folders of the dialogues: one for each game, with a file for each program."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import count
from pathlib import Path

__all__ = ["file_name", "game_folder", "new_file"]

LONGEST = 30


def file_name(name: str) -> str:
    """A bot's name as part of a file name: letters, digits and `_`."""
    return re.sub(r"[^A-Za-z0-9]+", "_", name)[:LONGEST].strip("_") or "bot"


def game_folder(root: Path, number: int, south: str, north: str) -> Path:
    """Makes a folder for a game, a new one each time that it is played. Raises OSError."""
    name = f"{number:04}-{file_name(south)}-{file_name(north)}"
    return _first_new(root, name, "", Path.mkdir)


def new_file(root: Path, name: str) -> Path:
    """Makes an empty file of that name, or of that name with a number. Raises OSError."""
    path = Path(name)
    return _first_new(root, path.stem, path.suffix, lambda path: path.touch(exist_ok=False))


def _first_new(root: Path, stem: str, suffix: str, make: Callable[[Path], None]) -> Path:
    root.mkdir(parents=True, exist_ok=True)
    for attempt in count(1):
        path = root / (f"{stem}{suffix}" if attempt == 1 else f"{stem}-{attempt}{suffix}")
        try:
            make(path)
            break
        except FileExistsError:
            continue
    return path
