"""The tables of a results file, by the version of its format.

A new file takes the steps of all versions. An older one takes those that it misses when it is
opened for writing, so both have the same tables, and the journal begins with all that it holds.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing

from owari.results.bot_names import composed
from owari.results.database import BadResults, Database
from owari.results.game_log import Status
from owari.results.journal import EntryKind, Journal
from owari.text.printable import printable

APPLICATION_ID = int.from_bytes(b"Owar", "big")
FIRST = """
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
SECOND = """
ALTER TABLE games ADD COLUMN opening TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN pair TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN leg TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN south_seconds REAL;
ALTER TABLE games ADD COLUMN north_seconds REAL;
ALTER TABLE games ADD COLUMN south_slowest REAL;
ALTER TABLE games ADD COLUMN north_slowest REAL;
ALTER TABLE games ADD COLUMN machine TEXT NOT NULL DEFAULT '';
CREATE TABLE journal (id INTEGER PRIMARY KEY, entry TEXT NOT NULL, hash TEXT NOT NULL);
"""
TABLES = "SELECT name, sql FROM sqlite_master"
STEPS = (FIRST, SECOND)
VERSION = len(STEPS)


def version_of(database: Database) -> int:
    """The version of the format. Raises BadResults for a foreign file, a newer one, and one with
    parts that change results by themselves."""
    path = database.path
    if database.pragma("application_id") != APPLICATION_ID:
        raise BadResults(f"{path} is not a results file")
    version = database.pragma("user_version")
    if not 1 <= version <= VERSION:
        raise BadResults(
            f"another version of owari wrote {path}: its format is {version}, and this version"
            f" reads formats 1 to {VERSION}"
        )
    foreign = "SELECT name FROM sqlite_master WHERE type IN ('trigger', 'view')"
    if found := database.all(foreign):
        raise BadResults(
            f"{path} has {printable(found[0][0])!r}, which owari did not make and which"
            " could change results: use a copy of the file without it"
        )
    return version


def tables(database: Database) -> set[tuple[str, str | None]]:
    """The name of each table and index, and how it is made."""
    return set(database.all(TABLES))


def expected_tables(version: int) -> set[tuple[str, str | None]]:
    """The same for a file of that version as it is made."""
    with closing(sqlite3.connect(":memory:")) as connection:
        for step in STEPS[:version]:
            connection.executescript(step)
        return set(connection.execute(TABLES))


def make(database: Database) -> None:
    """Makes the tables of a new file, in the transaction of the caller."""
    _take_steps(database, 0)
    database.change(f"PRAGMA application_id = {APPLICATION_ID}")


def upgrade(database: Database, version: int) -> None:
    """Brings a file of that version to VERSION, in the transaction of the caller."""
    _take_steps(database, version)
    _compose_names(database)
    journal = Journal(database)
    journal.append(EntryKind.UPGRADED, version)
    for value in database.all("SELECT key, value FROM tournament ORDER BY key"):
        journal.append(EntryKind.VALUE, *value)
    for bot in database.all("SELECT place, name, settings FROM bots ORDER BY place"):
        journal.append(EntryKind.BOT, *bot)
    for row, status, why in database.all("SELECT id, status, annulled FROM games ORDER BY id"):
        journal.append_game(row)
        if status == Status.ANNULLED.value:
            journal.append(EntryKind.ANNULLED, row, why)


def _take_steps(database: Database, version: int) -> None:
    for step in STEPS[version:]:
        for statement in filter(str.strip, step.split(";")):
            database.change(statement)
    database.change(f"PRAGMA user_version = {VERSION}")


def _compose_names(database: Database) -> None:
    """Writes names that version 1 stored uncomposed in their composed form. Records stay as they
    are."""
    for (name,) in database.all("SELECT name FROM bots"):
        if (new := composed(name)) != name:
            for column in ("bots SET name", "games SET south", "games SET north"):
                where = column.rsplit(" ", 1)[1]
                database.change(f"UPDATE {column} = ? WHERE {where} = ?", (new, name))
