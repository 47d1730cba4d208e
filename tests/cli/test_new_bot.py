"""`owari new-bot`: where it cannot write, and its bots of Othello."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.command import run


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


NEEDS = {"python": (), "c": ("make", "cc"), "cpp": ("make", "c++"), "js": ("node",)}
"""What each language needs, as somebody types its name."""


@pytest.mark.parametrize("game", ["owari", "othello:4"])
def test_all_bots_play_alike_as_they_stand(tmp_path: Path, game: str) -> None:
    """Each its tournament, in which a bot of ours looks ahead."""
    tables = {}
    for language, needs in NEEDS.items():
        folder = tmp_path / language
        done = run("new-bot", language, str(folder), "--game", game)
        assert done.exit_code == 0, done.output
        if not all(map(shutil.which, needs)):
            continue
        if "make" in needs:
            made = subprocess.run(["make"], cwd=folder, check=True, capture_output=True, text=True)
            assert not made.stderr
        played = run("tournament", str(folder / "bots.yaml"), "--format", "json")
        assert played.exit_code == 0, played.output
        tables[language] = json.loads(played.stdout)["standings"]
    for table in tables.values():
        assert table == tables["python"]
        assert {row["played"] for row in table} == {4}
        assert sum(row["forfeits"] for row in table) == 0


def test_a_game_that_no_bot_knows(tmp_path: Path) -> None:
    done = run("new-bot", "python", str(tmp_path / "bot"), "--game", "kalah")
    assert done.exit_code == 2
    assert "no sample bot plays kalah: choose owari, or othello of any size" in done.output
    assert not (tmp_path / "bot").exists()
