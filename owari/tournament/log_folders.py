"""The folders of the dialogues: one for each game, with a file for each program."""

from __future__ import annotations

import re
from pathlib import Path

from owari.new_files import create_new

__all__ = ["file_name", "game_folder"]

LONGEST = 30


def file_name(name: str) -> str:
    """A bot's name as part of a file name: letters, digits and `_`."""
    return re.sub(r"[^A-Za-z0-9]+", "_", name)[:LONGEST].strip("_") or "bot"


def game_folder(root: Path, number: int, south: str, north: str) -> Path:
    """Makes a folder for a game, a new one each time that it is played. Raises OSError."""
    name = f"{number:04}-{file_name(south)}-{file_name(north)}"
    return create_new(root / name, Path.mkdir)
