"""`owari tournament` as an instructor types it, with real programs in real processes."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import psutil
import pytest

from owari.cli.tournament import _suspect
from owari.programs.dialogues.protocols import find_protocol
from owari.programs.sandbox import child_process
from owari.programs.sandbox.program_settings import ProgramSettings
from tests.support.command import COMMAND, output, owari
from tests.support.sample_programs import PROGRAMS
from tests.support.terminal import Terminal

SIX_BOTS = f"""\
event: An Evening
seed: 7
time-per-turn: 20s
bots:
  - {{name: Depth 2, engine: alpha-beta, depth: 2}}
  - {{name: Random, engine: random}}
  - {{name: Lowest, command: [{sys.executable}, {PROGRAMS}/line/lowest.py]}}
  - {{name: South Seat, command: [{sys.executable}, {PROGRAMS}/line/south_seat.py]}}
  - name: Talker
    command: [{sys.executable}, {PROGRAMS}/console/talker.py]
    protocol: console
    start: {{first: [s], second: [n]}}
  - name: Redraws
    command: [{sys.executable}, {PROGRAMS}/console/redraws.py]
    protocol: console
    start: {{first: [S], second: [N]}}
"""

THREE_BOTS = """\
bots:
  - {name: Depth 2, engine: alpha-beta, depth: 2}
  - {name: Greedy, engine: greedy}
  - {name: First, engine: first}
"""

WITH_A_SILENT_ONE = f"""\
bots:
  - {{name: Depth 2, engine: alpha-beta, depth: 2}}
  - {{name: Greedy, engine: greedy}}
  - {{name: Silent, command: [{sys.executable}, {PROGRAMS}/bad/silent.py], time-per-turn: 60s}}
  - {{name: First, engine: first}}
"""


def standings(folder: Path, file: str = "bots.yaml") -> Any:
    return json.loads(output("standings", file, "--format", "json", folder=folder))


def game_numbers(folder: Path) -> list[int]:
    with sqlite3.connect(folder / "bots.db") as connection:
        return [number for (number,) in connection.execute("SELECT number FROM games")]


def write(folder: Path, text: str) -> None:
    (folder / "bots.yaml").write_text(text, "utf-8")


def running(program: str, folder: Path) -> list[psutil.Process]:
    """The processes of a program that play in this folder. Other tests may run it too."""
    found = []
    for process in psutil.process_iter(["cmdline"]):
        if program in " ".join(process.info["cmdline"] or ()):
            with suppress(psutil.Error):  # it has just ended, or is a zombie
                if Path(process.cwd()).is_relative_to(folder):
                    found.append(process)
    return found


def nobody_left(program: str, folder: Path) -> None:
    """None of them lives on for long."""
    deadline = time.monotonic() + 60.0
    while left := running(program, folder):
        assert time.monotonic() < deadline, left
        time.sleep(0.05)


def test_every_pair_plays_both_ways_and_there_is_a_champion(tmp_path: Path) -> None:
    write(tmp_path, THREE_BOTS)
    done = owari(tmp_path, "tournament", "bots.yaml")
    assert done.returncode == 0, done.stderr
    lines = [line for line in done.stdout.splitlines() if line.startswith("Game ")]
    assert len(lines) == 6
    assert sorted(game_numbers(tmp_path)) == [1, 2, 3, 4, 5, 6]
    for pair in ("Depth 2 - Greedy", "Greedy - Depth 2", "First - Depth 2", "Greedy - First"):
        assert any(f": {pair} " in line for line in lines)
    assert "Champion: Depth 2" in done.stdout
    assert "Matches" in done.stdout


def test_it_runs_from_another_folder_and_its_programs_in_that_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "class").mkdir()
    bot = (PROGRAMS / "line" / "lowest.py").read_text("utf-8")
    (tmp_path / "class" / "my bot.py").write_text(bot, "utf-8")
    write(
        tmp_path / "class",
        f"""\
bots:
  - {{name: Mine, command: [{sys.executable}, my bot.py]}}
  - {{name: First, engine: first}}
