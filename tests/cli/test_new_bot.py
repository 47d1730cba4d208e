"""`owari new-bot`: where it cannot write, and its bots of Othello."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.command import owari, run


@pytest.mark.parametrize(
    ("folder", "said"),
    [
        ("", "the name of a directory is missing"),
        ("file", "'file' is a file"),
        ("file/bot", "file/bot cannot be written"),
    ],
)
def test_what_is_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    done = run("new-bot", "python", folder)
    assert done.exit_code == 2
    assert said in done.output
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize("language", ["python", "c"])
def test_a_bot_that_plays_othello(tmp_path: Path, language: str) -> None:
    """As it stands it plays its tournament, in which a bot of ours looks ahead."""
    done = run("new-bot", language, str(tmp_path / "bot"), "--game", "othello:4")
    assert done.exit_code == 0, done.output
    if language == "c":
        if not shutil.which("cc") or not shutil.which("make"):
            pytest.skip("there is no cc")
        subprocess.run(["make", "-s"], cwd=tmp_path / "bot", check=True)
    played = owari(tmp_path / "bot", "tournament", "bots.yaml", "--format", "json")
    assert played.returncode == 0, played.stderr
    table = json.loads(played.stdout)["standings"]
    assert {row["played"] for row in table} == {4}
    assert sum(row["forfeits"] for row in table) == 0


def test_a_game_that_no_bot_knows(tmp_path: Path) -> None:
    done = run("new-bot", "python", str(tmp_path / "bot"), "--game", "kalah")
    assert done.exit_code == 2
    assert "no sample bot plays kalah: choose owari, or othello of any size" in done.output
    assert not (tmp_path / "bot").exists()
