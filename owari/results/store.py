"""The results of a tournament: one SQLite file with a row for each game, committed as it ends.

The log of games is the only truth; everything else said of a tournament is computed from it. Rows
are never deleted: a game that no longer counts is marked as annulled, and of one number at most one
game counts. A killed process loses nothing (write-ahead log), a power cut at most the last games.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

from owari.games.catalog import find_game
from owari.games.game import Game
from owari.games.othello import OthelloRules
from owari.records.pgn import format_game
from owari.records.record import GameRecord
from owari.results.log import About, Incident, Status, StoredBot, StoredGame

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


class BadResults(Exception):
    """A results file that cannot be used as asked; the text is one sentence."""


class NumberTaken(BadResults):
    """A game of this number counts already."""


def canonical(settings: dict[str, Any]) -> str:
    """JSON that is equal for equal settings."""
    return json.dumps(settings, sort_keys=True, ensure_ascii=False)


class Store:
    """An open results file. Every method may raise BadResults."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection

    @classmethod
    def open(cls, path: Path) -> Store:
        """The results in an existing file."""
        with _sentences(path):
            if not path.exists():
                raise BadResults(f"{path} is not there")
            if path.is_dir():
                raise BadResults(f"{path} is a folder, not a results file")
        store = cls(path, _connect(path))
        try:
            store._check()
        except BadResults:
            store.close()
            raise
        return store

    @classmethod
    def open_or_create(cls, path: Path) -> Store:
        """The results in a file, which is begun as a hand-made one if there is none yet.

        An empty file counts as none: a process may have been killed while it made it.
        """
        if not _is_blank(path):
            return cls.open(path)
        try:
            cls._create(path)
        except BadResults:
            path.unlink(missing_ok=True)  # there is nothing in it yet
            raise
        return cls.open(path)

    @classmethod
    def _create(cls, path: Path) -> None:
        with cls(path, _connect(path, "rwc")) as store:
            store._execute("PRAGMA journal_mode = WAL")
            with store.transaction():
                for statement in filter(str.strip, SCHEMA.split(";")):
                    store._execute(statement)
                store.rules = HAND_MADE
                store._execute(f"PRAGMA application_id = {APPLICATION_ID}")
                store._execute(f"PRAGMA user_version = {SCHEMA_VERSION}")

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """What is written in the block becomes visible, and durable, as a whole or not at all."""
        self._execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._connection.rollback()
            raise
        self._execute("COMMIT")

    @property
    def rules(self) -> dict[str, Any]:
        """The rules of the tournament by the keys of its file, durations in seconds."""
        with _sentences(self.path):
            rules = json.loads(self._get("rules"))
            if not isinstance(rules, dict) or not rules.keys() >= HAND_MADE.keys():
                raise ValueError("its rules are missing")
            return rules

    @rules.setter
    def rules(self, rules: dict[str, Any]) -> None:
        self._set("rules", canonical(rules))

    @property
    def hand_made(self) -> bool:
        """Whether no tournament has used the file yet, so that any name may enter."""
        return self.rules.keys() == HAND_MADE.keys()

    @property
    def game(self) -> Game:
        with _sentences(self.path):
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
        with _sentences(self.path):
            stored = json.loads(self._get("incidents") or "[]")
            if not isinstance(stored, list):
                raise ValueError("its incidents are no list")
            return [Incident.read(incident) for incident in stored]

    @incidents.setter
    def incidents(self, incidents: Iterable[Incident]) -> None:
        self._set("incidents", json.dumps([list(incident) for incident in incidents]))

    def bots(self) -> list[StoredBot]:
        """All bots in the order in which they first appeared."""
        rows = self._all("SELECT name, settings FROM bots ORDER BY place")
        return [StoredBot(*row) for row in rows]

    def put_bot(self, bot: StoredBot) -> None:
        """Adds the bot behind all others, or gives the one of this name these settings."""
        self._execute(
            "INSERT INTO bots (name, settings) VALUES (?, ?)"
            " ON CONFLICT (name) DO UPDATE SET settings = excluded.settings",
            bot,
        )

    def games(self, *, annulled: bool = False) -> list[StoredGame]:
        """The games that count in the order of their numbers, or those that were annulled."""
        test = "=" if annulled else "<>"
        rows = self._all(
            f"SELECT {COLUMNS}, annulled FROM games"
            f" WHERE status {test} 'annulled' ORDER BY number, id"
        )
        with _sentences(self.path):
            squares = _squares(self.game)
            return [StoredGame.from_row(squares, *row) for row in rows]

    def numbers(self) -> set[int]:
        """The numbers of the games that count."""
        return {n for (n,) in self._all("SELECT number FROM games WHERE status <> 'annulled'")}

    def record(self, number: int) -> str:
        """The text of the game of this number that counts, or of the last one that did."""
        rows = self._all(
            "SELECT record FROM games WHERE number = ? ORDER BY status = 'annulled', id DESC",
            (number,),
        )
        if not rows:
            raise BadResults(f"there is no game {number} in {self.path}")
        return str(rows[0][0])

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
            self._execute(INSERT, row)
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

    def _annul(self, test: str, values: tuple[object, ...], reason: str) -> int:
        return self._execute(
            "UPDATE games SET status = 'annulled', annulled = ?"
            f" WHERE status <> 'annulled' AND {test}",
            (reason, *values),
        ).rowcount

    def _get(self, key: str) -> str:
        rows = self._all("SELECT value FROM tournament WHERE key = ?", (key,))
        return str(rows[0][0]) if rows else ""

    def _set(self, key: str, value: str) -> None:
        self._execute("INSERT OR REPLACE INTO tournament VALUES (?, ?)", (key, value))

    def _pragma(self, name: str) -> int:
        return int(self._all(f"PRAGMA {name}")[0][0])

    def _all(self, sql: str, values: Iterable[object] = ()) -> list[tuple[Any, ...]]:
        with _sentences(self.path):
            return self._connection.execute(sql, tuple(values)).fetchall()

    def _execute(self, sql: str, values: Iterable[object] = ()) -> sqlite3.Cursor:
        with _sentences(self.path):
            # The statement is prepared once: sqlite3 keeps those it has seen by their text.
            return self._connection.execute(sql, tuple(values))


