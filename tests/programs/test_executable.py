"""Where the program of a command is looked for, and where it is found to lie instead."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from owari.programs.executable import OUR_READLINE, READLINE, BadCommand, find_program


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of a tournament file, with a program in a folder of its own and a script beside
    the file."""
    program = tmp_path / "teams" / "a" / "bin" / "bot"
    program.parent.mkdir(parents=True)
    for path in (program, tmp_path / "teams" / "a" / "tool"):
        path.write_text("#!/bin/sh\n")
        path.chmod(0o755)
    (tmp_path / "beside.py").write_text("")
    return tmp_path


@pytest.mark.parametrize(
    ("words", "suggestion"),
    [
        (["./bin/bot"], "teams/a/bin/bot"),
        (["bin/bot", "--fast"], "teams/a/bin/bot"),
        (["./tool"], "teams/a/tool"),
        (["tool"], "teams/a/tool"),
    ],
)
def test_a_program_that_lies_in_its_directory_is_suggested(
    folder: Path, words: list[str], suggestion: str
) -> None:
    directory = folder / "teams" / "a"
    with pytest.raises(BadCommand) as error:
        find_program(words, folder, directory)
    assert f"; for the one in its directory write {suggestion}, as a path" in str(error.value)
    program, *arguments = find_program([suggestion, *words[1:]], folder, directory)
    assert Path(program).samefile(folder / suggestion)
    assert arguments == words[1:]


def test_a_directory_above_the_file(folder: Path) -> None:
    with pytest.raises(BadCommand, match=r"write \.\./tool, as a path"):
        find_program(["./tool"], folder / "teams" / "a" / "bin", folder / "teams" / "a")


def test_a_script_that_lies_beside_the_file_is_suggested(folder: Path) -> None:
    directory = folder / "teams" / "a"
    with pytest.raises(BadCommand) as error:
        find_program(["python3", "-u", "beside.py"], folder, directory)
    suggestion = str(error.value).rpartition(" write ")[2]
    assert suggestion == "../../beside.py"
    assert find_program(["python3", "-u", suggestion], folder, directory)[2] == suggestion


def test_a_file_of_ours_has_a_name_that_holds_on_every_machine(folder: Path) -> None:
    bot = "teams/a/tool"
    _, *arguments = find_program([bot, "-r", OUR_READLINE, "beside.py"], folder, folder)
    assert arguments == ["-r", str(READLINE), "beside.py"]
    with pytest.raises(BadCommand, match=r"gone\.js is not in"):
        find_program([bot, "-r", OUR_READLINE, "gone.js"], folder, folder)


@pytest.mark.parametrize("words", [["./gone"], ["gone"], ["python3", "gone.py"], ["./bin"]])
def test_nothing_is_suggested_that_is_not_there(folder: Path, words: list[str]) -> None:
    with pytest.raises(BadCommand) as error:
        find_program(words, folder, folder / "teams" / "a")
    assert " write " not in str(error.value)


def test_a_script_that_is_no_plain_file_is_said_to_be_none(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "bot.py")
    with pytest.raises(BadCommand, match=r"bot\.py in .* is no plain file: put the program there"):
        find_program(["python3", "bot.py"], tmp_path, tmp_path)