""",
    )
    done = owari(tmp_path, "tournament", "class/bots.yaml")
    assert done.returncode == 0, done.stderr
    assert "Tied champions: Mine, First" in done.stdout  # both play the lowest pit
    assert "forfeit" not in done.stdout.replace("forfeits", "", 1)


def test_a_second_run_plays_nothing_and_a_new_bot_only_its_own_games(tmp_path: Path) -> None:
    write(tmp_path, THREE_BOTS)
    owari(tmp_path, "tournament", "bots.yaml")
    again = owari(tmp_path, "tournament", "bots.yaml")
    assert "6 of 6 games are already played" in again.stderr
    assert "Game " not in again.stdout
    write(tmp_path, THREE_BOTS + "  - {name: Random, engine: random}\n")
    more = owari(tmp_path, "tournament", "bots.yaml")
    lines = [line for line in more.stdout.splitlines() if line.startswith("Game ")]
    assert len(lines) == 6
    assert all("Random" in line for line in lines)


def test_changed_rules_and_bots_are_refused_with_what_changed(tmp_path: Path) -> None:
    write(tmp_path, THREE_BOTS)
    owari(tmp_path, "tournament", "bots.yaml")
    changed = "time-per-turn: 2s\n" + THREE_BOTS.replace("depth: 2", "depth: 3")
    write(tmp_path, changed)
    refused = owari(tmp_path, "tournament", "bots.yaml")
    assert refused.returncode == 2
    assert "time-per-turn was 5s and is 2s now" in refused.stderr
    assert "bot 'Depth 2': depth was 2 and is 3 now" in refused.stderr
    assert "Traceback" not in refused.stderr
    assert len(game_numbers(tmp_path)) == 6


def test_replay_plays_the_games_of_one_bot_again_and_keeps_the_old_ones(tmp_path: Path) -> None:
    write(tmp_path, THREE_BOTS)
    owari(tmp_path, "tournament", "bots.yaml")
    write(tmp_path, THREE_BOTS.replace("depth: 2", "depth: 3"))
    replayed = owari(tmp_path, "tournament", "bots.yaml", "--replay", "Depth 2")
    assert replayed.returncode == 0, replayed.stderr
    lines = [line for line in replayed.stdout.splitlines() if line.startswith("Game ")]
    assert len(lines) == 4
    assert all("Depth 2" in line for line in lines)
    assert len(game_numbers(tmp_path)) == 10  # four are annulled, none is gone
    assert {row["played"] for row in standings(tmp_path)["standings"]} == {4}


def test_replay_of_nobody_names_the_bots(tmp_path: Path) -> None:
    write(tmp_path, THREE_BOTS)
    refused = owari(tmp_path, "tournament", "bots.yaml", "--replay", "Deep Blue")
    assert refused.returncode == 2
    assert "Depth 2, Greedy, First" in refused.stderr


def test_restart_keeps_the_old_results_aside(tmp_path: Path) -> None:
    write(tmp_path, THREE_BOTS)
    owari(tmp_path, "tournament", "bots.yaml")
    write(tmp_path, "games-per-match: 4\n" + THREE_BOTS)
    anew = owari(tmp_path, "tournament", "bots.yaml", "--restart")
    assert anew.returncode == 0, anew.stderr
    assert len(game_numbers(tmp_path)) == 12
    (aside,) = tmp_path.glob("bots-*.db")
    assert standings(tmp_path, aside.name)["standings"][0]["played"] == 4


def test_a_dry_run_prints_the_schedule_and_writes_nothing(tmp_path: Path) -> None:
    write(tmp_path, THREE_BOTS)
    dry = owari(tmp_path, "tournament", "bots.yaml", "--dry-run", "--format", "json")
    assert dry.returncode == 0, dry.stderr
    assert len(json.loads(dry.stdout)["schedule"]) == 6
    assert [path.name for path in tmp_path.iterdir()] == ["bots.yaml"]
    owari(tmp_path, "tournament", "bots.yaml")
    rest = owari(
        tmp_path, "tournament", "bots.yaml", "--dry-run", "--format", "json", "--replay", "First"
    )
    assert len(json.loads(rest.stdout)["schedule"]) == 4


def test_only_the_table_is_on_standard_output_when_a_program_reads_it(tmp_path: Path) -> None:
    write(tmp_path, THREE_BOTS)
    done = owari(tmp_path, "tournament", "bots.yaml", "--format", "json")
    assert json.loads(done.stdout)["standings"][0]["bot"] == "Depth 2"
    assert "Game 1: Depth 2 - Greedy" in done.stderr


def test_bad_files_are_told_at_once_and_no_game_is_played(tmp_path: Path) -> None:
    write(
        tmp_path,
        """\
