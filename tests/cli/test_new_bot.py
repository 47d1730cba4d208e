"""`owari new-bot`: where it cannot write, and its bots of Othello."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from owari.cli.main import owari


@pytest.mark.parametrize(
    ("folder", "said"),
    [
        ("", "an empty text names no directory"),
        ("file", "'file' is a file"),
        ("file/bot", "file/bot cannot be written"),
    ],
)
def test_what_is_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    run = CliRunner().invoke(owari, ["new-bot", "python", folder])
    assert run.exit_code == 2
    assert said in run.output
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize("language", ["python", "c"])
def test_a_bot_that_plays_othello(tmp_path: Path, language: str) -> None:
    """As it stands it plays its tournament, in which a bot of ours looks ahead."""
    run = CliRunner().invoke(
        owari, ["new-bot", language, str(tmp_path / "bot"), "--game", "othello:4"]
    )
    assert run.exit_code == 0, run.output
    if language == "c":
        if not shutil.which("cc") or not shutil.which("make"):
            pytest.skip("there is no cc")
        subprocess.run(["make", "-s"], cwd=tmp_path / "bot", check=True)
    command = [sys.executable, "-m", "owari", "tournament", "bots.yaml", "--format", "json"]
    done = subprocess.run(
        command, cwd=tmp_path / "bot", capture_output=True, text=True, timeout=120, check=True
    )
    table = json.loads(done.stdout)["standings"]
    assert {row["played"] for row in table} == {4}
    assert sum(row["forfeits"] for row in table) == 0


def test_a_game_that_no_bot_knows(tmp_path: Path) -> None:
    run = CliRunner().invoke(owari, ["new-bot", "python", str(tmp_path / "bot"), "--game", "kalah"])
    assert run.exit_code == 2
    assert "for owari and for othello, of any size, not for kalah" in run.output
    assert not (tmp_path / "bot").exists()
