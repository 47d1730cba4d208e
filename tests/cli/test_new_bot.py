"""`owari new-bot`: where it cannot write, and how its bots play."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from tests.support.command import run
from tests.support.nightly import at_night


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


NEEDS = {
    "python": (),
    "c": ("make", "cc"),
    "cpp": ("make", "c++"),
    "java": ("java",),
    "js": ("node",),
}
"""What each language needs, as somebody types its name."""
GAMES = ("owari", "kalah:4x3", "kalah-empty", "othello:4")


def standings(folder: Path, language: str, game: str) -> list[dict[str, Any]] | None:
    """The standings of the sample's own tournament, in which a bot of ours looks ahead; None where
    its language is missing here."""
    needs = NEEDS[language]
    done = run("new-bot", language, str(folder), "--game", game)
    assert done.exit_code == 0, done.output
    if not all(map(shutil.which, needs)):
        return None
    if "make" in needs:
        made = subprocess.run(["make"], cwd=folder, check=True, capture_output=True, text=True)
        assert not made.stderr
    played = run("tournament", str(folder / "bots.yaml"), "--format", "json")
    assert played.exit_code == 0, played.output
    found: list[dict[str, Any]] = json.loads(played.stdout)["standings"]
    return found


def all_play_alike(folder: Path, game: str, languages: Iterable[str]) -> None:
    usual = standings(folder / "python", "python", game)
    assert usual
    assert {row["played"] for row in usual} == {4}
    assert sum(row["forfeits"] for row in usual) == 0
    for language in languages:
        assert standings(folder / language, language, game) in (None, usual), language


@pytest.mark.parametrize(
    ("game", "languages"),
    [
        ("owari", ["c", "cpp", "js"]),
        ("kalah:4x3", ["c"]),
        ("kalah-empty", ["cpp"]),
        ("othello:4", ["js"]),
        *at_night(*((game, ["c", "cpp", "js"]) for game in GAMES[1:])),
    ],
)
def test_all_bots_play_alike_as_they_stand(tmp_path: Path, game: str, languages: list[str]) -> None:
    all_play_alike(tmp_path, game, languages)


@pytest.mark.nightly
@pytest.mark.parametrize("game", GAMES)
def test_bots_of_java_play_as_those_of_python(tmp_path: Path, game: str) -> None:
    """Each of their games compiles the bot anew, which takes seconds."""
    all_play_alike(tmp_path, game, ["java"])


def test_a_game_that_no_bot_knows(tmp_path: Path) -> None:
    done = run("new-bot", "python", str(tmp_path / "bot"), "--game", "manchester")
    assert done.exit_code == 2
    assert "no sample bot plays manchester: choose owari, or kalah, kalah-empty or" in done.output
    assert not (tmp_path / "bot").exists()