tiem-per-turn: 5s
bots:
  - {name: A, engine: greedy}
  - {name: A, command: ./nothing-here}
""",
    )
    refused = owari(tmp_path, "tournament", "bots.yaml")
    assert refused.returncode == 2
    assert "bots.yaml:1:" in refused.stderr
    assert "time-per-turn" in refused.stderr
    assert "bots.yaml:4:" in refused.stderr
    assert "nothing-here" in refused.stderr
    assert not (tmp_path / "bots.db").exists()


@pytest.mark.parametrize("words", [("nothing.yaml",), (".",), ("bots.yaml", "--results", ".")])
def test_no_traceback_for_what_is_not_a_file(tmp_path: Path, words: tuple[str, ...]) -> None:
    write(tmp_path, THREE_BOTS)
    refused = owari(tmp_path, "tournament", *words)
    assert refused.returncode == 2
    assert "Traceback" not in refused.stderr
    assert refused.stderr.startswith("Error: ")


def test_a_faulty_program_loses_its_games_and_nothing_else(tmp_path: Path) -> None:
    write(
        tmp_path,
        f"""\
bots:
  - {{name: Greedy, engine: greedy}}
  - {{name: First, engine: first}}
  - {{name: Crashes, command: [{sys.executable}, {PROGRAMS}/bad/crashes.py]}}
""",
    )
    done = owari(tmp_path, "tournament", "bots.yaml")
    assert done.returncode == 0, done.stderr
    rows = {row["bot"]: row for row in standings(tmp_path)["standings"]}
    assert rows["Crashes"]["forfeits"] == 4
    assert rows["Greedy"]["played"] == rows["First"]["played"] == 4
    assert "Crashes forfeits: Crashes left with exit code 1" in done.stdout


def test_what_plays_at_random_plays_the_same_in_every_run(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        write(tmp_path / name, THREE_BOTS + "  - {name: Random, engine: random}\n")
        owari(tmp_path / name, "tournament", "bots.yaml")
    assert standings(tmp_path / "one") == standings(tmp_path / "two")


def test_ctrl_c_stops_at_once_and_says_how_to_go_on(tmp_path: Path) -> None:
    write(tmp_path, WITH_A_SILENT_ONE)
    terminal = Terminal("tournament", "bots.yaml", folder=tmp_path)
    terminal.expect("Game ")
    terminal.expect("Silent")  # in the progress bar: its game goes on
    terminal.keys("\x03")
    terminal.expect("To continue: owari tournament bots.yaml")
    assert terminal.end() == 130
    nobody_left("silent.py", tmp_path)
    played = set(game_numbers(tmp_path))
    write(tmp_path, WITH_A_SILENT_ONE.replace("bad/silent.py", "line/lowest.py"))
    done = owari(tmp_path, "tournament", "bots.yaml", "--replay", "Silent")
    assert done.returncode == 0, done.stderr
    assert played <= set(game_numbers(tmp_path))
    assert {row["played"] for row in standings(tmp_path)["standings"]} == {6}


def test_two_runs_on_one_results_file(tmp_path: Path) -> None:
    write(tmp_path, WITH_A_SILENT_ONE)
    first = Terminal("tournament", "bots.yaml", folder=tmp_path)
    first.expect("Silent")
    second = owari(tmp_path, "tournament", "bots.yaml")
    assert second.returncode == 2
    assert "in use" in second.stderr
    first.keys("\x03")
    assert first.end() == 130


def test_a_referee_that_is_killed_leaves_no_program_behind(tmp_path: Path) -> None:
    write(tmp_path, WITH_A_SILENT_ONE)
    terminal = Terminal("tournament", "bots.yaml", folder=tmp_path)
    terminal.expect("Silent")
    deadline = time.monotonic() + 60.0
    while not running("silent.py", tmp_path):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    terminal.kill(signal.SIGKILL)
    nobody_left("silent.py", tmp_path)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux hands orphans on")
@pytest.mark.parametrize("whom", ["the command", "all of it"])
def test_a_referee_that_is_killed_leaves_no_stray_and_no_temporary_file(
    tmp_path: Path, whom: str
) -> None:
    """One program has a child in a session of its own, one thinks for ever, and one is stopped."""
    stray = str(tmp_path / "stray")
    write(
        tmp_path,
        f"""\
