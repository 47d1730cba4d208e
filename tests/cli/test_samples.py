"""The commands that write what to begin with: sample bots, and the tournaments that come with
Owari, from a checkout and from a wheel."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from owari.cli.samples import example_files, examples
from owari.tournament.file.reader import load
from tests.support.command import output, owari, refusal, run
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
        ("othello:4", ["js"]),
        *at_night(("kalah:4x3", ["c"]), ("kalah-empty", ["cpp"])),
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


ROOT = Path(__file__).parents[2]


def test_all_configurations_are_listed() -> None:
    listed = output("example")
    assert {file.stem for file in (ROOT / "configs").glob("*.yaml")} == examples().keys()
    for name, title in examples().items():
        assert f"\n{name} " in listed
        assert title


@pytest.mark.parametrize("name", examples())
def test_each_has_all_that_it_needs(tmp_path: Path, name: str) -> None:
    words = ("example", name, tmp_path / "here") if name == "evening" else ("example", name)
    written = output(*words, folder=tmp_path)
    folder = tmp_path / ("here" if name == "evening" else name)
    assert f"owari tournament {folder.name if name != 'evening' else folder}/{name}.yaml" in written
    file = folder / f"{name}.yaml"
    assert "../" not in file.read_text()
    assert f"owari tournament {name}.yaml" in file.read_text()
    tournament = load(file)
    assert tournament.rules == load(ROOT / f"configs/{name}.yaml").rules
    found = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert found == set(example_files(name))


def test_an_evening_is_played_in_any_folder(tmp_path: Path) -> None:
    assert owari(tmp_path, "example", "kalah-3x2", "a b").returncode == 0
    done = owari(tmp_path, "tournament", "a b/kalah-3x2.yaml")
    assert done.returncode == 0, done.stderr
    rows = json.loads(output("standings", tmp_path / "a b/kalah-3x2.db", "--format", "json"))
    assert {(row["played"], row["forfeits"]) for row in rows["standings"]} == {(10, 0)}


def test_what_cannot_be_written(tmp_path: Path) -> None:
    assert "there is no example 'evning'; did you mean 'evening'?" in refusal("example", "evning")
    (tmp_path / "evening.yaml").write_text("mine")
    message = refusal("example", "evening", tmp_path)
    assert "evening.yaml exists already: choose another folder" in message
    assert (tmp_path / "evening.yaml").read_text() == "mine"
    assert len(list(tmp_path.iterdir())) == 1


def test_an_installed_package_has_them(tmp_path: Path) -> None:
    """The build copies them, which is tried here without the rest of the build."""
    pytest.importorskip("setuptools")
    for name in ("configs", "owari/programs/samples", "tests/programs"):
        shutil.copytree(ROOT / name, tmp_path / name)
    shutil.copy(ROOT / "setup.py", tmp_path)
    (tmp_path / "setup.cfg").write_text("[metadata]\nname = owari\n[options]\npackages =\n")
    build = [sys.executable, "setup.py", "build_py", "--build-lib", "installed"]
    subprocess.run(build, cwd=tmp_path, check=True, capture_output=True)
    installed = tmp_path / "installed"
    shutil.copytree(ROOT / "owari", installed / "owari", dirs_exist_ok=True)
    shutil.rmtree(tmp_path / "configs")
    done = owari(installed, "example", "othello-4", "out", environment={"PYTHONPATH": "."})
    assert done.returncode == 0, done.stderr
    assert len(load(installed / "out/othello-4.yaml").bots) == 7
    assert (installed / "out/programs/othello/bot.py").is_file()
    built = {file.stem for file in (installed / "owari/examples/configs").iterdir()}
    assert built == examples().keys()
