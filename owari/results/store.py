"""The results of a tournament: one SQLite file with a row for each game, committed as it ends.

The log of games is the only source: the tables of a tournament are computed from it. Rows are never
deleted. An annulled game keeps its row, and at most one game of each number counts. A process that
is killed loses nothing. Opening a file checks all of it.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self, TypeVar

from owari.games.catalog import find_game
from owari.games.game import Game
from owari.records.pgn import BadRecord, format_game, read_game
from owari.records.record import GameRecord
from owari.results.bot_names import composed
from owari.results.database import BadResults, Database, is_blank, reading
from owari.results.game_log import (
    About,
    FileChanges,
    Incident,
    ProgramFiles,
    Status,
    StoredBot,
    StoredGame,
    Withdrawal,
)
from owari.results.row_checks import (
    read_bots,
    read_files,
    read_game_row,
    read_incidents,
    read_rules,
    read_withdrawn,
    text,
)
from owari.text.printable import printable

__all__ = ["HAND_MADE", "BadResults", "Store", "canonical"]

APPLICATION_ID = int.from_bytes(b"Owar", "big")
SCHEMA_VERSION = 1
SCHEMA = """
CREATE TABLE tournament (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE bots (place INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, settings TEXT);
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    number INTEGER NOT NULL,
    south TEXT NOT NULL,
    north TEXT NOT NULL,
    first TEXT NOT NULL,
    result TEXT NOT NULL,
    south_score INTEGER NOT NULL,
    north_score INTEGER NOT NULL,
    termination TEXT NOT NULL,
    reason TEXT NOT NULL,
    moves TEXT NOT NULL,
    finished TEXT NOT NULL,
    status TEXT NOT NULL,
    annulled TEXT NOT NULL DEFAULT '',
    record TEXT NOT NULL
);
CREATE UNIQUE INDEX one_that_counts ON games (number) WHERE status <> 'annulled';
"""
COLUMNS = (
    "number, south, north, first, result, south_score, north_score,"
    " termination, reason, moves, finished, status"
)
INSERT = f"INSERT INTO games ({COLUMNS}, record) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)"

T = TypeVar("T")

HAND_MADE: dict[str, Any] = {"game": "owari", "games-per-match": 2}
"""The rules of a results file without a tournament file: it takes names as they come."""


def canonical(settings: dict[str, Any]) -> str:
    """JSON that is equal for equal settings."""
    return json.dumps(settings, sort_keys=True, ensure_ascii=False)


class Store:
    """An open results file. Every method may raise BadResults."""

    def __init__(self, path: Path, database: Database) -> None:
        self.path = path
        self._database = database
        self.transaction = database.transaction

    @classmethod
    def open(cls, path: Path, *, writes: bool = False) -> Store:
        """Opens and checks an existing file; `writes` locks it against other writers. Raises
        NotLocked."""
        with reading(path):
            if not path.exists():
                raise BadResults(f"{path} does not exist")
            if path.is_dir():
                raise BadResults(f"{path} is a folder, not a results file")
        store = cls(path, Database(path, writes=writes))
        try:
            store._check()
            if writes:
                store._compose_names()
        except BaseException:
            store.close()
            raise
        return store

    @classmethod
    def open_or_create(cls, path: Path) -> Store:
        """Opens a file for writing, or makes a new one without a tournament. Raises NotLocked.

        An empty file counts as new: a killed process can leave one.
        """
        if is_blank(path):
            with reading(path):
                path.touch()
            try:
                cls._create(path)
            except BadResults:
                path.unlink(missing_ok=True)  # there is nothing in it yet
                raise
        return cls.open(path, writes=True)

    @classmethod
    def _create(cls, path: Path) -> None:
        database = Database(path, writes=True)
        with cls(path, database) as store:
            database.all("PRAGMA journal_mode = WAL")
            with store.transaction():
                for statement in filter(str.strip, SCHEMA.split(";")):
                    database.change(statement)
                store.rules = HAND_MADE
                database.change(f"PRAGMA application_id = {APPLICATION_ID}")
                database.change(f"PRAGMA user_version = {SCHEMA_VERSION}")

    def close(self) -> None:
        """Closes the file and gives up its lock."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def rules(self) -> dict[str, Any]:
        """The rules of the tournament by the keys of its file, durations in seconds."""
        return self._value("rules", read_rules)

    @rules.setter
    def rules(self, rules: dict[str, Any]) -> None:
        self._set("rules", canonical(rules))

    @property
    def hand_made(self) -> bool:
        """Whether no tournament has used the file yet, so that it accepts any name."""
        return self.rules.keys() == HAND_MADE.keys()

    @property
    def game(self) -> Game:
        """The game that is played."""
        return find_game(self.rules["game"])

    @property
    def games_per_match(self) -> int:
        """An even number."""
        return int(self.rules["games-per-match"])

    @property
    def about(self) -> About:
        """The event, its site and its date."""
        return About(
            *(self._value(key, lambda value: text(value, "about")) for key in About._fields)
        )

    @about.setter
    def about(self, about: About) -> None:
        for key, value in about._asdict().items():
            self._set(key, value)

    @property
    def incidents(self) -> list[Incident]:
        """The games that broke off, in the order in which they did."""
        return self._value("incidents", read_incidents, "[]")

    @incidents.setter
    def incidents(self, incidents: Iterable[Incident]) -> None:
        self._set("incidents", json.dumps([list(incident) for incident in incidents]))

    @property
    def program_files(self) -> ProgramFiles:
        """The digests of the programs' files when they last played; empty if nobody stored them."""
        return self._value("program-files", read_files, "{}")

    @program_files.setter
    def program_files(self, files: ProgramFiles) -> None:
        self._set("program-files", canonical(files))

    @property
    def file_changes(self) -> FileChanges:
        """The changes of the programs' files that games of an earlier version precede."""
        return self._value("file-changes", read_files, "{}")

    @file_changes.setter
    def file_changes(self, changes: FileChanges) -> None:
        self._set("file-changes", canonical(changes))

    @property
    def withdrawn(self) -> dict[str, Withdrawal]:
        """What becomes of the games of each bot that has left the tournament, by its name."""
        return self._value("withdrawn", read_withdrawn, "{}")

    @withdrawn.setter
    def withdrawn(self, withdrawn: Mapping[str, Withdrawal]) -> None:
        self._set("withdrawn", canonical({name: how.value for name, how in withdrawn.items()}))

    def bots(self) -> list[StoredBot]:
        """All bots in the order in which they entered."""
        with reading(self.path):
            return read_bots(self._database.all("SELECT name, settings FROM bots ORDER BY place"))

    def put_bot(self, bot: StoredBot) -> None:
        """Adds the bot at the end, or updates the settings of the bot of this name."""
        self._database.change(
            "INSERT INTO bots (name, settings) VALUES (?, ?)"
            " ON CONFLICT (name) DO UPDATE SET settings = excluded.settings",
            bot,
        )

    def games(self, *, annulled: bool = False) -> list[StoredGame]:
        """The games that count, or the annulled ones, by number."""
        test = "=" if annulled else "<>"
        return self._games(f"status {test} 'annulled'")

    def numbers(self) -> set[int]:
        """The numbers of the games that count."""
        rows = self._database.all("SELECT number FROM games WHERE status <> 'annulled'")
        return {number for (number,) in rows}

    def record(self, number: int) -> str:
        """The text of the game of this number: of the one that counts, else of the last one that
        was annulled."""
        rows = self._database.all(
            "SELECT record FROM games WHERE number = ? ORDER BY status = 'annulled', id DESC",
            (number,),
        )
        if not rows:
            raise BadResults(f"there is no game {number} in {self.path}")
        with reading(self.path):
            return text(rows[0][0], f"the record of game {number}")

    def played(self, number: int) -> GameRecord:
        """The same as a value. Raises BadResults if it belongs to another game."""
        try:
            record = read_game(self.record(number), f"game {number}")
        except BadRecord as error:
            raise BadResults(f"{self.path} is damaged: {error}") from None
        games = self._games("number = ?", number)
        game = next((game for game in games if game.status is not Status.ANNULLED), games[-1])
        names = composed(record.south), composed(record.north)
        if names != (game.south, game.north) or record.ending[:3] != game.ending[:3]:
            raise BadResults(
                f"{self.path} is damaged: game {number} has the record of another game"
            )
        return record

    def add(
        self,
        number: int,
        record: GameRecord,
        status: Status = Status.PLAYED,
        *,
        finished: datetime | None = None,
    ) -> None:
        """Adds a finished game; it is on disk when the call returns."""
        result, score, termination, reason = record.ending
        when = (finished or datetime.now(UTC)).isoformat(timespec="seconds")
        moves = " ".join([record.game.format_move(ply.move) for ply in record.plies])
        players = (number, record.south, record.north, record.first.value)
        ending = (result.value, score.south, score.north, termination.value, reason)
        row = (*players, *ending, moves, when, status.value, format_game(record))
        try:
            self._database.change(INSERT, row)
        except sqlite3.IntegrityError:
            raise BadResults(f"{self.path} already has game {number}") from None

    def annul(self, number: int, reason: str) -> None:
        """Marks the game of this number: it no longer counts."""
        if not self._annul("number = ?", (number,), reason):
            if any(game.number == number for game in self.games(annulled=True)):
                raise BadResults(f"game {number} in {self.path} is already annulled")
            raise BadResults(f"there is no game {number} in {self.path}")

    def annul_games_of(self, bot: str, reason: str) -> int:
        """Annuls all games of a bot but the reported ones, and returns how many."""
        return self._annul("status = 'played' AND (south = ? OR north = ?)", (bot, bot), reason)

    def _check(self) -> None:
        if self._pragma("application_id") != APPLICATION_ID:
            raise BadResults(f"{self.path} is not a results file")
        version = self._pragma("user_version")
        if version != SCHEMA_VERSION:
            raise BadResults(
                f"another version of owari wrote {self.path}: its format is {version}, and this"
                f" version reads {SCHEMA_VERSION}"
            )
        foreign = "SELECT name FROM sqlite_master WHERE type IN ('trigger', 'view')"
        if found := self._database.all(foreign):
            raise BadResults(
                f"{self.path} has {printable(found[0][0])!r}, which owari did not make and which"
                " could change results: use a copy of the file without it"
            )
        for annulled in (False, True):
            self.games(annulled=annulled)  # and with them rules and bots
        _ = self.about, self.program_files, self.file_changes, self.incidents, self.withdrawn

    def _compose_names(self) -> None:
        """Writes names that an earlier version stored uncomposed in their composed form. Records
        stay as they are."""
        for (name,) in self._database.all("SELECT name FROM bots"):
            if (new := composed(name)) != name:
                with self.transaction():
                    for column in ("bots SET name", "games SET south", "games SET north"):
                        where = column.rsplit(" ", 1)[1]
                        self._database.change(f"UPDATE {column} = ? WHERE {where} = ?", (new, name))

    def _games(self, test: str, *values: object) -> list[StoredGame]:
        rows = self._database.all(
            f"SELECT {COLUMNS}, annulled FROM games WHERE {test} ORDER BY number, id", values
        )
        with reading(self.path):
            rules = self.rules
            game, games_per_match = find_game(rules["game"]), rules["games-per-match"]
            places = {bot.name: place for place, bot in enumerate(self.bots())}
            return [read_game_row(row, game, places, games_per_match) for row in rows]

    def _annul(self, test: str, values: tuple[object, ...], reason: str) -> int:
        return self._database.change(
            "UPDATE games SET status = 'annulled', annulled = ?"
            f" WHERE status <> 'annulled' AND {test}",
            (reason, *values),
        )

    def _value(self, key: str, read: Callable[[object], T], default: str = "") -> T:
        """The value of the tournament under this key, checked by `read`."""
        rows = self._database.all("SELECT value FROM tournament WHERE key = ?", (key,))
        with reading(self.path):
            return read(rows[0][0] if rows else default)

    def _set(self, key: str, value: str) -> None:
        self._database.change("INSERT OR REPLACE INTO tournament VALUES (?, ?)", (key, value))

    def _pragma(self, name: str) -> int:
        return int(self._database.all(f"PRAGMA {name}")[0][0])
