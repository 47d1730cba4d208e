"""`owari play` with programs at the table: they play, fail, and leave nothing behind."""

from __future__ import annotations

import signal
import sys
import time
from pathlib import Path

import psutil
import pytest

from owari.games.mancala import OWARI
from owari.programs.program import ProgramPlayer
from owari.programs.sandbox.child_process import Held
from owari.records.pgn import read_games
from owari.records.record import Result, Termination
from tests.cli.test_play import LOWEST, at_table, in_shell, kept
from tests.support.command import run
from tests.support.sample_programs import PROGRAMS
from tests.support.terminal import Terminal

CRASHES = PROGRAMS / "bad" / "crashes.py"
GRABS = PROGRAMS / "bad" / "grabs_terminal.py"
TALKER = PROGRAMS / "console" / "talker.py"


@pytest.mark.parametrize("how", ["hang up", "terminate"])
def test_no_program_survives(tmp_path: Path, how: str) -> None:
    north = f"{sys.executable} {LOWEST}"
    screen = at_table(tmp_path, "--south", "human", "--north", north, "--first", "south")
    screen.ask("South's pit", "4")
    screen.expect("South's pit")
    *_, bot = psutil.Process(screen.pid).children(recursive=True)  # behind its init
    if how == "hang up":
        screen.hang_up()
    else:
        assert screen.kill(signal.SIGTERM) == 130
    assert not bot.is_running()
    assert len(kept(tmp_path).plies) == 2


@pytest.mark.skipif(sys.platform != "linux", reason="needs Linux's signal at a parent's death")
def test_no_program_outlives_a_table_that_is_killed(tmp_path: Path) -> None:
    """It thinks for half a minute, and hears of nothing."""
    north = f"{sys.executable} {PROGRAMS / 'bad' / 'late.py'} 30"
    words = ("--south", "human", "--north", north, "--first", "south")
    screen = Terminal("play", *words, folder=tmp_path, TMPDIR=str(tmp_path))
    screen.ask("South's pit", "4")
    screen.expect("South (human)", "thinking...")
    *_, bot = psutil.Process(screen.pid).children(recursive=True)  # behind its init
    screen.kill()
    deadline = time.monotonic() + 60.0
    while bot.is_running() and bot.status() != psutil.STATUS_ZOMBIE:
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_two_programs(tmp_path: Path) -> None:
    north = f"{sys.executable} {LOWEST}"
    screen = at_table(tmp_path, "--south", "greedy", "--north", north, "--first", "north")
    assert screen.end() == 0
    record = kept(tmp_path)
    outcome = record.final.outcome()
    assert outcome is not None
    assert f"Final score: South {outcome.south}, North {outcome.north}." in screen.seen
    assert f"North ({north}) plays pit 7." in screen.seen
    assert (record.south, record.north) == ("greedy", north)


def test_between_two_programs_each_board_is_drawn_and_each_move_may_wait(tmp_path: Path) -> None:
    words = ("--south", "greedy", "--north", "first", "--first", "south", "--step")
    names = ("--south-name", "Ann", "--north-name", "Bob the bot")
    screen = at_table(tmp_path, *words, *names)
    for line, said in [
        ("4", "A computer player moves for South; type help."),
        ("undo", "No typed move can be taken back yet."),
        ("nonsense", "A computer player moves for South; type help."),
        ("board", "South, to move\n"),
        ("resign", "Does South (Ann) resign (yes or no)? "),
        ("no", "The game continues."),
        ("", "South (Ann) plays pit 3."),
        ("", "North (Bob the bot) plays pit 7."),
    ]:
        if line != "no":
            screen.expect("press Enter for its move, or type help: ")
        screen.type(line)
        screen.expect(said)
    screen.ask("Ply 3, South (Ann): press Enter", "quit")
    assert screen.end() == 0
    screen = Terminal("play", "--load", tmp_path / "game.pgn", "--no-step", folder=tmp_path)
    assert screen.end() == 0
    record = kept(tmp_path)
    assert (record.south, record.north) == ("Ann", "Bob the bot")
    assert screen.seen.count("to move\n") == len(record.plies) - 2
    assert "South (Ann) wins by" in screen.seen or "North (Bob the bot) wins by" in screen.seen


def test_a_console_program_of_a_file_plays_the_game_of_the_file(tmp_path: Path) -> None:
    text = f"""\
game: othello
bots:
  - {{name: Letters, command: [{sys.executable}, {LOWEST}], protocol: console}}
  - {{name: First, engine: first}}
"""
    (tmp_path / "squares.yaml").write_text(text)
    seats = ["--south", "greedy", "--north", f"{tmp_path}/squares.yaml:Letters"]
    done = run("play", "--first", "south", *seats)
    assert done.exit_code == 2
    assert "the settings of Letters are for othello: add --game othello" in done.output


def test_a_program_that_crashes_forfeits(tmp_path: Path) -> None:
    north = f"{sys.executable} {CRASHES}"
    screen = at_table(tmp_path, "--south", "first", "--north", north, "--first", "south")
    assert screen.end() == 0
    ending = kept(tmp_path).ending
    assert ending.result is Result.SOUTH
    assert ending.termination.is_fault
    assert "stops playing" in screen.seen
    assert ending.reason in screen.seen
    assert "South (first) wins." in screen.seen


