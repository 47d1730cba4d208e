"""Single changes to a results file, as somebody makes them who wants other results."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

from owari.games.game import Outcome
from owari.games.mancala import OWARI
from owari.records.record import Ending, GameRecord, Result, Termination
from owari.results.game_log import About, Incident, Status, StoredBot
from owari.results.store import Store
from owari.results.tournament_values import HAND_MADE
from tests.support.mutations import lowest_moves

KEYS = {"tournament": "key", "bots": "place", "games": "id", "journal": "id"}
"""The tables, and the column that names a row."""


def evening(path: Path) -> None:
    """Results with all that results can hold."""
    with Store.open_or_create(path) as store:
        store.rules = {**HAND_MADE, "seed": 1}
        store.about = About("Evening", "Anchorage", "2021-11-27")
        for name in ("Anna", "Ben", "Cid"):
            store.put_bot(StoredBot(name, f'{{"name": "{name}"}}'))
        pairs = [("Anna", "Ben"), ("Anna", "Cid"), ("Ben", "Cid")]
        for number, (first, second) in enumerate(pairs):
            store.add(2 * number + 1, lowest_moves("owari", first, second))
            store.add(2 * number + 2, lowest_moves("owari", second, first))
        store.annul(2, "the wrong version")
        crashed = Ending(Result.NORTH, Outcome(0, 0), Termination.CRASHED, "exit code 3")
        store.add(2, GameRecord(OWARI, OWARI.start(), "Ben", "Anna", (), crashed))
        store.annul(5, "played elsewhere")
        told = Ending(Result.SOUTH, Outcome(20, 16), Termination.REPORTED)
        store.add(5, GameRecord(OWARI, OWARI.start(), "Ben", "Cid", (), told), Status.REPORTED)
        store.incidents = [Incident(3, "Anna", "Cid", "its slot died", "Anna", True)]
        store.program_files = {"Anna": {"anna.py": "0" * 64}}
        store.file_changes = {"Anna": {"anna.py": "2021-11-27T20:00:00+00:00"}}
        store.rename_bot("Cid", "Cyd")


def dump(path: Path) -> list[Any]:
    """All that the file means: the values of all tables with their types, what the tables are, and
    the two numbers that say whose file it is."""
    with closing(sqlite3.connect(path)) as connection:
        connection.text_factory = bytes
        found: list[Any] = sorted(connection.execute("SELECT type, name, sql FROM sqlite_master"))
        for pragma in ("user_version", "application_id"):
            found += connection.execute(f"PRAGMA {pragma}").fetchall()
        for table, key in KEYS.items():
            columns = [
                str(row[1], "utf-8") for row in _all(connection, f"PRAGMA table_info({table})")
            ]
            typed = ", ".join(f"typeof({column}), {column}" for column in columns)
            found += connection.execute(f"SELECT {typed} FROM {table} ORDER BY {key}").fetchall()
    return found


def doctor(path: Path, random: Random) -> str:
    """Makes a single change, which a constraint of the tables can forbid; what was done."""
    with closing(sqlite3.connect(path)) as connection, connection:
        try:
            return random.choice(CHANGES)(connection, random)
        except sqlite3.Error as error:
            return f"nothing: {error}"


def _all(connection: sqlite3.Connection, sql: str) -> list[Any]:
    return connection.execute(sql).fetchall()


def _row(connection: sqlite3.Connection, random: Random, table: str = "") -> tuple[str, str, Any]:
    """A table, a column of it, and the key of a row."""
    table = table or random.choice(list(KEYS))
    columns = [row[1] for row in _all(connection, f"PRAGMA table_info({table})")]
    keys = [row[0] for row in _all(connection, f"SELECT {KEYS[table]} FROM {table}")]
    return table, random.choice(columns), random.choice(keys)


def _set(connection: sqlite3.Connection, table: str, column: str, key: Any, value: Any) -> str:
    connection.execute(f"UPDATE {table} SET {column} = ? WHERE {KEYS[table]} = ?", (value, key))
    return f"{table}.{column} of {key} = {value!r:.60}"


def _get(connection: sqlite3.Connection, table: str, column: str, key: Any) -> Any:
    sql = f"SELECT {column} FROM {table} WHERE {KEYS[table]} = ?"
    return connection.execute(sql, (key,)).fetchone()[0]


def _other_value(connection: sqlite3.Connection, random: Random) -> str:
    """A value of another row."""
    table, column, key = _row(connection, random)
    _, _, other = _row(connection, random, table)
    return _set(connection, table, column, key, _get(connection, table, column, other))


def _characters(connection: sqlite3.Connection, random: Random) -> str:
    """A character less, more or other."""
    table, column, key = _row(connection, random)
    value = _get(connection, table, column, key)
    if isinstance(value, int | float):
        return _set(connection, table, column, key, value + random.choice((-1, 1)))
    text = list(value or "")
    at = random.randrange(len(text) + 1)
    text[at : at + random.choice((0, 1))] = random.choice(("", "7", "S", "x", " "))
    return _set(connection, table, column, key, "".join(text))


def _exchange(connection: sqlite3.Connection, random: Random) -> str:
    """Two rows that change places."""
    table, _, key = _row(connection, random)
    _, _, other = _row(connection, random, table)
    for old, new in ((key, -1), (other, key), (-1, other)):
        sql = f"UPDATE {table} SET {KEYS[table]} = ? WHERE {KEYS[table]} = ?"
        connection.execute(sql, (new, old))
    return f"{table}: {key} and {other} exchanged"


def _less(connection: sqlite3.Connection, random: Random) -> str:
    table, _, key = _row(connection, random)
    connection.execute(f"DELETE FROM {table} WHERE {KEYS[table]} = ?", (key,))
    return f"{table}: {key} deleted"


def _more(connection: sqlite3.Connection, random: Random) -> str:
    """A row twice, the second time with another key, number or name and perhaps another status."""
    table, _, key = _row(connection, random)
    columns = [row[1] for row in _all(connection, f"PRAGMA table_info({table})")]
    new = {"key": "'new'", "place": "99", "name": "'New'", "number": "number + 1"}
    new |= {"status": random.choice(("status", "'annulled'", "'played'"))}
    if table in ("games", "journal"):
        new["id"] = f"(SELECT max(id) + 1 FROM {table})"
    values = ", ".join(new.get(column, column) for column in columns)
    connection.execute(
        f"INSERT INTO {table} SELECT {values} FROM {table} WHERE {KEYS[table]} = ?", (key,)
    )
    return f"{table}: {key} twice"


def _possible_score(connection: sqlite3.Connection, random: Random) -> str:
    """A result that could be, in the row and in nothing else."""
    south = random.randrange(37)
    result = "1-0" if south > 18 else "0-1" if south < 18 else "1/2-1/2"
    row = random.randint(1, 8)
    connection.execute(
        "UPDATE games SET south_score = ?, north_score = ?, result = ?,"
        " record = replace(replace(record, '1-0', ?), '0-1', ?) WHERE id = ?",
        (south, 36 - south, result, result, result, row),
    )
    return f"the game of row {row} ends {south}-{36 - south}"


def _other_players(connection: sqlite3.Connection, random: Random) -> str:
    row = random.randint(1, 8)
    connection.execute("UPDATE games SET south = north, north = south WHERE id = ?", (row,))
    return f"the players of row {row} exchanged"


def _later(connection: sqlite3.Connection, random: Random) -> str:
    row = random.randint(1, 8)
    value = f"2026-11-{random.randint(10, 27)}T20:00:00+00:00"
    return _set(connection, "games", "finished", row, value)


def _annulled(connection: sqlite3.Connection, random: Random) -> str:
    """A game that counts again, or no longer, or for another reason."""
    row = random.randint(1, 8)
    column, value = random.choice(
        [("status", "played"), ("status", "annulled"), ("status", "reported"), ("annulled", "why")]
    )
    return _set(connection, "games", column, row, value)


def _table(connection: sqlite3.Connection, random: Random) -> str:
    statement = random.choice(
        (
            "DROP INDEX one_that_counts",
            "CREATE TABLE more (x)",
            "ALTER TABLE games ADD COLUMN more TEXT",
            "CREATE VIEW other AS SELECT * FROM games",
            "DELETE FROM journal",
            "DROP TABLE journal",
            "PRAGMA user_version = 1",
        )
    )
    connection.execute(statement)
    return statement


CHANGES: list[Callable[[sqlite3.Connection, Random], str]] = [
    *(_other_value, _other_value, _characters, _characters, _characters),
    *(_exchange, _less, _more, _possible_score, _other_players, _later, _annulled, _table),
]
