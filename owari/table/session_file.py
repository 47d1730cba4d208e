"""The file that games at the table are kept in, so that nothing is lost however they are left."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from itertools import count
from pathlib import Path

from owari.records.pgn import BadRecord, format_game, read_games
from owari.records.record import GameRecord, Termination
from owari.user_folder import user_folder

__all__ = ["GameFile", "new_path", "write"]


def new_path(what: str, now: datetime) -> Path:
    """An empty file made in the user's own folder of games, for games that nobody has named a file
    for; of two that ask in the same second each gets its own. Raises OSError."""
    folder = user_folder() / "games"
    folder.mkdir(parents=True, exist_ok=True)
    stem = f"{what}-{now:%Y%m%d-%H%M%S}"
    for n in count(1):
        path = folder / (f"{stem}.pgn" if n == 1 else f"{stem}-{n}.pgn")
        with suppress(FileExistsError):
            path.touch(exist_ok=False)
            break
    return path


def write(path: Path, records: Sequence[GameRecord]) -> None:
    """Puts the games into the file, which at any moment holds either the old text or the new.

    The text is on the disk when the call returns. A file that is there keeps its mode, and one that
    must not be written to is not replaced. Raises OSError.
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
    """The mode of the file, None where there is none yet. Raises PermissionError when nobody may
    write to it, or we may not."""
    try:
        mode = stat.S_IMODE(target.stat().st_mode)
    except FileNotFoundError:
        return None
    if not (mode & 0o222 and os.access(target, os.W_OK)):
        raise PermissionError(errno.EACCES, "it is read-only", str(target))
    return mode


class GameFile:
    """The games of one file in the order in which they are played: one, or the two of a match.

    A match is in its file as a whole from the beginning, so that the file alone says what is still
    to be played.
    """

    def __init__(self, path: Path, records: Sequence[GameRecord]) -> None:
        self.path = path
        self.records = list(records)
        self.kept = True
        """Whether the file holds the games as they stand."""

    @classmethod
    def read(cls, path: Path) -> GameFile:
        """Raises OSError and BadRecord."""
        try:
            return cls(path, read_games(path.read_text(encoding="utf-8"), str(path)))
        except UnicodeDecodeError:
            raise BadRecord(f"{path} is not a text file") from None

    def write(self) -> None:
        """Raises OSError."""
        self.kept = False
        write(self.path, self.records)
        self.kept = True

    def keep(self, index: int, record: GameRecord) -> None:
        """The game of this index as it stands now, on disk when the call returns. In a match the
        game that follows begins with the other side."""
        self.records[index] = record
        for later, other in enumerate(self.records):
            if later > index and not other.plies and other.first is record.first:
                start = other.game.start(record.first.other)
                self.records[later] = replace(other, start=start)
        self.write()

    def to_play(self) -> list[int]:
        """The indexes of the games that are still to be played.

        Until the next game has begun, the one before it is opened once more: the move that ended
        it may have been typed wrongly.
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
