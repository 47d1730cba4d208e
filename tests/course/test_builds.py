"""What is built of a hand-in, and what is said where there is nothing to build."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from owari.course.archive_contents import BadHandIn
from owari.course.course_file import load_course
from owari.course.course_store import Step
from owari.course.version_trial import _built, size_problem
from owari.course.versions import check_words, given_entry
from owari.programs.executable import OUR_READLINE
from owari.registration.team_search import find_team
from tests.support.course_server import new_course


def test_a_makefile_wins_over_programs_beside_it(tmp_path: Path) -> None:
    (tmp_path / "tool").write_text("#!/bin/sh\n")
    (tmp_path / "main.c").write_text("int main;\n")
    (tmp_path / "Makefile").write_text("bot:\n")
    found = find_team(str(tmp_path), makes=True)
    assert (found.program, found.compiler, str(found.sources[0])) == (None, "make", "main.c")
    assert find_team(str(tmp_path)).program
    (tmp_path / "Makefile").unlink()
    assert find_team(str(tmp_path), makes=True).program


@pytest.mark.parametrize(
    ("size", "files", "found"),
    [
        (1 << 20, 3, ""),
        (10 << 20, 3, "its folder became larger than 10 MB"),
        (0, 21, "its folder got more than 20 files and folders"),
    ],
)
def test_what_a_version_takes_of_the_disk_is_bounded(
    tmp_path: Path, size: int, files: int, found: str
) -> None:
    new_course(tmp_path, "Rocket", more="hand-in-files: 2\n")
    (folder := tmp_path / "program").mkdir()
    for number in range(files):
        (folder / str(number)).write_bytes(b"")
    os.truncate(folder / "0", size + 1)
    assert size_problem(load_course(tmp_path / "c"), folder) == found


@pytest.mark.parametrize(
    ("command", "found"),
    [
        (["./missing"], "there is no program missing"),
        (["python3", "lost.py"], "lost.py is not in its folder, where python3 would look for it"),
    ],
)
def test_a_command_without_its_program_and_without_a_build_is_told(
    tmp_path: Path, command: list[str], found: str
) -> None:
    new_course(tmp_path, "Rocket")
    (root := tmp_path / "program").mkdir()
    (root / "bot.py").write_text("print()\n")
    said: list[object] = []
    assert not _built(load_course(tmp_path / "c"), root, {"command": command}, said.append)
    (step,) = said
    assert isinstance(step, Step)
    assert step.found == f"bot.yaml: command: {found}; and nothing builds it"


def test_half_of_a_character_is_refused_and_two_are_one(tmp_path: Path) -> None:
    file = tmp_path / "bot.yaml"
    half = '"\\ud83d"'
    for text in (f"input: {half}", f"environment: {{A: {half}}}", f"environment: {{{half}: A}}"):
        file.write_text(f"command: [./bot]\n{text}\n")
        with pytest.raises(BadHandIn, match=r"bot.yaml:2: \\ud83d is half of a character"):
            given_entry(tmp_path)
    file.write_text('command: [./bot, "\\ud83d\\ude00"]\n')
    assert given_entry(tmp_path) == {"command": ["./bot", "\U0001f600"]}
    with pytest.raises(BadHandIn, match=r"the name ./b\\udcff is no UTF-8"):
        check_words({"command": ["./b\udcff"]})


def test_a_command_that_is_one_text_is_split(tmp_path: Path) -> None:
    (tmp_path / "bot.yaml").write_text("command: python3 'my bot.py'\n")
    assert given_entry(tmp_path) == {"command": ["python3", "my bot.py"]}


def test_a_javascript_program_may_have_the_function_of_codingame() -> None:
    check_words({"command": ["node", "-r", OUR_READLINE, "bot.js"]})
