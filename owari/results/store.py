"""The results of a tournament: one SQLite file with a row for each game, committed as it ends.

The log of games is the only truth; everything else said of a tournament is computed from it. Rows
are never deleted: a game that no longer counts is marked as annulled, and of one number at most one
game counts. A process that is killed loses nothing. What the file holds is checked when it is
opened.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

from owari.games.catalog import find_game
from owari.games.game import Game
from owari.records.pgn import BadRecord, format_game, read_game
from owari.records.record import GameRecord
from owari.results.bot_names import composed
from owari.results.database import BadResults, Database, is_blank, sentences
from owari.results.game_log import About, Incident, ProgramFiles, Status, StoredBot, StoredGame
from owari.results.row_checks import (
    read_bots,
    read_files,
    read_game_row,
    read_incidents,
    read_rules,
    text,
)

__all__ = ["HAND_MADE", "BadResults", "NumberTaken", "Store", "canonical"]

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

HAND_MADE: dict[str, Any] = {"game": "owari", "games-per-match": 2}
"""The rules of a results file without a tournament file: it takes names as they come."""


class NumberTaken(BadResults):
    """A game of this number counts already."""


def canonical(settings: dict[str, Any]) -> str:
    """JSON that is equal for equal settings."""
    return json.dumps(settings, sort_keys=True, ensure_ascii=False)


class Store:
    """An open results file. Every method may raise BadResults."""

    def __init__(self, path: Path, database: Database) -> None:
        self.path = path
        self._database = database

    @classmethod
    def open(cls, path: Path, *, writes: bool = False) -> Store:
        """The results in an existing file, all of which is checked; with `writes` no other process
        writes to it meanwhile. Raises NotLocked."""
        with sentences(path):
            if not path.exists():
                raise BadResults(f"{path} is not there")
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
        """The results in a file to write to, which is begun as a hand-made one if there is none
        yet. Raises NotLocked.

        An empty file counts as none: a process may have been killed while it made it.
        """
        if is_blank(path):
            with sentences(path):
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
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """What is written in the block becomes visible, and durable, as a whole or not at all."""
        with self._database.transaction():
            yield

    @property
    def rules(self) -> dict[str, Any]:
        """The rules of the tournament by the keys of its file, durations in seconds."""
        with sentences(self.path):
            return read_rules(self._get("rules"))

    @rules.setter
    def rules(self, rules: dict[str, Any]) -> None:
        self._set("rules", canonical(rules))

    @property
    def hand_made(self) -> bool:
        """Whether no tournament has used the file yet, so that any name may enter."""
        return self.rules.keys() == HAND_MADE.keys()

    @property
    def game(self) -> Game:
        with sentences(self.path):
            return find_game(self.rules["game"])

    @property
    def games_per_match(self) -> int:
        return int(self.rules["games-per-match"])

    @property
    def about(self) -> About:
        return About(*(self._get(key) for key in About._fields))

    @about.setter
    def about(self, about: About) -> None:
        for key, value in about._asdict().items():
            self._set(key, value)

    @property
    def incidents(self) -> list[Incident]:
        """The games that broke off, in the order in which they did."""
        with sentences(self.path):
            return read_incidents(self._get("incidents") or "[]")

    @incidents.setter
    def incidents(self, incidents: Iterable[Incident]) -> None:
        self._set("incidents", json.dumps([list(incident) for incident in incidents]))

    @property
    def program_files(self) -> ProgramFiles:
        """What the programs were when they played last; empty where that was not kept."""
        with sentences(self.path):
            return read_files(self._get("program-files") or "{}")

    @program_files.setter
    def program_files(self, files: ProgramFiles) -> None:
        self._set("program-files", canonical(files))

    def bots(self) -> list[StoredBot]:
        """All bots in the order in which they first appeared."""
        with sentences(self.path):
            return read_bots(self._database.all("SELECT name, settings FROM bots ORDER BY place"))

    def put_bot(self, bot: StoredBot) -> None:
        """Adds the bot behind all others, or gives the one of this name these settings."""
        self._database.change(
            "INSERT INTO bots (name, settings) VALUES (?, ?)"
            " ON CONFLICT (name) DO UPDATE SET settings = excluded.settings",
            bot,
        )

    def games(self, *, annulled: bool = False) -> list[StoredGame]:
        """The games that count in the order of their numbers, or those that were annulled."""
        test = "=" if annulled else "<>"
        return self._games(f"status {test} 'annulled'")

    def numbers(self) -> set[int]:
        """The numbers of the games that count."""
        rows = self._database.all("SELECT number FROM games WHERE status <> 'annulled'")
        return {number for (number,) in rows}

    def record(self, number: int) -> str:
        """The text of the game of this number that counts, or of the last one that did."""
        rows = self._database.all(
            "SELECT record FROM games WHERE number = ? ORDER BY status = 'annulled', id DESC",
            (number,),
        )
        if not rows:
            raise BadResults(f"there is no game {number} in {self.path}")
        with sentences(self.path):
            return text(rows[0][0], f"the record of game {number}")

    def played(self, number: int) -> GameRecord:
        """The same read, which must be the record of that game."""
        try:
            record = read_game(self.record(number), f"game {number}")
        except BadRecord as error:
            raise BadResults(f"{self.path} is damaged: {error}") from None
        games = self._games("number = ?", number)
        game = next((game for game in games if game.status is not Status.ANNULLED), games[-1])
        names = composed(record.south), composed(record.north)
        if names != (game.south, game.north) or record.ending[:3] != game.ending[:3]:
            raise BadResults(f"{self.path} is damaged: the record of game {number} is of another")
        return record

    def add(
        self,
        number: int,
        record: GameRecord,
        status: Status = Status.PLAYED,
        *,
        finished: datetime | None = None,
    ) -> None:
        """Adds a finished game, which is safe when the call returns. Raises NumberTaken."""
        result, score, termination, reason = record.ending
        when = (finished or datetime.now(UTC)).isoformat(timespec="seconds")
        moves = " ".join([record.game.format_move(ply.move) for ply in record.plies])
        row = (
            number,
            record.south,
            record.north,
            record.first.value,
            result.value,
            score.south,
            score.north,
            termination.value,
            reason,
            moves,
            when,
            status.value,
            format_game(record),
        )
        try:
            self._database.change(INSERT, row)
        except sqlite3.IntegrityError:
            raise NumberTaken(f"game {number} is in {self.path} already") from None

    def annul(self, number: int, reason: str) -> None:
        """Marks the game of this number as one that does not count."""
        if not self._annul("number = ?", (number,), reason):
            if any(game.number == number for game in self.games(annulled=True)):
                raise BadResults(f"game {number} in {self.path} is annulled already")
            raise BadResults(f"there is no game {number} in {self.path}")

    def annul_games_of(self, bot: str, reason: str) -> int:
        """The same for all games of a bot that were played here, not for those that were reported;
        returns how many there were."""
        return self._annul("status = 'played' AND (south = ? OR north = ?)", (bot, bot), reason)

    def _check(self) -> None:
        if self._pragma("application_id") != APPLICATION_ID:
            raise BadResults(f"{self.path} is not a results file")
        version = self._pragma("user_version")
        if version != SCHEMA_VERSION:
            raise BadResults(
                f"{self.path} was written by another version of owari"
                f" (format {version}; this one reads {SCHEMA_VERSION})"
            )
        for annulled in (False, True):
            self.games(annulled=annulled)  # and with them rules and bots
        _ = self.about, self.program_files, self.incidents

    def _compose_names(self) -> None:
        """Names that an earlier version has kept in another form get that in which they are read;
        records stay as they are."""
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
        with sentences(self.path):
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

    def _get(self, key: str) -> str:
        rows = self._database.all("SELECT value FROM tournament WHERE key = ?", (key,))
        with sentences(self.path):
            return text(rows[0][0], key) if rows else ""

    def _set(self, key: str, value: str) -> None:
        self._database.change("INSERT OR REPLACE INTO tournament VALUES (?, ?)", (key, value))

    def _pragma(self, name: str) -> int:
        return int(self._database.all(f"PRAGMA {name}")[0][0])
