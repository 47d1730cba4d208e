"""Which programs lie in a folder, how each is started, and what has to be compiled first."""

from __future__ import annotations

import os
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from owari.errors import BadInput
from owari.games.mancala import OWARI
from owari.programs.executable import OUR_READLINE
from owari.registration.recognition import Recognition
from owari.registration.team_search import Team, find_teams, unwritable_names, without_program
from owari.registration.tournament_text import tournament_text

RUNS = "print(input())\n"
ELF = b"\x7fELF" + bytes(60)
PATH = ("python3", "node", "java", "perl", "sh", "mono")


@pytest.fixture(autouse=True)
def interpreters(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is on PATH, whatever the machine has."""
    folder = tmp_path_factory.mktemp("path")
    for name in PATH:
        (folder / name).touch()
        (folder / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setattr("sys.platform", "linux")


def teams(folder: Path, files: dict[str, str | bytes]) -> dict[str, Team]:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        if not path.suffix:
            path.chmod(0o755)
    return {team.name: team for team in find_teams(folder)}


@pytest.mark.parametrize(
    ("file", "content", "words"),
    [
        ("bot.py", RUNS, ("python3", "bot.py")),
        ("bot.js", "", ("node", "bot.js")),
        ("bot.js", "n = +readline( );", ("node", "-r", OUR_READLINE, "bot.js")),
        ("bot.js", "const readline = require('readline')", ("node", "bot.js")),
        ("bot.js", "function readline() {}\nreadline()", ("node", "bot.js")),
        ("bot.pl", "", ("perl", "bot.pl")),
        ("bot.pl", "my %sides = (s => 1);\nsub go { }\n", ("perl", "bot.pl")),
        ("bot.exe", b"MZ\0mscoree.dll\0_CorExeMain\0", ("mono", "bot.exe")),
        ("start.sh", "", ("sh", "start.sh")),
        ("bot", ELF, ("./bot",)),
        ("bot", "#!/usr/bin/env perl\n", ("./bot",)),
        ("bot.txt", "#!/bin/perl -w\n", ("perl", "bot.txt")),
        ("deep/down/bot.py", RUNS, ("python3", "deep/down/bot.py")),
    ],
)
def test_how_a_program_is_started(
    tmp_path: Path, file: str, content: str | bytes, words: tuple[str, ...]
) -> None:
    team = teams(tmp_path, {f"rocket/{file}": content})["rocket"]
    assert team.program
    assert (team.program.words, team.program.problem) == (words, "")
    assert team.folder == tmp_path / "rocket"


@pytest.mark.parametrize(
    ("file", "content", "problem"),
    [
        ("bot.rb", "", "ruby runs it and is not on PATH: install it"),
        (
            "bot.pl",
            ":- use_module(library(lists)).\n",
            "swipl runs it and is not on PATH: install it",
        ),
        ("bot.pl", "play :-\n  board(B).\n", "swipl runs it and is not on PATH: install it"),
        ("bot.x", ELF, "it is not executable: chmod +x bot.x"),
        ("bot.exe", b"MZ\0", "it is a program for Windows: compile it on this machine"),
        ("bot", b"\xcf\xfa\xed\xfe", "it is a program for macOS: compile it on this machine"),
    ],
)
def test_what_keeps_a_program_from_starting(
    tmp_path: Path, file: str, content: str | bytes, problem: str
) -> None:
    team = teams(tmp_path, {f"rocket/{file}": content})["rocket"]
    assert team.program
    assert team.program.problem == problem


@pytest.mark.parametrize(
    ("files", "chosen"),
    [
        (("rocket.py", "main.py", "other.py"), "rocket.py"),
        (("Rocket_.py", "main.py"), "Rocket_.py"),
        (("run.sh", "main.py"), "run.sh"),
        (("abc.py", "main.py"), "main.py"),
        (("abc.py", "my_bot.py"), "my_bot.py"),
        (("abc.py", "below/bot.py"), "below/bot.py"),
        (("abc.py", "below/bcd.py"), "abc.py"),
        (("test_rocket.py", "abc.py", "setup.py"), "abc.py"),
        (("xyz", "abc.py"), "xyz"),
        (("main.rb", "abc.py"), "abc.py"),
        (("Board.py", "MyKalah.py"), "MyKalah.py"),
    ],
)
def test_the_likeliest_of_several_is_chosen(
    tmp_path: Path, files: tuple[str, ...], chosen: str
) -> None:
    contents = {f"rocket/{file}": RUNS if "." in file else ELF for file in files}
    team = teams(tmp_path, contents)["rocket"]
    assert team.program
    assert str(team.program.file) == chosen
    rest = {str(other.file) for other in team.others}
    assert rest | {chosen} == {file for file in files if file not in ("test_rocket.py", "setup.py")}


def test_the_parts_of_a_program_are_no_other_programs(tmp_path: Path) -> None:
    files = {"main.py": "import board\nboard.run()\n", "board.py": RUNS, "only.py": "A = 1\n"}
    team = teams(tmp_path, {f"rocket/{name}": text for name, text in files.items()})["rocket"]
    assert team.program
    assert (str(team.program.file), team.others) == ("main.py", ())


def test_a_module_of_a_program_is_none(tmp_path: Path) -> None:
    files = {"bot.py": "import board\nboard.run()\n", "board.py": "RUNS()\n", "only.py": "A = 1\n"}
    assert list(teams(tmp_path, files)) == ["bot"]
    team = teams(tmp_path, {f"main/{name}": text for name, text in files.items()})["main"]
    assert team.program
    assert str(team.program.file) == "bot.py"


@pytest.mark.parametrize(
    ("files", "command"),
    [
        (("Corner.java", "Board.java"), "javac Board.java Corner.java"),
        (("corner.c",), "cc -O2 -o corner corner.c -lm"),
        (("a b.c",), "cc -O2 -o corner 'a b.c' -lm"),
        (("corner.c", "Makefile"), "make"),
        (("src/main.rs", "Cargo.toml"), "cargo build --release"),
    ],
)
def test_source_without_its_program(tmp_path: Path, files: tuple[str, ...], command: str) -> None:
    team = teams(tmp_path, {f"corner/{file}": "" for file in files})["corner"]
    assert (team.program, team.compiler) == (None, command)


def test_programs_in_the_folder_itself(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        **{"talker.py": RUNS, "corner.c": "", "corner": ELF, "late.c": "", "notes.txt": ""},
        **{"same.py": RUNS, "same.js": "", ".hidden.py": RUNS, "team/bot.py": RUNS},
    }
    found = teams(tmp_path, files)
    assert [*found] == ["team", ".hidden", "corner", "same.js", "same.py", "talker", "late"]
    assert found["late"].compiler == "cc -O2 -o late late.c -lm"
    assert found["corner"].folder == tmp_path


def test_names_are_good_and_differ(tmp_path: Path) -> None:
    names = ("Rocket", "rocket_", "r0cket", "rOcket", "\u200b", "x" * 90, "007")
    found = teams(tmp_path, {f"{name}/bot.py": RUNS for name in names if name.isprintable()})
    assert [*found] == ["007", "r0cket", "Rocket 2", "rOcket 3", "rocket_", "x" * 56]


@pytest.mark.skipif(not shutil.which("javac"), reason="there is no javac")
def test_classes_and_archives_of_java(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    (tmp_path / "corner").mkdir()
    for name, body in {"Bot": "public static void main(String[] a) {}", "Board": ""}.items():
        source = tmp_path / f"{name}.java"
        source.write_text(f"package uni.corner; public class {name} {{ {body} }}\n")
        subprocess.run(["javac", "-d", tmp_path / "corner/out", source], check=True)
        source.unlink()
    program = teams(tmp_path, {})["corner"].program
    assert program
    assert program.words == ("java", "-cp", "out", "uni.corner.Bot")
    (tmp_path / "jar").mkdir()
    for name, manifest in {"library": "", "corner": "Main-Class: Bot\n"}.items():
        with zipfile.ZipFile(tmp_path / f"jar/{name}.jar", "w") as archive:
            archive.writestr("META-INF/MANIFEST.MF", manifest)
    team = teams(tmp_path, {"jar/broken.jar": "PK", "jar/no.class": b"\xca\xfe\xba\xbe"})["jar"]
    assert team.program
    assert (team.program.words, team.others) == (("java", "-jar", "corner.jar"), ())


def test_neither_links_nor_pipes_are_followed(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere/bot.py").write_text(RUNS)
    place = tmp_path / "teams"
    (place / "good").mkdir(parents=True)
    (place / "link").symlink_to(tmp_path / "elsewhere")
    (place / "loop").symlink_to(place)
    (place / "link.py").symlink_to(tmp_path / "elsewhere/bot.py")
    (place / "gone.py").symlink_to("nowhere")
    (place / "good/bot.js").symlink_to("/dev/zero")
    (place / "bell\a.py").write_text(RUNS)
    os.mkfifo(place / "pipe.py")
    found = teams(place, {"good/bot.py": RUNS})
    assert [*found] == ["good"]
    assert found["good"].others == ()
    assert unwritable_names(place) == ["bell\\x07.py"]


def test_a_name_like_an_option_is_no_option(tmp_path: Path) -> None:
    program = teams(tmp_path, {"-c.py": RUNS})["-c"].program
    assert program
    assert program.words[1:] == ("./-c.py",)


def test_what_gave_no_team_is_named(tmp_path: Path) -> None:
    for name in ("team", "empty", ".hidden", "logs"):
        (tmp_path / name).mkdir()
    (tmp_path / "team" / "bot.py").write_text("print(input())\n")
    (tmp_path / "late.zip").write_bytes(b"PK")
    (tmp_path / "notes.txt").write_text("to do\n")
    (tmp_path / "linked").symlink_to(tmp_path / "team")
    teams = find_teams(tmp_path)
    assert [team.name for team in teams] == ["team"]
    assert without_program(tmp_path, teams) == ["empty", "late.zip", "linked"]
    text = tournament_text(teams, {}, OWARI, tmp_path, tmp_path / "bots.yaml")
    assert "  # No program was found in empty, late.zip, linked. Links and" in text


def test_a_folder_without_programs(tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes/letter.txt").touch()
    with pytest.raises(BadInput, match="has no program: put each there, or in a folder of its own"):
        find_teams(tmp_path)
    with pytest.raises(BadInput, match="No such file"):
        find_teams(tmp_path / "none")


def test_no_key_changes_the_rules_of_a_program(tmp_path: Path) -> None:
    """Its entry stays as a comment, though a tournament may forfeit its games."""
    team = teams(tmp_path, {"rocket/bot.py": RUNS})["rocket"]
    keys = {"protocol": "console", "start": {"first": False}}
    then = ("learn", "--within", "10m")
    found = {"rocket": Recognition("", keys, "it sows no goal", then=then, is_final=True)}
    text = tournament_text([team], found, OWARI, tmp_path, tmp_path / "bots.yaml")
    entry = text.split("bots:\n")[1].split("\n\n")[0]
    assert [line.removeprefix("  # ") for line in entry.splitlines()] == [
        "rocket was not understood: rocket/bot.py: it sows no goal.",
        "No key changes its rules.",
        "To see each step:",
        "(cd rocket && owari learn 'python3 bot.py' --within 10m)",
        "The keys below are those that were found.",
        "- name: rocket",
        "  command: [python3, bot.py]",
        "  directory: rocket",
        "  protocol: console",
        "  start: {first: false}",
    ]
