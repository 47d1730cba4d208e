"""`owari standings --watch`: follows results that another process writes."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from owari.cli import standings
from owari.results.lock import lock
from tests.support.command import COMMAND, output, refusal, started
from tests.support.terminal import Terminal

FILE = """
bots:
  - {name: Ann, engine: first}
  - {name: Ben, engine: greedy}
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with a tournament file that has no results yet."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bots.yaml").write_text(FILE)
    return tmp_path


@pytest.fixture
def terminal(folder: Path) -> Iterator[Terminal]:
    """A terminal that watches."""
    terminal = Terminal("standings", "bots.yaml", "--watch", folder=folder, size=(40, 80))
    yield terminal
    terminal.keys("\x03")
    assert terminal.end() == 0
    assert "Traceback" not in terminal.seen
    assert "Interrupted" not in terminal.seen


def test_a_terminal_follows_from_before_the_first_game(terminal: Terminal) -> None:
    terminal.expect("Waiting for results: bots.yaml has no results yet")
    output("score", "bots.yaml", "Ann", "Ben", "20-16")
    terminal.expect("In the lead: Ann (1 of 2 games played)")
    output("score", "bots.yaml", "Ben", "Ann", "18-18")
    terminal.expect("Champion: Ann")
    assert (
        terminal.seen.count(standings.CLEAR) >= 3
    )  # each text is drawn in the place of the one before
    terminal.resize(lines=6, columns=40)
    terminal.expect("more lines")


def test_a_running_tournament_is_no_obstacle(terminal: Terminal, folder: Path) -> None:
    terminal.expect("Waiting for results")
    done = subprocess.run(
        [*COMMAND, "tournament", "bots.yaml"], cwd=folder, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    terminal.expect("Champion")
    with lock(Path("bots.db")):  # as another tournament would
        terminal.resize(lines=40, columns=79)
        terminal.expect("Champion")


def test_a_pipe_gets_each_state_below_the_last(folder: Path) -> None:
    output("score", "bots.yaml", "Ann", "Ben", "20-16")
    watch = started(folder, "standings", "bots.yaml", "--watch", "--table", "standings")
    assert watch.stdout
    first = [watch.stdout.readline() for _ in range(8)]
    output("score", "bots.yaml", "Ben", "Ann", "20-16")
    second = [watch.stdout.readline() for _ in range(9)]
    watch.send_signal(signal.SIGINT)
    rest, errors = watch.communicate(timeout=60)
    assert (watch.returncode, rest, errors) == (0, "", "")
    assert first[0] == "Standings\n"
    assert first[-1] == "In the lead: Ann (1 of 2 games played)\n"
    assert second[:2] == ["\n", "Standings\n"]
    assert second[-1] == "Tied champions: Ann, Ben\n"


def test_nothing_is_read_while_nothing_changes(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    output("score", "bots.db", "Ann", "Ben", "20-16")
    texts: list[str] = []
    rests = 0

    def text() -> str:
        texts.append(output("standings", "bots.db"))
        return texts[-1]

    def sleep(seconds: float) -> None:
        nonlocal rests
        rests += 1
        assert seconds >= standings.INTERVAL
        if rests == 5:
            output("score", "bots.db", "Ben", "Ann", "20-16")
        if rests == 10:
            raise KeyboardInterrupt

    monkeypatch.setattr(time, "sleep", sleep)
    standings.watch_results(Path("bots.db"), text)
    assert len(texts) == len(set(texts)) == 2


def test_a_missing_library_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "owari.results.rating_model", None)
    output("score", "bots.db", "Ann", "Ben", "20-16")
    assert "need SciPy" in refusal("standings", "bots.db", "--watch", "--ratings")
