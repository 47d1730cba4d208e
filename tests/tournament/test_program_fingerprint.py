"""A change of the files that a program is made of is noticed."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from owari.tournament.changes import program_files
from owari.tournament.file.reader import load

FILE = f"""
bots:
  - {{name: Built in, engine: first}}
  - name: Rocket
    command: [{sys.executable}, rocket.py, --weights, ../weights.bin, data/book.txt, none.txt]
    directory: bots/rocket
  - {{name: Old, command: ./bots/old/old_one, directory: bots/old}}
  - {{name: Long, command: [{sys.executable}, "-c", "{"x" * 5000}"]}}
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "bots.yaml").write_text(FILE, "utf-8")
    rocket, old = tmp_path / "bots" / "rocket", tmp_path / "bots" / "old"
    (rocket / "data").mkdir(parents=True)
    old.mkdir()
    for path in (rocket / "rocket.py", rocket / "data" / "book.txt", rocket.parent / "weights.bin"):
        path.write_text(path.name, "utf-8")
    (old / "old_one").write_text("#!/bin/sh", "utf-8")
    (old / "old_one").chmod(0o755)
    return tmp_path / "bots.yaml"


def names(file: Path) -> dict[str, list[str]]:
    return {bot: list(files) for bot, files in program_files(load(file)).items()}


def test_the_files_of_a_program_are_those_of_its_command_in_its_folder(file: Path) -> None:
    assert names(file) == {"Rocket": ["rocket.py", "data/book.txt"], "Old": ["old_one"], "Long": []}


def test_another_content_has_another_digest(file: Path) -> None:
    before = program_files(load(file))
    os.utime(file.parent / "bots" / "rocket" / "rocket.py", (1, 1))
    assert program_files(load(file)) == before
    (file.parent / "bots" / "rocket" / "rocket.py").write_text("other", "utf-8")
    after = program_files(load(file))
    assert after["Rocket"].pop("rocket.py") != before["Rocket"].pop("rocket.py")
    assert after == before


def test_a_file_that_is_gone_is_left_out(file: Path) -> None:
    tournament = load(file)
    (file.parent / "bots" / "old" / "old_one").unlink()
    assert program_files(tournament)["Old"] == {}


@pytest.mark.skipif(not Path("/proc/self/pagemap").exists(), reason="this system has none")
@pytest.mark.parametrize("trap", ["endless", "pipe", "sparse"])
def test_no_file_in_its_place_makes_the_referee_wait(file: Path, trap: str) -> None:
    """A bot replaces its own file: by a link to one without an end, by a pipe, by one with a hole
    of 4 TB."""
    tournament = load(file)
    before = program_files(tournament)
    old = file.parent / "bots" / "old" / "old_one"
    old.unlink()
    if trap == "endless":
        old.symlink_to("/proc/self/pagemap")
    elif trap == "pipe":
        os.mkfifo(old)
    else:
        old.touch()
        os.truncate(old, 1 << 42)
    after = program_files(tournament)
    assert after["Rocket"] == before["Rocket"]
    assert ("old_one" in after["Old"]) == (trap == "endless")
    assert after["Old"] != before["Old"]