def test_a_program_has_no_way_to_the_persons_terminal(tmp_path: Path) -> None:
    south = f"{sys.executable} {GRABS}"
    screen = at_table(tmp_path, "--first", "south", "--south", south, "--logs", "said")
    screen.expect("OSError")  # what it says of its attempt
    screen.ask("North's pit (7-12): ", "quit")
    screen.end()
    assert "GRABBED" not in screen.seen
    (log,) = (tmp_path / "said").iterdir()
    assert log.name.startswith("south-")
    assert "< 0 comment OSError" in log.read_text()


def test_undo_against_a_program_starts_it_anew(tmp_path: Path) -> None:
    north = f"{sys.executable} {LOWEST}"
    screen = at_table(tmp_path, "--south", "human", "--north", north, "--first", "south")
    screen.ask("South's pit", "4", "0", "undo", "undo", "5")
    screen.ask("South's pit", "quit")
    assert screen.end() == 0
    assert [ply.move.cell for ply in kept(tmp_path).plies] == [5, 7]


def test_a_program_that_prompts_a_person(tmp_path: Path) -> None:
    """It can be played from a tournament file, but not from the middle of a game."""
    (tmp_path / "bots.yaml").write_text(
        "bots:\n- {name: First, engine: first}\n- name: Talker\n  protocol: console\n"
        f"  command: [{sys.executable}, {TALKER}]\n  start: {{first: [s], second: [n]}}\n"
    )
    screen = at_table(tmp_path, "--south", "bots.yaml:Talker", "--first", "north")
    screen.ask("Ply 1, North's pit", "8")
    screen.ask("Ply 3, North's pit", "undo")
    screen.ask("Ply 1, North's pit", "9")
    screen.ask("Ply 3, North's pit", "7")
    screen.ask("Ply 5, North's pit", "undo")
    screen.expect("The game is unchanged: Talker cannot go back to an earlier move.")
    screen.ask("Ply 5, North's pit", "quit")
    assert screen.end() == 0
    assert [ply.move.cell for ply in kept(tmp_path).plies][::2] == [9, 7]
    words = ("--load", tmp_path / "game.pgn", "--south", "bots.yaml:Talker")
    screen = Terminal("play", *words, folder=tmp_path)
    assert screen.end() == 2
    assert "Talker can play only from the start of a game" in screen.seen


def test_an_agent_at_the_table(tmp_path: Path) -> None:
    agent = f"{sys.executable} {PROGRAMS / 'mkagent' / 'greedy.py'}"
    words = ("--game", "manchester", "--protocol", "mkagent", "--north", agent, "--first", "south")
    screen = at_table(tmp_path, "--south", "human", *words)
    screen.ask("Ply 1, South's pit (0-6): ", "3")
    screen.expect("swaps: the board turns round, and South (human) is to move.")
    screen.ask("Ply 3, South's pit (0-6): ", "1")
    screen.expect("also wrote 'DEBUG: gains are")
    screen.ask(", South's pit (0-6): ", "undo", "quit")
    assert "cannot go back to an earlier move" in screen.seen
    assert screen.end() == 0


def test_a_program_needs_a_folder_to_run_in(tmp_path: Path) -> None:
    line = "mkdir gone; cd gone; rmdir ../gone; $OWARI play --first south --depth 1 --north cat"
    run = in_shell(tmp_path, line)
    said = "Error: --north: the current folder no longer exists, and programs run in it\n"
    assert (run.returncode, run.stderr) == (2, said)


def test_a_program_has_the_time_that_is_given(tmp_path: Path) -> None:
    north = f"{sys.executable} {PROGRAMS / 'bad' / 'late.py'} 5"
    words = ("--south", "first", "--north", north, "--first", "south", "--time", "100ms")
    screen = at_table(tmp_path, *words)
    assert screen.end() == 0
    ending = kept(tmp_path).ending
    assert ending.termination is Termination.TIMED_OUT
    assert f"{ending.reason}.\n".startswith(f"{north} did not move within 0.1 s")
    assert f"The game is over: {north} did not" in screen.seen


@pytest.mark.parametrize(
    ("side", "whose"), [(("play", "--south"), "its"), (("relay", "--us"), "our")]
)
def test_a_program_that_could_not_play_freely_loses_nothing(
    side: tuple[str, str], whose: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def held(*_: object) -> None:
        raise Held("the machine has run out of memory")

    monkeypatch.setattr(ProgramPlayer, "choose", held)
    command, option = side
    program = f"{sys.executable} {PROGRAMS / 'line' / 'lowest.py'}"
    file = tmp_path / "game.pgn"
    first = "south" if command == "play" else "us"
    words = (command, option, program, "--first", first, "--record", str(file))
    done = run(*words, typed="yes\n0\nquit\n")
    assert f"Continue by hand, and type {whose} moves too" in done.output
    assert (done.exit_code, "machine has run out of memory." in done.output) == (0, True)
    (record,) = read_games(file.read_text())
    assert [ply.move for ply in record.plies] == [OWARI.parse_move("S0")]
    assert record.ending.termination is Termination.UNFINISHED
