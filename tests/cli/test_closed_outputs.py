"""Standard inputs and outputs that the caller has closed, or that nobody reads any more."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from owari.records.record import Termination
from owari.results.store import Store
from tests.support.command import COMMAND
from tests.support.nightly import at_night
from tests.support.sample_programs import PROGRAMS

FILE = f"""\
sandbox: limits
bots:
  - {{name: Ann, engine: first}}
  - {{name: Ben, engine: greedy}}
  - {{name: Col, command: [{sys.executable}, {PROGRAMS}/line/lowest.py]}}
"""
END = "0,0,0,0,0,1,17,0,0,0,0,0,2,16 S"
CLOSED = [">&-", *at_night("<&-", "2>&-", "<&- >&-", ">&- 2>&-"), "<&- >&- 2>&-"]


def ran(folder: Path, closed: str, *words: str) -> subprocess.CompletedProcess[str]:
    """The command under a shell that closes some of its descriptors first."""
    return subprocess.run(
        ["sh", "-c", f'exec "$@" {closed}', "sh", *COMMAND, *words],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "bots.yaml").write_text(FILE)
    return tmp_path


def games(folder: Path) -> int:
    with Store.open(folder / "bots.db") as store:
        assert {game.ending.termination for game in store.games()} == {Termination.NORMAL}
        return len(store.numbers())


@pytest.mark.parametrize("closed", CLOSED)
def test_a_tournament_needs_none_of_them(folder: Path, closed: str) -> None:
    done = ran(folder, closed, "tournament", "bots.yaml")
    assert done.returncode == 0, done.stderr
    assert games(folder) == 6
    assert ("hampion" in done.stdout) == (">&-" not in closed.replace("2>&-", ""))
    assert ("Programs run in" in done.stderr) == ("2>&-" not in closed)


@pytest.mark.parametrize("closed", [*at_night(">&-"), *CLOSED[1:]])
@pytest.mark.parametrize(
    "words",
    [
        ("solve", END),
        *at_night((("match", "first", "greedy", "--games", "2"),), (("check", "bots.yaml:Col"),)),
    ],
    ids=lambda words: words[0],
)
def test_other_commands_do_what_they_do(folder: Path, words: tuple[str, ...], closed: str) -> None:
    plain, done = ran(folder, "", *words), ran(folder, closed, *words)
    assert (plain.returncode, done.returncode) == (0, 0), done.stderr


def test_bad_input_is_still_told_by_the_exit_code(folder: Path) -> None:
    assert ran(folder, "2>&-", "solve", "1,2,3").returncode == 2
    assert ran(folder, "<&-", "play").returncode == 2
    assert ran(folder, "<&- >&- 2>&-", "nothing").returncode == 2


def unread(folder: Path, *words: str, errors: bool = False) -> subprocess.CompletedProcess[str]:
    """The command with an output that nobody reads, and with `errors` such an error output too."""
    reading, writing = os.pipe()
    os.close(reading)
    try:
        return subprocess.run(
            [*COMMAND, *words],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=writing,
            stderr=writing if errors else subprocess.PIPE,
            text=True,
            timeout=120,
            check=False,
        )
    finally:
        os.close(writing)


def test_the_games_of_a_tournament_go_on_when_nobody_reads_them(folder: Path) -> None:
    done = unread(folder, "tournament", "bots.yaml")
    assert done.returncode == 0
    said = "Nobody reads the standard output any more. The run goes on; bots.db has its results.\n"
    assert done.stderr.count(said) == 1
    assert games(folder) == 6


def test_they_go_on_without_any_output(folder: Path) -> None:
    assert unread(folder, "tournament", "bots.yaml", errors=True).returncode == 0
    assert games(folder) == 6


@pytest.mark.nightly
def test_a_match_goes_on_too(folder: Path) -> None:
    words = ("match", "first", "greedy", "--games", "6")
    assert unread(folder, *words, "--record", "bots.db", errors=True).returncode == 0
    assert games(folder) == 6
    assert "The run goes on, but its tables are lost." in unread(folder, *words).stderr


def test_what_only_prints_ends_without_a_word_when_nobody_reads(folder: Path) -> None:
    done = unread(folder, "tournament", "bots.yaml", "--dry-run")
    assert (done.returncode, done.stderr) == (0, "")
    assert not (folder / "bots.db").exists()
