"""Results files that SQLite can read and that say what no results file of ours says."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

from owari.games.catalog import find_game
from owari.games.game import Outcome
from owari.records.record import Ending, GameRecord, Ply, Result, Termination
from owari.results.game_log import Incident, Status
from owari.results.store import Store
from owari.tournament.file.reader import load
from owari.tournament.resumption import begin
from owari.tournament.tournament_state import scheduled_games

VALUES: list[Any] = [
    *(None, 0, 1, -1, 2, 3, 37, 10**6, 2**63 - 1, -(2**63), 0.5, 1e308, float("inf")),
    *("", " ", "x", "0", "-1", "1e999", "None", "null", "A", "B", "b", "nobody", "S", "N", "*"),
    *("1-0", "0-0", "normal", "unfinished", "crashed", "reported", "annulled", "othello:6"),
    *("owari:12x24", "kalah", "2026-13-45T99:99", "{}", "[]", '{"a": 1}', "[" * 5000, "\x1b[31m"),
    *("\x00", "A\nB", "\u3164", "\u200b", "a" * 5000, b"", b"\xff\x00", b"A"),
]
LEAVES: list[Any] = [
    *(None, True, 0, -1, 3, 2**70, 10**400, 0.25, "", "x", "\ud800", "5s", [], {}, [[]]),
    *({"first": None, "second": None}, {"first": 3}, [1, "a"], "owari:0x0", "othello:5"),
]


def real_results(path: Path, file: Path) -> None:
    """Writes the results of the tournament that the file describes, all games played; one crashed,
    one was told of, and one was annulled and played again."""
    tournament = load(file)
    with Store.open_or_create(path) as store:
        begin(store, tournament)
        store.program_files = {"A": {"a.py": "0" * 64}}
        store.incidents = [Incident(1, "A", "B", "its slot died", "A", True)]
        for index, game in enumerate(scheduled_games(store)):
            record = lowest_moves(tournament.game.name, game.south, game.north)
            if index == 1:
                crashed = Ending(Result.NORTH, Outcome(0, 0), Termination.CRASHED, "exit code 3")
                record = GameRecord(record.game, record.start, *game[3:5], (), crashed)
            status = Status.REPORTED if index == 2 else Status.PLAYED
            store.add(game.number, record, status)
            if index == 3:
                store.annul(game.number, "the wrong version")
                store.add(game.number, record)


def lowest_moves(game: str, south: str, north: str) -> GameRecord:
    rules = find_game(game)
    start = position = rules.start()
    plies = []
    while not (outcome := position.outcome()):
        move = position.legal_moves()[0]
        plies.append(Ply(position.turn, move, 0.001))
        position = position.play(move)
    return GameRecord(rules, start, south, north, tuple(plies), Ending.normal(outcome))


def mutate(path: Path, random: Random) -> str:
    """Changes one thing in the file, or two; what was done."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        if random.random() < 0.5:  # and without its constraints
            for table in ("tournament", "bots", "games"):
                connection.execute(f"CREATE TABLE new AS SELECT * FROM {table}")
                connection.execute(f"DROP TABLE {table}")
                connection.execute(f"ALTER TABLE new RENAME TO {table}")
        done = [
            random.choices(MUTATIONS, WEIGHTS)[0](connection, random)
            for _ in range(random.choice((1, 1, 2)))
        ]
    return ", ".join(done)


Mutation = Callable[[sqlite3.Connection, Random], str]


def _place(connection: sqlite3.Connection, random: Random) -> tuple[str, str, str]:
    """A table, a column of it, and a condition for one of its rows."""
    table = random.choice(("tournament", "bots", "games", "games"))
    key = {"tournament": "key", "bots": "place", "games": "id"}[table]
    columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
    if key not in columns:
        return "sqlite_master", "name", "name = 'none'"
    keys = [row[0] for row in connection.execute(f"SELECT {key} FROM {table}")] or [0]
    return table, random.choice(columns), f"{key} = {_quoted(random.choice(keys))}"


def _all(connection: sqlite3.Connection, sql: str) -> list[tuple[Any, ...]]:
    """The rows of a query; none where another mutation has taken its table or column."""
    try:
        return connection.execute(sql).fetchall()
    except sqlite3.Error:
        return []


def _quoted(value: object) -> str:
    return str(value) if isinstance(value, int) else "'" + str(value).replace("'", "''") + "'"