def _squares(rules: Game) -> int:
    """Of a board on which the empty ones count for the winner, else 0."""
    return rules.size**2 if isinstance(rules, OthelloRules) else 0


def _connect(path: Path, mode: str = "rw") -> sqlite3.Connection:
    """A connection that commits each statement by itself; mode `rw` reads what it may not write."""
    with _sentences(path):
        try:
            return _connected(path, f"mode={mode}")
        except sqlite3.OperationalError:
            if not path.exists() or path.with_name(path.name + "-wal").exists():
                raise
            # A folder where nothing can be written has no room for the files by which processes
            # share a write-ahead log; but there nobody else writes either.
            return _connected(path, "mode=ro&immutable=1")


def _connected(path: Path, parameters: str) -> sqlite3.Connection:
    uri = f"{path.absolute().as_uri()}?{parameters}"
    connection = sqlite3.connect(uri, uri=True, isolation_level=None)
    try:
        connection.execute("SELECT count(*) FROM sqlite_master")  # opens the file
        connection.execute("PRAGMA synchronous = NORMAL")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _is_blank(path: Path) -> bool:
    """Whether there is no file, an empty one, or a database in which nothing was committed."""
    with _sentences(path):
        if not path.exists() or (path.is_file() and path.stat().st_size == 0):
            return True
        if not path.is_file():
            return False
        with closing(_connect(path)) as connection:
            tables: int = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        return tables == 0


@contextmanager
def _sentences(path: Path) -> Iterator[None]:
    """Turns the errors of files and database into BadResults; a constraint's is the caller's."""
    try:
        yield
    except sqlite3.IntegrityError:
        raise
    except OSError as error:
        raise BadResults(f"{path} cannot be used: {error.strerror}") from None
    except sqlite3.OperationalError as error:
        raise BadResults(f"{path} cannot be used: {error}") from None
    except (sqlite3.Error, ValueError, KeyError, TypeError) as error:
        if isinstance(error, sqlite3.DatabaseError) and "not a database" in str(error):
            raise BadResults(f"{path} is not a results file") from None
        raise BadResults(f"{path} is damaged: {error}") from None
