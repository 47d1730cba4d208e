"""A full disk, a read-only one, and files of others: one sentence, and nothing is lost."""

from __future__ import annotations

import os
import resource
import shutil
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path

import pytest

from owari.results.store import Store
from tests.support.command import COMMAND, run, started
from tests.support.nightly import at_night

GAMES = 400
LONG = f"""
games-per-match: {GAMES}
bots:
  - {{name: A, engine: first}}
  - {{name: B, engine: greedy}}
"""
CHANGING = [
    ["tournament", "bots.yaml"],
    ["score", "bots.yaml", "A", "B", "20-16"],
    ["annul", "bots.db", "1", "why"],
    ["rename", "bots.db", "A", "Anna"],
]
NAMESPACE = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c"]
"""A shell that may mount file systems which nobody else sees."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with a tournament file."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bots.yaml").write_text(LONG, "utf-8")
    return tmp_path


def numbers() -> set[int]:
    with Store.open(Path("bots.db")) as store:
        return store.numbers()


def told(output: str) -> set[int]:
    lines = [line for line in output.splitlines() if line.startswith("Game ")]
    return {int(line.split(":")[0].removeprefix("Game ")) for line in lines}


def can_mount() -> bool:
    if not shutil.which("unshare"):
        return False
    tried = subprocess.run([*NAMESPACE, "mount -t tmpfs none /mnt"], capture_output=True)
    return tried.returncode == 0


@pytest.mark.parametrize("blocks", [30, *at_night(33)])
def test_a_file_that_cannot_grow_keeps_all_games(blocks: int) -> None:
    """A limit of the system takes the place of a full disk."""
    done = subprocess.run(
        [*COMMAND, "tournament", "bots.yaml"],
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (blocks * 4096,) * 2),
    )
    assert done.returncode == 2, done.stderr
    assert done.stderr.count("\n") == 1
    assert "make room on the disk, and run the command again" in done.stderr
    assert told(done.stdout)
    assert told(done.stdout) <= numbers() < set(range(1, GAMES + 1))
    assert run("verify", "bots.db").exit_code == 0
    assert run("tournament", "bots.yaml").exit_code == 0
    assert numbers() == set(range(1, GAMES + 1))
    assert run("verify", "bots.db").exit_code == 0


@pytest.mark.skipif(not can_mount(), reason="needs namespaces in which mount is allowed")
def test_a_full_disk_keeps_all_games(folder: Path) -> None:
    (folder / "disk").mkdir()
    script = """
        mount -t tmpfs -o size=160k none disk && cp bots.yaml disk && cd disk || exit 99
        "$@" tournament bots.yaml; code=$?
        cp bots.db bots.db-wal ..; exit $code
    """
    done = subprocess.run(
        [*NAMESPACE, script, "sh", *COMMAND], capture_output=True, text=True, cwd=folder
    )
    assert done.returncode == 2, done.stderr
    assert "database or disk is full" in done.stderr
    assert told(done.stdout) <= numbers() < set(range(1, GAMES + 1))
    assert run("tournament", "bots.yaml").exit_code == 0
    assert numbers() == set(range(1, GAMES + 1))
    assert run("verify", "bots.db").exit_code == 0


@pytest.mark.nightly
@pytest.mark.skipif(not can_mount(), reason="needs namespaces in which mount is allowed")
def test_a_read_only_folder_is_read_and_not_changed(folder: Path) -> None:
    assert run("score", "bots.yaml", "A", "B", "20-16").exit_code == 0
    before = (folder / "bots.db").read_bytes()
    script = 'mount --bind . . && mount -o remount,ro,bind . && cd "$PWD" || exit 99; exec "$@"'
    for words in [*CHANGING, ["standings", "bots.db"], ["verify", "bots.db"]]:
        done = subprocess.run(
            [*NAMESPACE, script, "sh", *COMMAND, *words], capture_output=True, text=True
        )
        changing = words in CHANGING
        assert done.returncode == 2 * changing, done.stderr
        assert done.stderr.count("\n") == changing, done.stderr
    assert (folder / "bots.db").read_bytes() == before


@pytest.mark.nightly
@pytest.mark.skipif(not find_spec("owari.programs.sandbox.native"), reason="needs what is compiled")
def test_a_mapped_file_that_is_cut_short_ends_the_run_with_a_sentence(folder: Path) -> None:
    """Python itself cannot handle that signal."""
    (folder / "bots.yaml").write_text(
        "games-per-match: 60\nopenings: random\nbots:\n"
        "  - {name: A, engine: alpha-beta, depth: 10}\n"
        "  - {name: B, engine: alpha-beta, depth: 9}\n",
        "utf-8",
    )
    with started(folder, "tournament", "bots.yaml") as process:
        first = process.stdout.readline()
        os.truncate("bots.db-shm", 0)
        rest, errors = process.communicate()
    assert process.returncode == 2, errors
    assert errors.count("\n") == 1
    assert "NAME.db-shm" in errors
    assert "run the command again" in errors
    assert told(first + rest)
    assert told(first + rest) <= numbers() < set(range(1, 61))
    assert run("tournament", "bots.yaml").exit_code == 0
    assert numbers() == set(range(1, 61))
    assert run("verify", "bots.db").exit_code == 0


def newer(path: Path) -> None:
    Store.open_or_create(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 3")


def of_another_program(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE games (number)")
        connection.execute("INSERT INTO games VALUES (1)")


def text(path: Path) -> None:
    path.write_text("1-0\n")


@pytest.mark.parametrize("words", [*CHANGING, ["verify", "bots.db"]], ids=lambda words: words[0])
@pytest.mark.parametrize("make", [newer, of_another_program, text])
def test_a_file_of_others_is_refused_and_stays_as_it_is(
    make: Callable[[Path], None], words: list[str], folder: Path
) -> None:
    make(folder / "bots.db")
    before = (folder / "bots.db").read_bytes()
    done = run(*words)
    assert done.exit_code == 2
    assert done.stderr.count("\n") == 1
    assert "bots.db" in done.stderr
    assert (folder / "bots.db").read_bytes() == before