time-per-turn: 60s
bots:
  - {{name: Daemon, command: [{sys.executable}, {PROGRAMS}/bad/leaves_daemon.py, {stray}]}}
  - {{name: Silent, command: [{sys.executable}, {PROGRAMS}/bad/silent.py, {stray}]}}
""",
    )
    (tmp_path / "temporary").mkdir()
    run = subprocess.Popen(
        [*COMMAND, "tournament", "bots.yaml"],
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "TMPDIR": str(tmp_path / "temporary")},
    )
    deadline = time.monotonic() + 60.0
    while not any(
        f"{PROGRAMS}/bad/silent.py" in each.info["cmdline"] for each in with_marker(stray)
    ):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    slots = psutil.Process(run.pid).children() if whom == "all of it" else []
    for process in (psutil.Process(run.pid), *slots):
        process.kill()
    run.wait()
    if whom == "the command":
        nobody_left(stray, tmp_path)
        while list((tmp_path / "temporary").iterdir()):
            assert time.monotonic() < deadline
            time.sleep(0.05)
    else:  # nobody is left who could end the stray; it ends by itself after 30 seconds
        nobody_left("silent.py", tmp_path)
        nobody_left("leaves_daemon.py", tmp_path)
        for process in with_marker(stray):
            process.kill()


def with_marker(marker: str) -> list[psutil.Process]:
    return [
        process
        for process in psutil.process_iter(["cmdline"])
        if marker in " ".join(process.info["cmdline"] or ())
    ]


def test_a_game_is_kept_with_all_that_was_said(tmp_path: Path) -> None:
    write(
        tmp_path,
        f"""\
time-per-turn: 20s
bots:
  - {{name: "../<b>=Paints", command: [{sys.executable}, {PROGRAMS}/bad/paints.py]}}
  - {{name: Greedy, engine: greedy}}
