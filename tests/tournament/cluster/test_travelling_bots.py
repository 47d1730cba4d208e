"""Bots that travel: what goes with them, and what a machine must have."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from owari.errors import BadInput
from owari.games.mancala import OWARI
from owari.players.player import TimeControl
from owari.programs.dialogues.line import LineProtocol
from owari.programs.executable import BadCommand
from owari.programs.sandbox.program_settings import ProgramSettings, Sandbox
from owari.results.game_log import About
from owari.tournament.cluster.travelling_bots import (
    Luggage,
    Need,
    arrived,
    folder_names,
    machine_code,
    problem_of,
    unpack,
)
from owari.tournament.file.tournament_settings import BotConfig
from owari.tournament.run.slot import GameSpec


def spec(folder: Path, *command: str, hidden: tuple[Path, ...] = ()) -> GameSpec:
    environment = (("BOOK", str(folder / "book.txt")), ("LEVEL", "3"))
    program = ProgramSettings(
        command, folder, environment, protocol=LineProtocol(), sandbox=Sandbox(hidden=hidden)
    )
    bot = BotConfig("Rocket", TimeControl(), program, "")
    return GameSpec(1, 1, OWARI, bot, replace(bot, name="Other"), About(), logs=Path("logs"))


def settled(game: GameSpec, cache: Path) -> ProgramSettings:
    """South's program on the other machine."""
    cache.mkdir()
    luggage = Luggage(())
    travelling = luggage.travelling(game)
    for name in folder_names(travelling):
        unpack(luggage.archives[name], cache)
    assert travelling.logs is None
    program = arrived(travelling, cache).south.player
    assert isinstance(program, ProgramSettings)
    return program


def test_paths_into_the_folder_lead_into_it_on_the_other_machine(tmp_path: Path) -> None:
    bot, other = tmp_path / "bot", tmp_path / "other"
    for folder in (bot, other):
        folder.mkdir()
    (bot / "run.sh").write_text("#!/bin/sh\n")
    game = spec(bot, str(bot / "run.sh"), "--book", str(bot / "a" / "b"), "c", hidden=(other,))
    program = settled(game, tmp_path / "cache")
    there = program.directory
    assert there.parent == tmp_path / "cache"
    assert (there / "run.sh").read_text() == "#!/bin/sh\n"
    assert program.command == (f"{there}/run.sh", "--book", f"{there}/a/b", "c")
    assert program.environment == (("BOOK", f"{there}/book.txt"), ("LEVEL", "3"))
    assert program.sandbox.hidden == (tmp_path / "cache",)


def test_an_interpreter_is_looked_up_where_the_bot_arrives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bot").mkdir()
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "curious").symlink_to(sys.executable)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    game = spec(tmp_path / "bot", "/nowhere/curious", "bot.py")
    assert settled(game, tmp_path / "cache").command == (f"{tmp_path}/bin/curious", "bot.py")
    assert problem_of(Need("Rocket", "/nowhere/curious", "")) == ""
    missing = Need("Rocket", "/nowhere/else", "")
    assert problem_of(missing).startswith("Rocket: there is no program 'else' on PATH")
    with pytest.raises(BadCommand):
        arrived(Luggage(()).travelling(spec(tmp_path / "bot", "/nowhere/else")), tmp_path)


def test_a_program_for_another_machine_is_named(tmp_path: Path) -> None:
    header = bytearray(Path(sys.executable).resolve().read_bytes()[:64])
    assert header[:4] == b"\x7fELF"
    header[18] = 243
    program = tmp_path / "bot"
    program.write_bytes(header)
    assert machine_code(str(program)) == "ELF RISC-V"
    luggage = Luggage(())
    luggage.travelling(spec(tmp_path, str(program)))
    problems = {problem_of(need) for need in luggage.needs}
    here = machine_code(sys.executable)
    assert f"Rocket is a program for ELF RISC-V, and this machine is {here}" in problems


def test_what_lies_beside_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bot").mkdir()
    (tmp_path / "engine.jar").write_bytes(b"")
    game = spec(tmp_path / "bot", "/usr/bin/java", "-jar", "../engine.jar")
    with pytest.raises(BadInput, match=r"Rocket: \.\./engine\.jar lies outside of"):
        Luggage(()).travelling(game)


def test_bots_of_one_folder_have_one_archive(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("")
    luggage = Luggage(())
    travelling = luggage.travelling(spec(tmp_path, "/usr/bin/python3", "bot.py"))
    assert len(luggage.archives) == 1
    assert {*folder_names(travelling)} == {*luggage.archives}
