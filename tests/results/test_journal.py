"""The journal has an entry for each change, in the transaction of the change."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from owari.results.database import BadResults
from owari.results.game_log import About, Incident, StoredBot
from owari.results.journal import Entry, EntryKind, JournalTables, chained
from owari.results.store import Store
from tests.results.test_store import begun, record


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "bots.db"


def entries(path: Path) -> list[Entry]:
    """All entries; makes sure that they are chained."""
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT id, entry, hash FROM journal ORDER BY id").fetchall()
    before = ""
    for number, (at, entry, found) in enumerate(rows, 1):
        assert (at, found) == (number, chained(before, entry))
        before = found
    return [Entry.parse(entry) for _, entry, _ in rows]


CHANGES: list[tuple[Callable[[Store], object], list[tuple[object, ...]]]] = [
    (
        lambda store: setattr(store, "program_files", {"A": {"a.py": "0"}}),
        [(EntryKind.VALUE, "program-files", '{"A": {"a.py": "0"}}')],
    ),
    (
        lambda store: setattr(store, "about", About("Evening", "", "")),
        [(EntryKind.VALUE, "event", "Evening")],
    ),
    (lambda store: store.put_bot(StoredBot("D", "{}")), [(EntryKind.BOT, 4, "D", "{}")]),
    (lambda store: store.put_bot(StoredBot("B", "{}")), [(EntryKind.BOT, 2, "B", "{}")]),
    (lambda store: store.annul(1, "why"), [(EntryKind.ANNULLED, 1, "why")]),
    (
        lambda store: store.rename_bot("B", "Ben"),
        [(EntryKind.RENAMED, 2, "Ben"), (EntryKind.VALUE, "former-names", '{"Ben": ["B"]}')],
    ),
    # What changes nothing is no entry.
    (lambda store: store.put_bot(StoredBot("B")), []),
    (lambda store: setattr(store, "rules", store.rules), []),
    (lambda store: setattr(store, "about", About()), []),
]


@pytest.mark.parametrize(("change", "expected"), CHANGES, ids=range(len(CHANGES)))
def test_a_change_has_its_entries(
    path: Path, change: Callable[[Store], object], expected: list[tuple[object, ...]]
) -> None:
    with begun(path) as store:
        store.about = About()
        store.add(1, record())
        store.add(2, record("B", "A"))
        before = entries(path)
        change(store)
        after = entries(path)
    assert after[: len(before)] == before
    assert [(kind, *fields) for kind, fields in after[len(before) :]] == expected


def test_the_entry_of_a_game_does_not_change_with_names_and_annulments(path: Path) -> None:
    with begun(path) as store:
        store.add(1, record())
        [game] = [entry for entry in entries(path) if entry.kind is EntryKind.GAME]
        row, number, status, digest = game.fields
        assert (row, number, status) == (1, 1, "played")
        store.rename_bot("A", "Anna")
        store.annul(1, "why")
        store.journal.append_game(1)
    again = entries(path)[-1]
    assert again.fields == (1, 1, "annulled", digest)


def test_what_is_not_committed_has_no_entry(path: Path) -> None:
    with begun(path) as store:
        store.add(1, record())
        before = entries(path)
        with pytest.raises(BadResults, match="already has game 1"):
            store.add(1, record())

        def fail() -> None:
            with store.transaction():
                store.add(2, record())
                raise KeyError

        with pytest.raises(KeyError):
            fail()
        assert entries(path) == before
        assert store.numbers() == {1}


def test_an_entry_is_read_as_it_was_written() -> None:
    entry = Entry(EntryKind.BOT, (1, 'José "x"\n', None))
    assert Entry.parse(str(entry)) == entry
    assert json.loads(str(entry)) == ["bot", 1, 'José "x"\n', None]


def told_of(*entries: Entry) -> list[str]:
    """What is wrong with a journal of these entries, whose chain is sound."""
    rows, before = [], ""
    for number, entry in enumerate(entries, 1):
        before = chained(before, str(entry))
        rows.append((number, str(entry), before))
    return [*JournalTables().read(rows)]


BOT = Entry(EntryKind.BOT, (1, "A", None))
GAME = Entry(EntryKind.GAME, (1, 1, "played", "digest"))


def test_each_entry_fits_those_before_it() -> None:
    upgraded = Entry(EntryKind.UPGRADED, (1,))
    annulled = Entry(EntryKind.ANNULLED, (1, "why"))
    renamed = Entry(EntryKind.RENAMED, (1, "Anna"))
    value = Entry(EntryKind.VALUE, ("event", "Evening"))
    again = Entry(EntryKind.GAME, (2, 1, "played", "digest"))
    assert not told_of(upgraded, value, BOT, renamed, GAME, annulled, again, value)
    for before, wrong in (
        ((BOT,), upgraded),
        ((GAME,), GAME),
        ((GAME, annulled), GAME),
        ((BOT,), Entry(EntryKind.RENAMED, (2, "Anna"))),
        ((GAME,), Entry(EntryKind.ANNULLED, (2, "why"))),
        ((), Entry(EntryKind.VALUE, ("event", None))),
        ((), Entry(EntryKind.BOT, ("1", "A", None))),
        ((), Entry(EntryKind.BOT, (1, "A", 5))),
        ((), Entry(EntryKind.GAME, (1, 1, "played"))),
    ):
        number = len(before) + 1
        assert told_of(*before, wrong) == [f"entry {number} does not fit the entries before it"]


def test_a_new_name_is_everywhere_but_in_records(path: Path) -> None:
    with begun(path) as store:
        store.add(1, record())
        store.add(2, record("B", "A"))
        store.annul(2, "why")
        store.incidents = [Incident(3, "A", "B", "A died", "A", True)]
        store.program_files = {"A": {"A": "0"}, "C": {}}
        store.file_changes = {"A": {"A": "2026-11-27"}}
        store.departures = {"A": 3}
        store.rename_bot("A", "Anna")
        store.rename_bot("Anna", "Ann")
    with Store.open(path) as store:
        assert [bot.name for bot in store.bots()] == ["Ann", "B", "C"]
        [game], [annulled] = store.games(), store.games(annulled=True)
        assert (game.south, game.north, annulled.north) == ("Ann", "B", "Ann")
        assert store.incidents == [Incident(3, "Ann", "B", "A died", "Ann", True)]
        assert store.program_files == {"Ann": {"A": "0"}, "C": {}}
        assert store.file_changes == {"Ann": {"A": "2026-11-27"}}
        assert store.departures == {"Ann": 3}
        assert store.former_names == {"Ann": ["A", "Anna"]}
        assert '[South "A"]' in store.record(1)
        assert store.played(1).south == "Ann"


def test_a_record_of_a_name_that_nobody_had_belongs_to_another_game(path: Path) -> None:
    with begun(path) as store:
        store.add(1, record("A", "B"))
        store.rename_bot("A", "Anna")
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE games SET record = replace(record, '\"A\"', '\"C\"')")
    with Store.open(path) as store, pytest.raises(BadResults, match="the record of another game"):
        store.played(1)