""",
    )
    done = owari(tmp_path, "tournament", "bots.yaml", "--logs", "said/tonight")
    assert done.returncode == 0, done.stderr
    assert all(c.isprintable() or c == "\n" for c in done.stdout + done.stderr)
    assert "--logs" not in done.stdout
    logs = tmp_path / "said" / "tonight"
    assert sorted(str(path.relative_to(logs)) for path in logs.rglob("*.*")) == [
        "0001-b_Paints-Greedy/game.pgn",
        "0001-b_Paints-Greedy/south-b_Paints.log",
        "0002-Greedy-b_Paints/game.pgn",
        "0002-Greedy-b_Paints/north-b_Paints.log",
    ]
    game, log = (
        (logs / "0001-b_Paints-Greedy" / name).read_text("utf-8")
        for name in ("game.pgn", "south-b_Paints.log")
    )
    assert all(c.isprintable() or c == "\n" for c in game + log)
    assert "]0;owned [2J [31m <script>alert(1)</script>" in " ".join(game.split())
    assert "x" * 501 not in game
    assert "= left with" in log or "= was ended" in log
    page = output("standings", "bots.yaml", "--format", "html", folder=tmp_path)
    assert "<script>" not in page
    assert "<b>" not in page
    table = output("standings", "bots.yaml", "--format", "csv", folder=tmp_path)
    assert "unreadable output" in table
    shown = output("show", "bots.yaml", "1", "--moves", folder=tmp_path)
    assert all(c.isprintable() or c == "\n" for c in shown)


def test_logs_that_a_full_disk_cuts_off_are_told_of_at_once_and_at_the_end(tmp_path: Path) -> None:
    """The disk has room for a part of one dialogue."""
    logs = tmp_path / "logs"
    logs.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=4k", "none", str(logs)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("no small disk can be made here")
    try:
        program = f"[{sys.executable}, {PROGRAMS}/bad/long_comment.py]"
        bots = f"  - {{name: A, command: {program}}}\n  - {{name: Greedy, engine: greedy}}\n"
        write(tmp_path, f"time-per-turn: 20s\nbots:\n{bots}")
        done = owari(tmp_path, "tournament", "bots.yaml", "--logs", "logs")
    finally:
        subprocess.run(["umount", "--lazy", str(logs)], check=True)
    assert done.returncode == 0, done.stderr
    first, _ = (line for line in done.stdout.splitlines() if line.startswith("Game "))
    sentence = r"^A log is not whole: (\S+) cannot be written: No space left on device\. The games"
    found = re.search(sentence, done.stdout, re.MULTILINE)
    assert found
    assert found.start() < done.stdout.index(first)
    last = done.stderr.splitlines()[-1]
    assert re.match(r"The logs are not whole: this happened \d times, first that ", last)
    assert last.endswith(f" {found[1]} cannot be written: No space left on device.")


def test_logs_need_a_folder_that_can_be_written_to(tmp_path: Path) -> None:
    write(tmp_path, THREE_BOTS)
    for name, sentence in (
        ("bots.yaml/logs", "--logs bots.yaml/logs: nothing can be written there: Not a directory"),
        ("bots.yaml", "--logs bots.yaml: this is a file; name a folder"),
        ("", "--logs: the name of a folder is missing"),
    ):
        refused = owari(tmp_path, "tournament", "bots.yaml", "--logs", name)
        assert (refused.returncode, refused.stderr) == (2, f"Error: {sentence}\n")
    assert not (tmp_path / "bots.db").exists()


def test_a_sandbox_is_told_and_may_change_between_two_runs(tmp_path: Path) -> None:
    bots = f"""\
bots:
  - {{name: Lowest, command: [{sys.executable}, {PROGRAMS}/line/lowest.py]}}
  - {{name: First, engine: first}}
"""
    write(tmp_path, f"sandbox: none\n{bots}")
    done = owari(tmp_path, "tournament", "bots.yaml")
    assert "Programs run without a sandbox." in done.stderr
    write(tmp_path, f"memory: 100MB\nfile-size: 1MB\n{bots}")
    again = owari(tmp_path, "tournament", "bots.yaml")
    assert again.returncode == 0, again.stderr
    assert "2 of 2 games are already played." in again.stderr
    assert "100 MB of memory, files of 1 MB" in again.stderr


@pytest.mark.skipif(child_process.native is None, reason="owari was installed without a C compiler")
def test_a_sandbox_that_is_not_there_is_an_error_before_any_game(tmp_path: Path) -> None:
    write(
        tmp_path,
        f"""\
sandbox: isolated
bots:
  - {{name: Lowest, command: [{sys.executable}, {PROGRAMS}/line/lowest.py]}}
  - {{name: First, engine: first}}
""",
    )
    # Behind a filter of system calls that lets nobody make namespaces, as we put programs there.
    refused = child_process.Spawned(
        [*COMMAND, "tournament", "bots.yaml"],
        directory=tmp_path,
        environment=dict(os.environ),
        streams=(subprocess.DEVNULL, subprocess.DEVNULL, subprocess.PIPE),
        limits=(),
        isolation=(False, (), -1, -1, (-1, -1), 0, (), True, -1, ()),
    )
    said = refused.stderr.read().decode()
    assert refused.wait() == 2
    assert said.startswith(
        "Error: bots.yaml: sandbox isolated: this system refuses namespaces (namespaces: "
    )
    assert not (tmp_path / "bots.db").exists()


def test_who_ends_its_referee_gains_nothing_and_is_named(tmp_path: Path) -> None:
    """It does so whenever it is asked for a move; it plays nobody to the end."""
    bots = f"""\
sandbox: none
bots:
  - {{name: Killer, command: [{sys.executable}, {PROGRAMS}/bad/kills_referee.py]}}
  - {{name: Lowest, command: [{sys.executable}, {PROGRAMS}/line/lowest.py]}}
