"""`owari verify`: what is found, how it is told, and seals."""

from __future__ import annotations

import gzip
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from owari.results.schema import VERSION, upgrade
from owari.results.store import Store
from tests.support.command import run
from tests.support.doctoring import evening

VERSION_1 = Path(__file__).parents[1] / "vectors" / "version-1.0.0"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with results."""
    monkeypatch.chdir(tmp_path)
    evening(tmp_path / "bots.db")
    return tmp_path


def change(sql: str, *values: object) -> None:
    with closing(sqlite3.connect("bots.db")) as connection, connection:
        connection.execute(sql, values)


def forge(sql: str) -> None:
    """Changes results as somebody does who can write the journal anew."""
    change(sql)
    change("DELETE FROM journal")
    with Store.open(Path("bots.db"), writes=True) as store, store.transaction():
        upgrade(store.database, VERSION)


def test_what_is_as_it_was_written_is_told_in_one_sentence() -> None:
    done = run("verify", "bots.db")
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout == "Nothing differs in 8 games, 24 entries.\n"


@pytest.mark.parametrize(
    ("doctored", "told"),
    [
        (
            lambda: change("UPDATE games SET moves = replace(moves, 'S5', 'S4') WHERE number = 1"),
            ["Game 1: the moves are ", "Game 1: its row is not the one that was written"],
        ),
        (lambda: change("UPDATE games SET result = '1-0' WHERE number = 3"), ["Game 3: "]),
        (
            lambda: change("UPDATE games SET south = 'Ben', north = 'Anna' WHERE number = 1"),
            ["Game 1: South is 'Ben' in its row and 'Anna' in its record"],
        ),
        (
            lambda: change("UPDATE bots SET name = 'Benny' WHERE name = 'Ben'"),
            ["Bot 2: its name is 'Benny', and the journal says 'Ben'"],
        ),
        (lambda: change("DELETE FROM games WHERE number = 4"), ["Game 4: its row is missing"]),
        (
            lambda: change("UPDATE games SET annulled = 'lost' WHERE annulled <> ''"),
            [
                "Game 2: its annulled is 'lost', and the journal says 'the wrong version'",
                "Game 5: ",
            ],
        ),
        (
            lambda: change("UPDATE tournament SET value = 'Evenings' WHERE key = 'event'"),
            ["The tournament's event: its value is 'Evenings', and the journal says 'Evening'"],
        ),
        (lambda: change("DELETE FROM journal WHERE id = 7"), ["The journal: entry 7 is missing"]),
        (
            lambda: change("UPDATE journal SET entry = replace(entry, 'Ben', 'Bea') WHERE id = 7"),
            ["The journal: entry 7 is not the one that was written after entry 6"],
        ),
    ],
)
def test_what_is_not_is_named(doctored: Callable[[], None], told: list[str]) -> None:
    doctored()
    done = run("verify", "bots.db")
    assert done.exit_code == 1
    for line in told:
        assert line in done.stdout
    assert done.stdout.splitlines()[-1].endswith(" entries.")


@pytest.mark.parametrize(
    ("forged", "told"),
    [
        (
            "UPDATE games SET south_score = 36, north_score = 0, result = '1-0', record ="
            " replace(replace(record, '0-1', '1-0'), '3-33', '36-0') WHERE number = 1",
            "Game 1: its record, line ",
        ),
        (
            "UPDATE games SET record = replace(record, 'S0', 'S1') WHERE number = 1",
            "Game 1: its record, line ",
        ),
        (
            "UPDATE games SET south_score = 4, record = replace(record, '0-0', '4-0')"
            " WHERE termination = 'crashed'",
            "Game 2: its last position has the score 0-0, and the score is 4-0",
        ),
        (
            "UPDATE games SET record = replace(record, '[First', '[Position"
            " \"3,3,3,3,3,3,0,3,3,3,3,3,0,3 S\"]\n[First') WHERE termination = 'crashed'",
            "Game 2: it begins at ",
        ),
        (
            "UPDATE games SET south = 'Cyd', north = 'Anna' WHERE number = 1",
            "The file: game 1 is not between Cyd and Anna",
        ),
        ("UPDATE bots SET name = 'Zoe' WHERE name = 'Anna'", "'Anna' played game 1 and is none"),
        (
            "UPDATE games SET south_seconds = 1.5 WHERE number = 1",
            "Game 1: the thinking times are ",
        ),
        (
            "UPDATE games SET record = replace(record, '\"othello\"', 'x') || ' ', finished = 'x'"
            " WHERE number = 1",
            "The file: game 1 has an unknown value: Invalid isoformat string: 'x'",
        ),
    ],
)
def test_who_writes_the_journal_anew_still_has_to_do_with_the_rules(forged: str, told: str) -> None:
    forge(forged)
    done = run("verify", "bots.db")
    assert done.exit_code == 1
    assert told in done.stdout
    assert "journal" not in done.stdout


def test_a_seal_shows_that_what_was_sealed_is_unchanged(folder: Path) -> None:
    done = run("verify", "bots.db", "--seal")
    assert (done.exit_code, done.stdout.count("\n")) == (0, 1)
    line = done.stdout.strip()
    assert line.startswith("bots.db: 8 games, 24 entries, seal ")
    assert run("annul", "bots.db", "1", "why").exit_code == 0
    assert run("rename", "bots.db", "Anna", "Ann").exit_code == 0
    for seal in (line, line.rsplit(" ", 1)[1]):
        done = run("verify", "bots.db", "--against", seal)
        assert done.exit_code == 0
        assert done.stdout.splitlines()[1] == (
            "The first 24 entries are those of the seal. Since then: annulled games: 1,"
            " new names: 1, values of the tournament: 4."
        )
        assert done.stdout.splitlines()[2:] == ["1 of 6 games is annulled and not played again."]
    later = run("verify", "bots.db", "--seal", "--against", line)
    assert later.stdout.startswith("bots.db: 8 games, 30 entries, seal ")
    # Possible scores in a journal written anew: only the seal shows it.
    forge("UPDATE games SET finished = '2020-01-01' WHERE number = 3")
    assert run("verify", "bots.db").exit_code == 0
    done = run("verify", "bots.db", "--against", line, "--seal")
    assert (done.exit_code, done.stdout) == (1, "")
    assert "The seal is none of this file" in done.stderr


def test_what_is_found_leaves_no_seal() -> None:
    change("UPDATE games SET result = '1-0' WHERE number = 3")
    done = run("verify", "bots.db", "--seal")
    assert (done.exit_code, done.stdout) == (1, "")
    assert "Game 3: " in done.stderr


def test_a_text_that_is_no_seal_is_refused() -> None:
    done = run("verify", "bots.db", "--against", "bots.db: 8 games")
    assert done.exit_code == 2
    assert "copy the whole line of --seal" in done.stderr


def test_a_file_of_version_1_is_verified_as_far_as_it_goes(folder: Path) -> None:
    original = gzip.decompress((VERSION_1 / "owari.results.gz").read_bytes())
    (folder / "bots.db").write_bytes(original)
    done = run("verify", "bots.db")
    assert done.exit_code == 0
    assert "Nothing differs in 100 games." in done.stdout
    assert "The file is of version 1: " in done.stdout
    assert (folder / "bots.db").read_bytes() == original
    assert run("verify", "bots.db", "--seal").exit_code == 2
    change("UPDATE games SET moves = 'S0' WHERE number = 7")
    assert "Game 7: the moves are 'S0' in its row" in run("verify", "bots.db").stdout


@pytest.mark.parametrize("name", sorted(path.name for path in VERSION_1.glob("*.results.gz")))
def test_an_upgraded_file_is_verified_in_full(folder: Path, name: str) -> None:
    (folder / "bots.db").write_bytes(gzip.decompress((VERSION_1 / name).read_bytes()))
    Store.open(folder / "bots.db", writes=True).close()
    done = run("verify", "bots.db")
    assert (done.exit_code, done.stderr) == (0, "")
    assert "entries." in done.stdout


def test_what_cannot_be_read_is_named() -> None:
    change("UPDATE games SET record = CAST(x'ff' AS TEXT) WHERE number = 1")
    done = run("verify", "bots.db")
    assert done.exit_code == 1
    assert "Game 1: its record, line 1: " in done.stdout


def test_a_file_that_is_none_is_refused(folder: Path) -> None:
    (folder / "bots.db").write_bytes(b"SQLite format 3\0" + b"x" * 999)
    assert run("verify", "bots.db").exit_code == 2
    assert run("verify", "none.db").exit_code == 2
