"""Files of version 1 are read as they are, and upgraded when they are written to."""

from __future__ import annotations

import gzip
import sqlite3
import unicodedata
from contextlib import closing
from pathlib import Path

import pytest

from owari.results.database import BadResults
from owari.results.game_log import StoredGame
from owari.results.journal import EntryKind
from owari.results.store import Store
from tests.results.test_journal import entries

VERSION_1 = Path(__file__).parents[1] / "vectors" / "version-1.0.0"
NAMES = sorted(path.name for path in VERSION_1.glob("*.results.gz"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "bots.db"


def contents(path: Path) -> tuple[list[StoredGame], list[object]]:
    with Store.open(path) as store:
        games = [*store.games(), *store.games(annulled=True)]
        return games, [
            *(store.rules, store.about, store.bots(), store.incidents, store.program_files),
            *(store.record(number) for number in sorted(store.numbers())),
        ]


def tables(path: Path) -> list[tuple[str, str]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall()


@pytest.mark.parametrize("name", NAMES)
def test_a_file_of_version_1_is_upgraded_when_it_is_written_to(name: str, path: Path) -> None:
    original = gzip.decompress((VERSION_1 / name).read_bytes())
    path.write_bytes(original)
    before = contents(path)
    assert path.read_bytes() == original
    Store.open(path, writes=True).close()
    assert contents(path) == before
    new = path.with_name("new.db")
    Store.open_or_create(new).close()
    assert tables(path) == tables(new)
    games, _ = before
    first, *rest = entries(path)
    assert first == (EntryKind.UPGRADED, (1,))
    kinds = [entry.kind for entry in rest]
    assert kinds.count(EntryKind.GAME) == len(games)
    assert kinds.count(EntryKind.ANNULLED) == sum(bool(game.annulled) for game in games)
    upgraded = path.read_bytes()
    Store.open(path, writes=True).close()
    assert path.read_bytes() == upgraded


def test_an_upgrade_that_fails_leaves_the_file_as_it_was(path: Path) -> None:
    path.write_bytes(gzip.decompress((VERSION_1 / NAMES[0]).read_bytes()))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE journal (x)")
    before = tables(path), contents(path)
    with pytest.raises(BadResults, match="journal"):
        Store.open(path, writes=True)
    assert (tables(path), contents(path)) == before


def test_an_upgrade_composes_names(path: Path) -> None:
    path.write_bytes(gzip.decompress((VERSION_1 / NAMES[0]).read_bytes()))
    with Store.open(path) as store:
        old = store.bots()[0].name
    uncomposed = unicodedata.normalize("NFD", "Zoë")
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE bots SET name = ? WHERE name = ?", (uncomposed, old))
        for side in ("south", "north"):
            connection.execute(f"UPDATE games SET {side} = ? WHERE {side} = ?", (uncomposed, old))
    Store.open(path, writes=True).close()
    with closing(sqlite3.connect(path)) as connection:
        (name,) = connection.execute("SELECT name FROM bots WHERE place = 1").fetchone()
        souths = {south for (south,) in connection.execute("SELECT south FROM games")}
    assert name == "Zoë"
    assert name in souths
    assert uncomposed not in souths
