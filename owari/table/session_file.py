"""The file of the games at a table, which holds every move at once."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from owari.records.pgn import BadRecord, format_game, read_games, record_text
from owari.records.record import GameRecord, Termination
from owari.user_files import create_new, replacing, user_folder


def new_path(what: str, now: datetime) -> Path:
    """Creates an empty file in the user's own folder of games. Two calls in one second get two
    files. Raises OSError."""
    return create_new(user_folder() / "games" / f"{what}-{now:%Y%m%d-%H%M%S}.pgn")


def write(path: Path, records: Sequence[GameRecord]) -> None:
    """Writes the games to the file, which holds either the old text or the new one at any moment.

    The text is on disk when the call returns. An existing file keeps its mode, and a read-only file
    is not replaced. Raises OSError.
    """
    text = "\n".join(format_game(record) for record in records)
    _refuse_read_only(path)
    with replacing(path.resolve()) as beside:
        beside.write_text(text, encoding="utf-8", newline="\n")


def _refuse_read_only(path: Path) -> None:
    with suppress(FileNotFoundError):
        mode = stat.S_IMODE(path.stat().st_mode)
        if not (mode & 0o222 and os.access(path, os.W_OK)):
            raise PermissionError(errno.EACCES, "it is read-only", str(path.resolve()))


class GameFile:
    """The games of one file in their order: one game, or the two games of a match. The file of a
    match has both games from the beginning, and so says which game comes next."""

    def __init__(self, path: Path, records: Sequence[GameRecord]) -> None:
        self.path = path
        self.records = list(records)
        self.kept = True
        """Whether the file holds the latest moves."""

    @classmethod
    def read(cls, path: Path) -> GameFile:
        """The games of a file. Raises OSError and BadRecord."""
        text = "".join(record_text([path.read_bytes()], str(path)))
        if "\0" in text:
            raise BadRecord(f"{path} is not a text file")
        return cls(path, read_games(text, str(path)))

    def write(self) -> None:
        """Writes all games. Raises OSError."""
        self.kept = False
        write(self.path, self.records)
        self.kept = True

    def keep(self, index: int, record: GameRecord) -> None:
        """Replaces the game of this index, and writes all games. In a match the other side moves
        first in the next game. Raises OSError."""
        self.records[index] = record
        for later, other in enumerate(self.records):
            if later > index and not other.plies and other.first is record.first:
                start = other.game.start(record.first.other)
                self.records[later] = replace(other, start=start)
        self.write()

    def to_play(self) -> list[int]:
        """The indexes of the games to play. They include the last finished game until the next one
        begins, because its last move may be a typing error."""
        unfinished = [
            index
            for index, record in enumerate(self.records)
            if record.ending.termination is Termination.UNFINISHED
        ]
        following = unfinished[0] if unfinished else len(self.records)
        if following > 0 and not any(record.plies for record in self.records[following:]):
            return [following - 1, *unfinished]
        return unfinished
