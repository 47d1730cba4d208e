"""`owari add`, as somebody types it who has a tournament file and one more program; and sources
that are compiled on the way."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import yaml

from owari.programs.dialogues.protocols import find_protocol
from owari.programs.sandbox.program_settings import ProgramSettings, Sandbox
from owari.registration.compilation import Failure, can_compile, compiled
from owari.registration.team_search import Team, find_team, find_teams
from owari.registration.trial_process import settings_of
from owari.tournament.file.reader import load
from tests.support.command import refusal, run
from tests.support.sample_programs import PROGRAMS

needs_cc = pytest.mark.skipif(not shutil.which("cc"), reason="there is no cc")
FILE = "# mine\nbots:\n  - {name: Greedy, engine: greedy}  # ours\n"


def added(file: Path, *words: str | Path) -> str:
    done = run("add", str(file), *map(str, words))
    assert done.exit_code == 0, done.output
    return done.output


@pytest.mark.parametrize(
    ("source", "program", "keys"),
    [
        ("line/lowest.py", "Late", {"directory": "Late"}),
        ("columbia/agent.py", "Late/agent.py", {"protocol": "columbia", "directory": "Late"}),
        ("one_shot/once.py", "python3 Late/once.py", {"protocol": "one-shot"}),
    ],
)
def test_a_late_program_of_any_protocol(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, program: str, keys: dict[str, str]
) -> None:
    """As a folder, a file or a command."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "Late").mkdir()
    shutil.copy(PROGRAMS / source, tmp_path / "Late")
    file = tmp_path / "bots.yaml"
    file.write_text(FILE)
    said = added(file, program, "--name", "The Late One")
    protocol = keys.get("protocol", "line")
    assert f"{file} has the bot The Late One now. It speaks {protocol}.\n" in said
    assert file.read_text().startswith(FILE)
    entry = yaml.safe_load(file.read_text())["bots"][1]
    assert {"name": "The Late One", **keys}.items() <= entry.items()
    bot = load(file).bots[1]
    assert isinstance(bot.player, ProgramSettings)
    assert bot.player.protocol == find_protocol(protocol).settings()


def test_one_that_is_not_understood_leaves_the_file_alone(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("print('Hello')\nraise SystemExit(3)\n")
    file = tmp_path / "bots.yaml"
    file.write_text(FILE)
    done = run("add", str(file), str(tmp_path / "broken.py"))
    assert done.exit_code == 1
    assert "Error: broken was not understood: it left with exit code 3" in done.output
    assert "To do: start it by hand in its folder and read its output" in done.output
    assert file.read_text() == FILE


def test_what_cannot_be_added(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bots.yaml").write_text(FILE)
    (tmp_path / "empty").mkdir()
    (tmp_path / "late.c").touch()
    (tmp_path / "greedy.py").write_text("print(input())\n")
    for words, sentence in (
        (["empty"], "empty has neither a program nor source that is known"),
        (["nothing"], "there is no program 'nothing' on PATH"),
        (["late.c"], "late has source, but no program: add --build, or run 'cc -O2 -o late late"),
        (["greedy.py"], "has a bot 'Greedy' already: choose another --name"),
        (["greedy.py", "--name", "G", "--game", "kalah"], "the file is for owari: leave --game"),
    ):
        assert sentence in refusal("add", "bots.yaml", *words)
    assert (tmp_path / "bots.yaml").read_text() == FILE


def test_a_file_that_does_not_exist_is_told_of_first(tmp_path: Path) -> None:
    file = tmp_path / "new.yaml"
    done = run("add", str(file), "nobody", "--game", "kalah")
    assert done.exit_code == 2
    assert done.stderr.startswith(f"{file} does not exist: a file for kalah is begun if")
    assert not file.exists()
    file.write_text(FILE)
    assert "does not exist: a file" not in run("add", str(file), "nobody").stderr


@needs_cc
def test_source_is_compiled_when_that_is_asked_for(tmp_path: Path) -> None:
    """Beside other programs too, in a new file."""
    shutil.copy(PROGRAMS / "line/trivial.c", tmp_path / "late.c")
    (tmp_path / "other.py").write_text("print(input())\n")
    assert "It speaks line." in added(tmp_path / "new.yaml", tmp_path / "late.c", "--build")
    (bot,) = load(tmp_path / "new.yaml", least=1).bots
    assert isinstance(bot.player, ProgramSettings)
    assert bot.player.command == (str(tmp_path / "late"),)


def tried_to_compile(team: Team, *, alone: bool) -> Failure | None:
    return compiled(team, settings_of(team, [team], Sandbox()), alone=alone)


@needs_cc
def test_what_the_compiler_says_is_told(tmp_path: Path) -> None:
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad/bad.c").write_text("int main( {\n")
    (team,) = find_teams(tmp_path)
    assert can_compile(team)
    wrong = tried_to_compile(team, alone=True)
    assert wrong
    assert str(wrong).startswith("the compiler left with exit code 1: bad.c:1")
    assert len(wrong.lines) > 1


@needs_cc
@pytest.mark.usefixtures("isolated")
def test_a_build_beside_others_does_nothing_to_them(tmp_path: Path) -> None:
    """A Makefile is in the hands of the program's author."""
    shutil.copy(PROGRAMS / "line/trivial.c", tmp_path / "late.c")
    (tmp_path / "other.py").write_text("print(input())\n")
    made = "late: late.c\n\tcc -o late late.c\n\techo spoilt > other.py\n\techo new > new.py\n"
    (tmp_path / "Makefile").write_text(made + f"\techo spoilt > {tmp_path}/other.py || true\n")
    team = next(team for team in find_teams(tmp_path) if team.name == "late")
    assert team.compiler == "make"
    if not shutil.which("make"):
        pytest.skip("there is no make")
    assert tried_to_compile(team, alone=False) is None
    assert (tmp_path / "other.py").read_text() == "print(input())\n"
    assert (tmp_path / "late").exists()


def test_what_is_compiled(tmp_path: Path) -> None:
    """C, C++ and Java, and nothing that has a program."""
    for name in ("a.c", "b.cpp", "C.java", "d.rs"):
        (tmp_path / name).touch()
    teams = {team.name: can_compile(team) for team in find_teams(tmp_path)}
    assert teams == {"a": True, "b": True, "C": True, "d": False}
    (tmp_path / "bot.py").write_text("print(input())\n")
    assert not can_compile(find_team(str(tmp_path / "bot.py")))
