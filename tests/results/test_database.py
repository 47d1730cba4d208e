"""What was played stays on disk: where files are copied, taken away, held by others or renamed."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from owari.results import database
from owari.results.database import BadResults, set_aside
from owari.results.lock import NotLocked, lock
from owari.results.store import Store
from tests.results.test_store import begun, record


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "evening").mkdir()
    return tmp_path / "evening" / "bots.db"


def numbers(path: Path) -> set[int]:
    with Store.open(path) as store:
        return store.numbers()


def test_a_file_that_changes_itself_is_refused(path: Path) -> None:
    begun(path).close()
    with closing(sqlite3.connect(path)) as file:
        file.execute("CREATE TRIGGER tidy AFTER INSERT ON games BEGIN DELETE FROM games; END")
    with pytest.raises(BadResults, match="'tidy', which owari did not make"):
        Store.open(path)


def test_a_plain_copy_of_the_file_holds_every_game(path: Path) -> None:
    copy = path.with_name("copy.db")
    with begun(path) as store:
        for number in range(1, 30):
            store.add(number, record())
            if number % 7 == 0:
                with store.transaction():
                    store.annul(number, "why")
                    store.add(number, record())
            shutil.copy(path, copy)  # without what SQLite keeps beside it
            assert numbers(copy) == set(range(1, number + 1))


def test_who_reads_meanwhile_keeps_no_game_from_the_file_for_long(path: Path) -> None:
    with begun(path) as store:
        with closing(sqlite3.connect(path)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT * FROM bots").fetchall()
            store.add(1, record())
        store.add(2, record())
        shutil.copy(path, "copy.db")
        assert numbers(Path("copy.db")) == {1, 2}


def removed(path: Path) -> None:
    path.unlink()


def renamed(path: Path) -> None:
    path.rename(path.with_name("elsewhere.db"))


def replaced(path: Path) -> None:
    shutil.copy(path, path.with_name("old.db"))
    path.with_name("old.db").replace(path)


def gone_with_its_folder(path: Path) -> None:
    shutil.rmtree(path.parent)


def folder_renamed(path: Path) -> None:
    path.parent.rename(path.parent.with_name("tomorrow"))


@pytest.mark.parametrize("away", [removed, renamed, replaced, gone_with_its_folder, folder_renamed])
def test_a_file_that_is_taken_away_stops_the_evening_and_loses_nothing(
    away: Callable[[Path], None], path: Path
) -> None:
    with begun(path) as store:
        store.add(1, record())
        store.add(2, record())
        away(path)
        with pytest.raises(BadResults, match="was removed, renamed or replaced") as error:
            store.add(3, record())
    assert "\n" not in str(error.value)
    (kept,) = Path().rglob("bots-rescued-*.db")
    assert str(kept) in str(error.value)
    assert numbers(kept) == {1, 2, 3}
    if away is replaced:
        assert numbers(path) == {1, 2}
    else:
        assert not list(path.parent.glob("bots.db*"))
    assert "\0" not in kept.name
    kept.replace("bots.db")
    with Store.open_or_create(Path("bots.db")) as store:  # and goes on as results do
        store.add(4, record())


def test_a_file_in_its_place_by_another_way_is_the_same_file(path: Path) -> None:
    with begun(path) as store:
        os.link(path, path.with_name("linked.db"))
        path.rename(path.with_name("moved.db"))
        path.with_name("linked.db").rename(path)
        store.add(1, record())
    assert numbers(path) == {1}


HOLDER = """
import sys
from pathlib import Path
from owari.results.lock import lock
from owari.results.store import Store
path = Path(sys.argv[1])
with lock(path), Store.open_or_create(path):
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="a lock of the file itself is Linux's")
@pytest.mark.parametrize("link", [os.link, os.symlink], ids=["hard link", "symbolic link"])
@pytest.mark.parametrize("held_by_link", [False, True])
def test_a_link_is_the_same_results(
    link: Callable[[Path, Path], None], held_by_link: bool, path: Path
) -> None:
    begun(path).close()
    other = path.parent.parent / "Other.db"
    link(path, other)
    first, second = (other, path) if held_by_link else (path, other)
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(first)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert holder.stdout
    assert holder.stdout.readline() == "held\n"

    def write() -> None:
        with lock(second), Store.open(second, writes=True) as store:
            store.add(1, record())

    with pytest.raises(NotLocked, match="is in use"):
        write()
    assert numbers(second) == set()  # who only reads is let in
    holder.kill()
    holder.communicate()
    write()
    assert numbers(first) == {1}


def killed_with_a_log(path: Path) -> None:
    """A results file as a process leaves it that was killed between a commit and its end."""
    source = path.with_name("source.db")
    begun(source).close()
    with closing(sqlite3.connect(source)) as writer:
        writer.execute("PRAGMA wal_autocheckpoint = 0")
        writer.execute("INSERT INTO bots (name) VALUES ('In the log')")
        writer.commit()
        for suffix in ("", "-wal"):
            shutil.copy(f"{source}{suffix}", f"{path}{suffix}")


def test_begun_anew_in_the_same_second_nothing_is_lost(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "strftime", lambda _: "20261128-120000")
    kept = []
    for number in (1, 2, 3):
        with begun(path) as store:
            store.add(number, record())
        kept.append(set_aside(path))
        assert not path.exists()
    assert [numbers(aside) for aside in kept] == [{1}, {2}, {3}]


def test_what_a_killed_process_has_left_is_set_aside_with_its_file(path: Path) -> None:
    killed_with_a_log(path)
    with Store.open(set_aside(path)) as store:
        assert "In the log" in [bot.name for bot in store.bots()]
    assert not list(path.parent.glob("bots.db*"))


def test_a_damaged_file_is_set_aside_as_it_is(path: Path) -> None:
    path.write_bytes(b"no database")
    path.with_name("bots.db-wal").write_bytes(b"its log")
    aside = set_aside(path)
    assert aside.read_bytes() == b"no database"
    assert aside.with_name(aside.name + "-wal").read_bytes() == b"its log"
    assert not list(path.parent.glob("bots.db*"))


def test_a_database_that_another_program_holds_is_waited_for(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(database, "RETRY", 0.01)
    monkeypatch.setattr(database, "NOTICE", 0.05)
    begun(path).close()
    with closing(sqlite3.connect(path, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        leaves = threading.Timer(0.4, other.rollback)
        leaves.start()
        with Store.open(path, writes=True) as store:
            store.add(1, record())
        leaves.join()
    assert numbers(path) == {1}
    (told,) = caplog.messages
    assert told == f"Another program holds {path}: waiting for up to 60 s"


@pytest.mark.parametrize("mode", ["NORMAL", "EXCLUSIVE"])
def test_a_database_that_is_held_for_good_is_told_in_a_sentence(
    mode: str, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "RETRY", 0.01)
    monkeypatch.setattr(database, "LONGEST_WAIT", 0.1)
    begun(path).close()
    with closing(sqlite3.connect(path)) as other:
        other.execute(f"PRAGMA locking_mode = {mode}")
        other.execute("BEGIN IMMEDIATE")

        def add() -> None:
            with Store.open(path, writes=True) as store:
                store.add(1, record())

        with pytest.raises(BadResults, match=r"another program has held .* for 0 s: close it"):
            add()
