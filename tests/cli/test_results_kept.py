"""What becomes of the results of an evening whose files are taken away, changed or of another
time."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest

from owari.programs.sandbox.isolation import means
from owari.results.store import Store
from tests.support.command import run, started

VECTORS = Path(__file__).parents[1] / "vectors"
LOWEST = Path(__file__).parents[1] / "programs" / "line" / "lowest.py"

LONG = """
games-per-match: 200
bots:
  - {name: A, engine: first}
  - {name: B, engine: greedy}
"""
EVENING = """
event: An Evening
bots:
  - {name: José, engine: first}
  - {name: Rocket, command: [python3, bot.py], time-per-turn: 30s}
  - {name: C, engine: greedy}
"""


READS = """
import pathlib, re, sys
for path in pathlib.Path().glob("bots-*"):
    if re.search("[0-9]", path.name) and path.read_bytes():
        sys.exit(f"read {path}")
assert pathlib.Path("bots-notes.db").read_bytes()
"""
"""It reads what was set aside, if it can."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def begun(folder: Path) -> subprocess.Popen[str]:
    """A tournament that has played some of its games."""
    (folder / "bots.yaml").write_text(LONG, "utf-8")
    process = started(folder, "tournament", "bots.yaml")
    assert process.stdout
    for _ in range(5):
        assert process.stdout.readline().startswith("Game ")
    return process


def numbers(path: Path) -> set[int]:
    with Store.open(path) as store:
        return store.numbers()


def told(output: str) -> set[int]:
    """The numbers of the games that were told of as they ended."""
    lines = [line for line in output.splitlines() if line.startswith("Game ")]
    return {int(line.split(":")[0].removeprefix("Game ")) for line in lines}


def test_results_that_are_removed_stop_the_tournament_and_are_kept(folder: Path) -> None:
    process = begun(folder)
    (folder / "bots.db").unlink()
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 2, errors
    assert "bots.db was removed, renamed or replaced while it was written" in errors
    assert "Traceback" not in errors
    (kept,) = folder.glob("bots-rescued-*.db")
    assert {1, 2, 3, 4, 5} | told(output) <= numbers(kept) < set(range(1, 201))
    assert sorted(path.name for path in folder.iterdir()) == [kept.name, "bots.yaml"]


def test_a_killed_tournament_has_every_game_in_the_file_itself(folder: Path) -> None:
    process = begun(folder)
    time.sleep(0.1)
    process.send_signal(signal.SIGKILL)
    output, _ = process.communicate(timeout=60)
    shutil.copy(folder / "bots.db", folder / "copy.db")
    assert {1, 2, 3, 4, 5} | told(output) <= numbers(folder / "copy.db")


def test_begun_anew_twice_in_a_second(folder: Path) -> None:
    text = LONG.replace("200", "2")
    (folder / "bots.yaml").write_text(text, "utf-8")
    assert run("score", "bots.yaml", "A", "B", "20-16").exit_code == 0
    assert run("score", "bots.yaml", "B", "A", "20-16").exit_code == 0
    for _ in range(2):
        done = run("tournament", "bots.yaml", "--restart")
        assert done.exit_code == 0, done.output
    kept = sorted(folder.glob("bots-*.db"))
    assert len(kept) == 2
    assert all(numbers(path) == {1, 2} for path in kept)


@pytest.mark.skipif(bool(means().namespaces or means().landlock), reason="nothing is hidden here")
def test_old_results_are_hidden_from_a_bot_in_the_folder(folder: Path) -> None:
    """It runs beside the results, and what was set aside of them now, before or in need."""
    (folder / "reads.py").write_text(READS + LOWEST.read_text("utf-8"), "utf-8")
    (folder / "bots-notes.db").write_text("its own")
    reader = "{name: Reader, command: [python3, reads.py]}"
    text = f"bots:\n  - {reader}\n  - {{name: A, engine: first}}\n"
    (folder / "bots.yaml").write_text(text, "utf-8")
    for words in ([], ["--restart"], ["--restart"]):
        done = run("tournament", "bots.yaml", *words)
        assert done.exit_code == 0, done.output
        standings = json.loads(run("standings", "bots.db", "--format", "json").stdout)["standings"]
        assert [row["forfeits"] for row in standings] == [0, 0], done.output
        for name in ("bots-rescued-20211127-120000.db", "bots-20211127-120000-2.db"):
            shutil.copy("bots.db", name)
            Path(f"{name}-wal").write_text("games")
    assert len(list(folder.glob("bots-*.db"))) == 5


def evening(folder: Path) -> None:
    """Results that version 1.0.0 has written, of which game 2 is annulled; José was typed with a
    combining accent."""
    shutil.copy(VECTORS / "evening-1.0.0.results", folder / "evening.db")
    shutil.copy(LOWEST, folder / "bot.py")
    (folder / "evening.yaml").write_text(EVENING, "utf-8")


def test_results_of_version_1_0_0_are_read(folder: Path) -> None:
    evening(folder)
    for words in (["standings"], ["show"], ["show", "1"], ["show", "6"], ["show", "2"]):
        command, *game = words
        done = run(command, "evening.db", *game)
        assert done.exit_code == 0, done.output
    assert "José" in run("standings", "evening.db").stdout
    done = run("tournament", "evening.yaml", "--dry-run")
    assert done.exit_code == 0, done.output
    assert ["2", "2", "Rocket", "José"] in map(str.split, done.stdout.splitlines())


def test_results_of_version_1_0_0_are_gone_on_with(folder: Path) -> None:
    evening(folder)
    done = run("tournament", "evening.yaml")
    assert done.exit_code == 0, done.output
    assert "5 of 6 games are already played." in done.stderr
    assert "has changed" not in done.output  # nobody knows
    assert "Champion: C" in done.stdout
    with Store.open(folder / "evening.db") as store:
        assert [bot.name for bot in store.bots()] == ["José", "Rocket", "C"]
    (folder / "bot.py").write_text(LOWEST.read_text("utf-8") + "\n# better now\n", "utf-8")
    again = run("tournament", "evening.yaml")
    assert again.exit_code == 0
    said = "Rocket's bot.py has changed since game 2 was played. --replay Rocket plays the games"
    assert said in again.stderr
    assert said in run("tournament", "evening.yaml").stderr
    assert "has changed" not in run("tournament", "evening.yaml", "--replay", "Rocket").stderr
    assert "has changed" not in run("tournament", "evening.yaml").stderr


def test_a_score_that_is_entered_does_not_hide_a_change(folder: Path) -> None:
    evening(folder)
    assert run("tournament", "evening.yaml").exit_code == 0
    assert run("annul", "evening.yaml", "6", "told wrongly").exit_code == 0
    (folder / "bot.py").write_text(LOWEST.read_text("utf-8") + "\n# better now\n", "utf-8")
    assert run("score", "evening.yaml", "C", "Rocket", "19-17").exit_code == 0
    assert "Rocket's bot.py has changed since game 2" in run("tournament", "evening.yaml").stderr


def test_a_bot_whose_games_are_played_again_may_change(folder: Path) -> None:
    evening(folder)
    assert run("tournament", "evening.yaml").exit_code == 0
    (folder / "bot.py").write_text(LOWEST.read_text("utf-8") + "\n# better now\n", "utf-8")
    done = run("tournament", "evening.yaml", "--replay", "Rocket")
    assert done.exit_code == 0, done.output
    assert "has changed" not in done.stderr
