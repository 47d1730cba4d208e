"""`owari example`: the tournaments that come with Owari, from a checkout and from a wheel."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from owari.cli.samples import example_files, examples
from owari.tournament.file.reader import load
from tests.support.command import output, owari, refusal

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