"""
    write(tmp_path, bots)
    done = owari(tmp_path, "tournament", "bots.yaml")
    assert done.returncode == 0, done.stderr
    lost = "Killer: the process that played it died, on the turn of Killer"
    assert f"Game 2, Lowest - {lost}" in done.stdout
    table = standings(tmp_path)
    assert [(row["bot"], row["points"]) for row in table["standings"]] == [
        ("Lowest", 2),
        ("Killer", 0),
    ]
    assert table["forfeits"] == [{"bot": "Killer", "ended the referee": 2}]
    named = "A process that plays games died 2 times. In play were Killer 2 (2 on its own turn)"
    assert any(note.startswith(named) for note in table["notes"])
    # It comes back repaired.
    write(tmp_path, bots.replace("bad/kills_referee.py", "line/lowest.py"))
    again = owari(tmp_path, "tournament", "bots.yaml", "--replay", "Killer")
    assert again.returncode == 0, again.stderr
    table = standings(tmp_path)
    assert {row["points"] for row in table["standings"]} == {1}
    assert "died" not in " ".join(table["notes"])


def test_programs_that_ponder_without_cores_of_their_own_are_told_of(tmp_path: Path) -> None:
    cores = len(psutil.Process().cpu_affinity()) if hasattr(psutil.Process, "cpu_affinity") else 0
    if not cores:
        pytest.skip("the cores that we may use are not known here")
    bots = f"""\
pondering: true
concurrency: {cores}
bots:
  - {{name: Lowest, command: [{sys.executable}, {PROGRAMS}/line/lowest.py]}}
  - {{name: First, engine: first}}
"""
    write(tmp_path, bots)
    done = owari(tmp_path, "tournament", "bots.yaml")
    assert done.returncode == 0, done.stderr
    need = f"This machine has {cores}, and concurrency: {cores} needs {2 * cores}."
    assert need in done.stderr
    write(tmp_path, bots.replace("pondering: true", "pondering: false"))
    done = owari(tmp_path, "tournament", "bots.yaml", "--restart")
    assert "Unfair" not in done.stderr


@pytest.mark.slow
@pytest.mark.nightly
def test_killed_at_ten_moments_it_ends_as_an_undisturbed_run_does(tmp_path: Path) -> None:
    for name in ("undisturbed", "killed"):
        (tmp_path / name).mkdir()
        write(tmp_path / name, SIX_BOTS)
    done = owari(tmp_path / "undisturbed", "tournament", "bots.yaml")
    assert done.returncode == 0, done.stderr

    random = Random(20211127)
    for _ in range(10):
        with subprocess.Popen(
            [*COMMAND, "tournament", "bots.yaml"],
            cwd=tmp_path / "killed",
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            process_group=0,
        ) as run:
            assert run.stdout is not None
            for _ in range(random.randrange(4)):
                run.stdout.readline()
            time.sleep(random.uniform(0.0, 0.3))
            os.killpg(run.pid, signal.SIGKILL)
    last = owari(tmp_path / "killed", "tournament", "bots.yaml")
    assert last.returncode == 0, last.stderr

    numbers = game_numbers(tmp_path / "killed")
    assert sorted(numbers) == list(range(1, 31))  # each once
    assert standings(tmp_path / "killed") == standings(tmp_path / "undisturbed")
    nobody_left(str(PROGRAMS / "console"), tmp_path)
    nobody_left(str(PROGRAMS / "line"), tmp_path)


def test_who_was_in_all_void_games_is_named_with_what_helps() -> None:
    settings = ProgramSettings(("x",), Path(), protocol=find_protocol("line").settings())
    isolated = replace(settings, sandbox=replace(settings.sandbox, level="isolated"))

    def suspect(player: object) -> str:
        bad, good, better = (SimpleNamespace(name=n, player=player) for n in "ABC")
        pairs = (bad, good), (better, bad)
        void: Any = [SimpleNamespace(south=south, north=north) for south, north in pairs]
        return _suspect(void)

    assert suspect(settings) == ", all of them with A: remove this bot, or set sandbox: isolated"
    assert suspect(isolated) == ", all of them with A: remove this bot"
