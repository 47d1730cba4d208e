"""Where the dialogues of a tournament are kept: a folder for each game, a file for each program."""

from __future__ import annotations

import re
from itertools import count
from pathlib import Path

__all__ = ["file_name", "game_folder"]

LONGEST = 30


def file_name(name: str) -> str:
    """What a bot's name becomes in the name of a file: letters, digits and `_`."""
    return re.sub(r"[^A-Za-z0-9]+", "_", name)[:LONGEST].strip("_") or "bot"


def game_folder(root: Path, number: int, south: str, north: str) -> Path:
    """A new folder for a game; one that is played again gets another. Raises OSError."""
    name = f"{number:04}-{file_name(south)}-{file_name(north)}"
    for attempt in count(1):
        folder = root / (name if attempt == 1 else f"{name}-{attempt}")
        try:
            folder.mkdir(parents=True)
            break
        except FileExistsError:
            continue
    return folder
