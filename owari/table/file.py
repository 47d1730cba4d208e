"""The file that games at the table are kept in, so that nothing is lost however they are left."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import datetime
from itertools import count
from pathlib import Path

from platformdirs import user_data_path

from owari.records.pgn import BadRecord, format_game, read_games
from owari.records.record import GameRecord, Termination

__all__ = ["GameFile", "unused_path", "write"]


def unused_path(what: str, now: datetime) -> Path:
    """A path in the user's own folder of games, for a game that nobody has named a file for."""
    folder = user_data_path("owari") / "games"
    stem = f"{what}-{now:%Y%m%d-%H%M%S}"
    names = (f"{stem}.pgn" if n == 1 else f"{stem}-{n}.pgn" for n in count(1))
    return next(path for path in map(folder.joinpath, names) if not path.exists())


def write(path: Path, records: Sequence[GameRecord]) -> None:
    """Puts the games into the file, which at any moment holds either the old text or the new.

    The text is on the disk when the call returns. Raises OSError.
    """
    text = "\n".join(format_game(record) for record in records)
    target = path.resolve()
    target.parent.mkdir(parents=True, exist_ok=True)
    beside = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        with open(beside, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


class GameFile:
    """The games of one file in the order in which they are played: one, or the two of a match.

    A match is in its file as a whole from the beginning, so that the file alone says what is still
    to be played.
    """

    def __init__(self, path: Path, records: Sequence[GameRecord]) -> None:
        self.path = path
        self.records = list(records)

    @classmethod
    def read(cls, path: Path) -> GameFile:
        """Raises OSError and BadRecord."""
        try:
            return cls(path, read_games(path.read_text(encoding="utf-8"), str(path)))
        except UnicodeDecodeError:
            raise BadRecord(f"{path} is not a text file") from None

    def write(self) -> None:
        write(self.path, self.records)

    def keep(self, index: int, record: GameRecord) -> None:
        """The game of this index as it stands now, on disk when the call returns."""
        self.records[index] = record
        self.write()

    def unfinished(self) -> list[int]:
        """The indexes of the games that are still to be played."""
        return [
            index
            for index, record in enumerate(self.records)
            if record.ending.termination is Termination.UNFINISHED
        ]
