"""A change of the files that a program is made of is noticed."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from owari.tournament.config import load
from owari.tournament.program_fingerprint import program_files

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
