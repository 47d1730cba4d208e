"""The file of the games at a table, which holds every move at once."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from owari.new_files import create_new
from owari.records.pgn import BadRecord, format_game, read_games
from owari.records.record import GameRecord, Termination
from owari.user_folder import user_folder

__all__ = ["GameFile", "new_path", "write"]


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
    target = path.resolve()
    mode = _mode(target)
    beside = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        with open(beside, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            beside.chmod(mode)
        os.replace(beside, target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def _mode(target: Path) -> int | None:
    """The mode of the file, None for a new file. Raises PermissionError for a read-only file."""
    try:
        mode = stat.S_IMODE(target.stat().st_mode)
    except FileNotFoundError:
        return None
    if not (mode & 0o222 and os.access(target, os.W_OK)):
        raise PermissionError(errno.EACCES, "it is read-only", str(target))
    return mode


class GameFile:
    """The games of one file in their order: one game, or the two games of a match.

    The file of a match has both games from the beginning, and so says which game comes next.
    """

    def __init__(self, path: Path, records: Sequence[GameRecord]) -> None:
        self.path = path
        self.records = list(records)
        self.kept = True
        """Whether the file holds the latest moves."""

    @classmethod
    def read(cls, path: Path) -> GameFile:
        """The games of a file. Raises OSError and BadRecord."""
        try:
            return cls(path, read_games(path.read_text(encoding="utf-8"), str(path)))
        except UnicodeDecodeError:
            raise BadRecord(f"{path} is not a text file") from None

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
        """The indexes of the games to play.

        They include the last finished game until the next one begins, because its last move may be
        a typing error.
        """
        unfinished = [
            index
            for index, record in enumerate(self.records)
            if record.ending.termination is Termination.UNFINISHED
        ]
        following = unfinished[0] if unfinished else len(self.records)
        if following > 0 and not any(record.plies for record in self.records[following:]):
            return [following - 1, *unfinished]
        return unfinished