def _tried(connection: sqlite3.Connection, sql: str, values: tuple[object, ...] = ()) -> str:
    """What a constraint forbids is left undone."""
    try:
        connection.execute(sql, values)
    except sqlite3.Error as error:
        return f"not {sql}: {error}"
    return f"{sql} {values!r:.80}"


def _value(connection: sqlite3.Connection, random: Random) -> str:
    table, column, row = _place(connection, random)
    return _tried(
        connection, f"UPDATE {table} SET {column} = ? WHERE {row}", (random.choice(VALUES),)
    )


def _other_value(connection: sqlite3.Connection, random: Random) -> str:
    """A value of another row or column."""
    table, column, row = _place(connection, random)
    other, another, place = _place(connection, random)
    found = connection.execute(f"SELECT {another} FROM {other} WHERE {place}").fetchone()
    return _tried(connection, f"UPDATE {table} SET {column} = ? WHERE {row}", found or (None,))


def _number(connection: sqlite3.Connection, random: Random) -> str:
    column = random.choice(("number", "south_score", "north_score", "id"))
    change = random.choice(("+ 1", "- 1", "* -1", "* 1000", "+ 0.5", "|| 'x'", "* 1e300"))
    _, _, row = _place(connection, random)
    where = row if row.startswith("id") else "id % 2"
    return _tried(connection, f"UPDATE games SET {column} = {column} {change} WHERE {where}")


def _text(connection: sqlite3.Connection, random: Random) -> str:
    """A text with some characters less, more or other."""
    table, column, row = _place(connection, random)
    found = connection.execute(f"SELECT {column} FROM {table} WHERE {row}").fetchone()
    text = list(str(found[0])) if found else []
    for _ in range(random.choice((1, 1, 3))):
        at = random.randrange(len(text) + 1)
        text[at : at + random.choice((0, 1, 1, 9))] = random.choice(["", "", "x", "7", '"', "{"])
    return _tried(connection, f"UPDATE {table} SET {column} = ? WHERE {row}", ("".join(text),))


def _json(connection: sqlite3.Connection, random: Random) -> str:
    """Rules, settings or digests with a value less, more or other."""
    table, column, row = "bots", "settings", f"name = '{random.choice('ABC')}'"
    if random.random() < 0.6:
        sql = "SELECT key FROM tournament WHERE value LIKE '{%' OR value LIKE '[%'"
        keys = [key for (key,) in _all(connection, sql)] or ["rules"]
        table, column, row = "tournament", "value", f"key = {_quoted(random.choice(keys))}"
    found = _all(connection, f"SELECT {column} FROM {table} WHERE {row}")
    try:
        values = json.loads(found[0][0])
        key = random.choice([*values, "start", "new"])
        if random.random() < 0.25:
            values.pop(key, None)
        else:
            values[key] = random.choice(
                [random.choice(LEAVES), [dict(values)], {"first": dict(values)}]
            )
    except (AttributeError, IndexError, TypeError, ValueError):
        values = random.choice(LEAVES)
    text = json.dumps(values) if random.random() < 0.9 else json.dumps(values)[:-1]
    return _tried(connection, f"UPDATE {table} SET {column} = ? WHERE {row}", (text,))


def _rows(connection: sqlite3.Connection, random: Random) -> str:
    """A row less, or one twice."""
    table, column, row = _place(connection, random)
    if random.random() < 0.5:
        return _tried(connection, f"DELETE FROM {table} WHERE {row}")
    columns = [each[1] for each in connection.execute(f"PRAGMA table_info({table})")]
    values = ", ".join("?" if each == column else each for each in columns)
    sql = f"INSERT INTO {table} SELECT {values} FROM {table} WHERE {row}"
    return _tried(connection, sql, (random.choice(VALUES),))


def _schema(connection: sqlite3.Connection, random: Random) -> str:
    table, column, _ = _place(connection, random)
    return _tried(
        connection,
        random.choice(
            [
                f"DROP TABLE {table}",
                f"ALTER TABLE {table} DROP COLUMN {column}",
                f"ALTER TABLE {table} RENAME COLUMN {column} TO other",
                f"DELETE FROM {table}",
                "PRAGMA user_version = 7",
                "PRAGMA application_id = 7",
            ]
        ),
    )


MUTATIONS: list[Mutation] = [_value, _other_value, _number, _text, _json, _rows, _schema]
WEIGHTS = [6, 3, 3, 4, 5, 2, 1]
