"""`owari play`, by people at a real terminal."""

from __future__ import annotations

import os
import pty
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from owari.games.game import Outcome
from owari.games.mancala import OWARI
from owari.records.pgn import read_game
from owari.records.record import GameRecord, Result, Termination
from tests.support.command import COMMAND, run
from tests.support.sample_programs import PROGRAMS
from tests.support.terminal import Terminal

LOWEST = PROGRAMS / "line" / "lowest.py"


def at_table(folder: Path, *words: str | Path) -> Terminal:
    return Terminal("play", "--record", folder / "game.pgn", *words, folder=folder)


def kept(folder: Path) -> GameRecord:
    return read_game((folder / "game.pgn").read_text())


def test_a_whole_game_with_wrong_input_at_every_prompt(tmp_path: Path) -> None:
    screen = at_table(tmp_path)
    screen.ask("You are North. Who moves first, south or north? ", "nobody", "me")
    screen.expect("Look-ahead")
    screen.type("many")
    screen.expect("from 1 to 99; a time has a unit, such as 5s.")
    screen.ask("Look-ahead", "1")
    while screen.expect("North's pit (7-12): ", "game is over").endswith(": "):
        screen.type("nonsense")
        offered = re.search(r"play (\d+)", screen.expect(", or type help."))
        assert offered
        screen.ask("North's pit (7-12): ", offered[1])
    assert screen.end() == 0
    record = kept(tmp_path)
    outcome = record.final.outcome()
    assert outcome is not None
    assert f"Final score: South {outcome.south}, North {outcome.north}." in screen.seen
    winner = "South (engine)" if outcome.south > outcome.north else "North (human)"
    assert f"{winner} wins by {abs(outcome.south - outcome.north)}." in screen.seen
    assert (record.south, record.north) == ("engine", "human")


def test_the_engine_says_what_it_plays_and_what_it_expects_when_asked(tmp_path: Path) -> None:
    screen = at_table(tmp_path, "--first", "south", "--depth", "3", "--evaluation", "goals")
    screen.expect("South (engine) plays pit ")
    said = screen.expect("North's pit (7-12): ")
    assert "expects" not in said
    screen.type("plan")
    said = screen.expect("North's pit")
    assert re.search(r"expects (\d+), line \d+ \1 \d+, depth 3, estimated margin [+−]\d+, ", said)
    screen.ask(" (", "depth 2", "hint")
    assert "looks 2 plies ahead" in screen.seen
    said = screen.expect("an estimate.", ", exact.")
    assert re.search(r"The best move is pit \d.*: final margin [+−]?\d+, ", said)
    screen.ask("pit (", "quit")
    assert screen.end() == 0
    assert "--depth 2 " in kept(tmp_path).table


def test_a_hint_says_what_the_best_pits_are_worth(tmp_path: Path) -> None:
    """Proved, however far the engine looks ahead when it plays."""
    position = ("--position", "0,0,1,0,1,1,14,0,3,0,2,0,0,14 S")
    screen = at_table(tmp_path, "--south", "human", "--depth", "1", *position)
    screen.ask("South's pit", "hint")
    screen.expect("The best move is pit 2 or 5: final margin −2, exact.\n")
    screen.ask("South's pit", "2")
    screen.ask("North's pit", "hint")
    screen.expect(": final margin +2, exact.\n")
    screen.ask("North's pit", "quit")
    assert screen.end() == 0


def test_commands_of_two_people(tmp_path: Path) -> None:
    screen = at_table(tmp_path, "--south", "human", "--first", "south")
    screen.ask("South's pit (0-5): ", "undo", "4")
    assert "No typed move can be taken back yet." in screen.seen
    screen.ask("North's pit (7-12): ", "4", "undo")
    assert "Pit 4 is South's, and North is to move; play 7, 8, 9, 10, 11 or 12." in screen.seen
    screen.ask("South's pit (0-5): ", "3")
    assert "Taken back: pit 4." in screen.seen
    screen.ask("North's pit (7-12): ", "moves", "board", "help", "hint", "save copy.pgn")
    screen.ask("North's pit (7-12): ", "save copy.pgn", "save " + "long" * 100, "save ~nobody/x")
    screen.ask("North's pit (7-12): ", "resign now", "resign")
    screen.ask("Does North (human) resign (yes or no)? ", "perhaps", "no")
    screen.expect("The game continues.")
    screen.ask("North's pit (7-12): ", "resign")
    screen.ask("(yes or no)? ", "yes")
    screen.expect("North (human) resigns.")
    assert "The file copy.pgn exists already; name another file." in screen.seen
    assert "File name too long." in screen.seen
    assert "This command stands alone; 'now' cannot follow it." in screen.seen
    assert screen.end() == 0
    assert "South (human) wins." in screen.seen
    record = kept(tmp_path)
    assert record.ending == (Result.SOUTH, Outcome(1, 0), Termination.RESIGNED, "North resigned")
    assert [ply.move.cell for ply in record.plies] == [3]
    copy = read_game((tmp_path / "copy.pgn").read_text())
    assert (copy.plies, copy.ending.termination) == (record.plies, Termination.UNFINISHED)


@pytest.mark.parametrize(
    "keys", ["\0\n", "\x07\x1b[A\n", "\t\n", "9" * 4000 + "\n", "\udcff\udcfe\n", "４\n", "+4\n"]
)
def test_strange_keys_are_answered_by_a_sentence(tmp_path: Path, keys: str) -> None:
    screen = at_table(tmp_path, "--south", "human", "--first", "south")
    screen.expect("South's pit (0-5): ")
    screen.bytes(keys.encode(errors="surrogateescape"))
    screen.expect("is neither a pit nor a command; play 0, 1, 2, 3, 4 or 5, or type help.")
    screen.ask("South's pit (0-5): ", "quit")
    assert screen.end() == 0


@pytest.mark.parametrize(("key", "code"), [("\x03", 130), ("\x04", 0)])
def test_a_game_that_is_left_goes_on(tmp_path: Path, key: str, code: int) -> None:
    """Ctrl-C and the end of the input; the game is in the folder of games."""
    screen = Terminal("play", "--first", "north", "--depth", "2", folder=tmp_path)
    screen.ask("North's pit", "9")
    screen.expect("plays pit")
    screen.expect("North's pit")
    screen.leave_prompt(key)
    assert screen.end() == code
    (file,) = (tmp_path / "data" / "games").iterdir()
    assert f"The game is saved in {file}\n" in screen.seen
    found = re.search(r"To continue: owari (.*)\n", screen.seen)
    assert found
    screen = Terminal(*found[1].split(), folder=tmp_path)
    screen.ask("Ply 3, North's pit", "undo")
    screen.ask("Ply 1, North's pit", "quit")
    assert screen.end() == 0


def test_a_killed_game_goes_on(tmp_path: Path) -> None:
    screen = at_table(tmp_path, "--south", "human", "--north", "engine", "--depth", "2")
    screen.ask("Who moves first", "south")
    screen.ask("South's pit", "4")
    screen.expect("South's pit")
    assert screen.kill() == -signal.SIGKILL
    plies = kept(tmp_path).plies
    assert len(plies) == 2
    screen = Terminal("play", "--load", tmp_path / "game.pgn", "--depth", "2", folder=tmp_path)
    screen.ask("Ply 3, South's pit", "resign")
    screen.ask("(yes or no)? ", "yes")
    assert screen.end() == 0
    assert kept(tmp_path).plies == plies


def test_ctrl_c_while_the_engine_thinks(tmp_path: Path) -> None:
    """Its best move so far counts; at a prompt Ctrl-C leaves."""
    screen = at_table(tmp_path, "--first", "south", "--depth", "99", "--explain")
    screen.expect("thinking... (Ctrl-C: play the best move so far)")
    screen.keys("\x03")
    screen.expect("Stopped. The engine plays its best move so far.\n")
    screen.expect("South (engine) plays pit ")
    screen.expect("North's pit")
    screen.leave_prompt()
    assert screen.end() == 130
    (ply,) = kept(tmp_path).plies
    assert ply.depth is not None
    assert 0 < ply.depth < 99
    assert f"South = its moves: look-ahead {ply.depth}, by goals-and-row\n" in screen.seen


def test_ctrl_c_leaves_a_game_that_nobody_types_in(tmp_path: Path) -> None:
    words = ("--south", "engine", "--north", "engine", "--first", "south", "--depth", "99")
    screen = at_table(tmp_path, *words)
    screen.expect("thinking... (Ctrl-C: leave; the game is saved)")
    screen.keys("\x03")
    assert screen.end() == 130
    assert kept(tmp_path).ending.termination is Termination.UNFINISHED


@pytest.mark.parametrize(
    ("seats", "question", "answer", "first"),
    [
        ((), "You are North. Who moves first, south or north? ", "first", "North"),
        ((), "You are North. ", "I", "North"),
        ((), "You are North. ", "second", "South"),
        ((), "You are North. ", "S", "South"),
        ((), "You are North. ", " n ", "North"),
        (("--south", "human", "--north", "greedy"), "You are South. ", "me", "South"),
        (("--south", "human", "--north", "greedy"), "You are South. ", "Second.", "North"),
        (("--south", "human"), "Who moves first, south or north? ", "SOUTH", "South"),
    ],
)
def test_who_moves_first(
    tmp_path: Path, seats: tuple[str, ...], question: str, answer: str, first: str
) -> None:
    words = ["play", "--record", str(tmp_path / "game.pgn"), "--depth", "1", *seats]
    done = run(*words, typed=f"{answer}\nquit\n")
    assert done.exit_code == 0, done.output
    assert done.output.startswith(question)
    assert str(kept(tmp_path).first) == first


def test_names_are_kept_without_what_commands_a_screen(tmp_path: Path) -> None:
    names = ("--south-name", 'Ann\x1b[31m\n"B"')
    words = ("play", "--record", str(tmp_path / "game.pgn"), *names)
    seats = ("--first", "south", "--south", "human", "--north", "first")
    run(*words, *seats)
    go_on = ["play", "--load", str(tmp_path / "game.pgn")]
    done = run(*go_on, typed="resign\nyes\n")
    assert "\x1b" not in done.output
    assert 'South (Ann [31m "B") resigns.' in done.output
    assert (kept(tmp_path).south, kept(tmp_path).north) == ('Ann [31m "B"', "first")


def test_a_name_that_cannot_be_seen_is_refused() -> None:
    done = run("play", "--north-name", " ")
    assert done.exit_code == 2
    assert "a name has 1 to 60 characters, not 0" in done.output


def test_me_means_nobody_where_two_people_sit() -> None:
    words = ["play", "--south", "human", "--north", "human"]
    done = run(*words, typed="me\n")
    assert "The answer is south or north.\n" in done.output


def test_lines_can_be_edited_and_come_back(tmp_path: Path) -> None:
    """At a terminal that can move its cursor."""
    pytest.importorskip("readline")
    words = ("play", "--record", tmp_path / "game.pgn", "--south", "human", "--first", "south")
    screen = Terminal(*words, folder=tmp_path, TERM="xterm")
    screen.expect("South's pit (0-5): ")
    screen.keys("5\x01\x04" + "3\x08" + "4\r")  # the beginning of the line, delete; backspace
    screen.expect("North's pit (7-12): ")
    screen.keys("\x1b[A\x7f8\r")  # the line before, with another pit
    screen.expect("South's pit (0-5): ")
    screen.bytes(b"\xff\xfe\r")
    screen.expect("is neither a pit nor a command; play 0, 1, 2, 3 or 5, or type help.")
    screen.expect("South's pit (0-5): ")
    screen.keys("3\n9\n0\n")  # as if pasted
    screen.expect("Ply 6, North's pit (7-12): ")
    screen.keys("\x04")
    assert screen.end() == 0
    assert [ply.move.cell for ply in kept(tmp_path).plies] == [4, 8, 3, 9, 0]


def test_a_game_that_was_given_up_goes_on(tmp_path: Path) -> None:
    screen = at_table(tmp_path, "--south", "human", "--first", "south")
    screen.ask("South's pit", "4")
    screen.ask("North's pit", "resign")
    screen.ask("(yes or no)? ", "yes")
    assert screen.end() == 0
    screen = Terminal("play", "--load", tmp_path / "game.pgn", folder=tmp_path)
    screen.ask("Ply 2, North's pit", "8")
    screen.ask("Ply 3, South's pit", "quit")
    assert screen.end() == 0


def test_another_game_with_a_swap(tmp_path: Path) -> None:
    screen = at_table(tmp_path, "--game", "manchester:6x4", "--south", "human", "--first", "south")
    screen.ask("South's pit (0-5): ", "swap", "2")
    assert "Only the first move of a game can be swapped" in screen.seen
    screen.ask("North's pit (7-12), or swap: ", "help", "swap")
    assert "swap       take over the first move: the board turns" in screen.seen
    screen.expect("North (human) swaps: the board turns round, and South (human) is to move.")
    screen.ask("Ply 3, South's pit (0-5): ", "quit")
    assert screen.end() == 0
    game = Terminal("play", "--load", tmp_path / "game.pgn", folder=tmp_path)
    game.ask("Ply 3, South's pit (0-5): ", "undo")
    game.ask("Ply 2, North's pit (7-12), or swap: ", "quit")
    assert "Taken back: the swap." in game.seen
    assert game.end() == 0
    assert kept(tmp_path).game.name == "manchester:6x4"
    assert [ply.move.cell for ply in kept(tmp_path).plies] == [2]


def test_the_engine_swaps_what_is_too_good(tmp_path: Path) -> None:
    position = "0,6,6,6,6,6,6,20,7,7,7,0,0,0,0,0 N ply1"
    words = ("--position", position, "--south", "human", "--north", "engine", "--depth", "4")
    screen = at_table(tmp_path, "--game", "manchester", *words)
    screen.expect("North (engine) swaps: the board turns round, and South (human) is to move.")
    screen.ask("South's pit (0-6): ", "undo", "quit")
    assert screen.end() == 0
    record = kept(tmp_path)
    assert str(record.start) == position
    assert str(record.final) == "7,7,7,0,0,0,0,0,0,6,6,6,6,6,6,20 S"


def test_a_position_to_begin_with(tmp_path: Path) -> None:
    position = "0,0,0,0,0,1,20,1,0,0,0,0,0,14 S"
    screen = at_table(tmp_path, "--south", "human", "--north", "first", "--position", position)
    screen.ask("South's pit", "5")
    assert screen.end() == 0
    assert "South's pits are empty, and North keeps the 1 stone left in its row." in screen.seen
    assert "South (human) wins by 6." in screen.seen
    assert kept(tmp_path).start == OWARI.parse_position(position)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--depth", "0"], "from 1 to 99"),
        (["--time", "soon"], "a time is a number above 0 with a unit, such as 5s"),
        (["--time", "0"], "a time is a number above 0"),
        (["--level", "easy", "--depth", "3"], "leave --depth, --time and --perfect out"),
        (["--south", "engin"], "--south: there is no program 'engin' on PATH; did you"),
        (["--south", "./nothing here"], "there is no program"),
        (["--south", "'"], "an open quote"),
        (["--south", ""], "the command is empty"),
        (["--south", "none.yaml:A"], "none.yaml"),
        (["--position", ""], "--position: 14 numbers expected, 0 found"),
        (["--load", ""], "'--load': the name of a file is missing"),
        (["--record", ""], "'--record': the name of a file is missing"),
        (["--record", "no/a.pgn"], "no/a.pgn cannot be written: No such file"),
        (["--position", "3,3 S"], "--position: 14 numbers expected, 2 found"),
        (["--position", "0,0,0,0,0,0,20,1,0,0,0,0,0,15 S"], "the game is over in this position"),
        (["--position", "3,3,3,3,3,3,0,3,3,3,3,3,3,0 S", "--first", "north"], "leave --first out"),
        (["--load", "nothing.pgn"], "nothing.pgn: No such file"),
        (["--load", "empty.pgn", "--first", "south"], "leave --first out"),
        (["--load", "."], "directory"),
        (["--load", "bots.pgn"], "bots.pgn, line 1"),
        (["--record", "bots.pgn"], "bots.pgn exists already"),
        (["--record", "bots.pgn/a.pgn"], "cannot be written"),
        (["--record", "long" * 100], "cannot be written: File name too long"),
        (["--load", "long" * 100], ": File name too long"),
        (["--protocol", "telepathy"], "'telepathy' is not one of"),
        (
            ["--protocol", "mkagent", "--north", "cat"],
            "--north: MKAgent is for manchester in any size",
        ),
        (
            ["--protocol", "console", "--game", "manchester", "--north", "cat"],
            "--north: manchester has the pie rule, and the protocol has no swap",
        ),
        (["--game", "kallah"], "unknown game 'kallah'; did you mean 'kalah'?"),
        (["--load", "empty.pgn", "--game", "kalah"], "--load already sets this: leave --game out"),
    ],
)
def test_options_that_cannot_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OWARI_DATA", str(tmp_path / "data"))
    (tmp_path / "bots.pgn").write_text("no game")
    (tmp_path / "empty.pgn").touch()
    defaults = [] if {"--position", "--load", "--first"} & {*words} else ["--first", "north"]
    defaults += [] if {"--depth", "--level", "--time"} & {*words} else ["--depth", "1"]
    done = run("play", *words, *defaults)
    assert done.exit_code == 2, done.output
    assert said in done.output
    assert {path.name for path in tmp_path.iterdir()} == {"bots.pgn", "empty.pgn"}


def test_questions_need_somebody_to_answer() -> None:
    done = run("play")
    assert done.exit_code == 2
    assert "the input ended before an answer: give --first" in done.output


def in_shell(folder: Path, line: str) -> subprocess.CompletedProcess[str]:
    """A line of the shell in which $OWARI is the command."""
    surroundings = {
        **os.environ,
        "OWARI": f"{sys.executable} -m owari",
        "OWARI_DATA": str(folder / "data"),
    }
    words = ["sh", "-c", line]
    return subprocess.run(
        words, cwd=folder, env=surroundings, capture_output=True, text=True, check=False
    )


def test_a_closed_input_is_nobody_to_answer(tmp_path: Path) -> None:
    run = in_shell(tmp_path, "$OWARI play <&-")
    assert (run.returncode, run.stderr) == (
        2,
        "Error: the input ended before an answer: give --first\n",
    )


def test_a_terminal_that_is_gone_is_left_quietly(tmp_path: Path) -> None:
    """The error output is elsewhere, so that nobody hangs us up."""
    keyboard, screen = pty.openpty()
    words = [*COMMAND, "play", "--record", "game.pgn", "--first", "south"]
    process = subprocess.Popen(
        [*words, "--south", "human", "--north", "human"],
        cwd=tmp_path,
        stdin=screen,
        stdout=screen,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    os.close(screen)
    os.write(keyboard, b"4\n")
    seen = b""
    while b"North's pit" not in seen:
        seen += os.read(keyboard, 10_000)
    os.close(keyboard)
    _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (0, "")
    assert [ply.move.cell for ply in kept(tmp_path).plies] == [4]


def test_a_game_is_played_at_one_table_at_a_time(tmp_path: Path) -> None:
    screen = at_table(tmp_path, "--south", "human", "--north", "human", "--first", "south")
    screen.ask("South's pit", "4")
    screen.expect("North's pit")
    load = ("play", "--load", tmp_path / "game.pgn")
    second = Terminal(*load, folder=tmp_path)
    assert second.end() == 2
    assert re.search(r"game.pgn is in use: another owari process \(\d+\) writes", second.seen)
    copy = Terminal(*load, "--record", "copy.pgn", folder=tmp_path)
    copy.ask("North's pit", "quit")
    assert copy.end() == 0
    screen.ask(" (", "quit")
    assert screen.end() == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.pgn", "game.pgn"]


def test_a_game_goes_on_at_the_table_as_it_was_set(tmp_path: Path) -> None:
    (tmp_path / "lowest.py").write_text(LOWEST.read_text())
    north = f"{sys.executable} lowest.py"
    thinking = ("--depth", "3", "--time", "7s")
    words = ("--south", "human", "--north", north, "--first", "south", *thinking)
    screen = at_table(tmp_path, *words)
    screen.ask("South's pit", "4", "depth 5", "quit")
    assert "Depth sets the look-ahead of the engine, and no engine plays here." in screen.seen
    assert screen.end() == 0
    assert f"To continue: owari play --load {tmp_path / 'game.pgn'}\n" in screen.seen
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    assert kept(tmp_path).table == (
        f"--south human --north '{sys.executable} {tmp_path}/lowest.py' --depth 3 --time 7s"
    )
    screen = Terminal("play", "--load", "../game.pgn", folder=elsewhere)
    screen.expect(f"The file names the player {sys.executable} {tmp_path}/lowest.py: start it")
    screen.type("yes")
    screen.ask("Ply 3, South's pit", "0")
    screen.ask("Ply 5, South's pit", "quit")
    assert screen.end() == 0
    screen = Terminal("play", "--load", "../game.pgn", folder=elsewhere)
    screen.ask("start it", "no")
    screen.expect("name another player with --north")
    assert screen.end() == 2
    screen = Terminal("play", "--load", "../game.pgn", "--north", "first", folder=elsewhere)
    screen.ask("Ply 5, South's pit", "quit")
    assert screen.end() == 0
    assert kept(tmp_path).table == "--south human --north first --depth 3 --time 7s"


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("--south '", "No closing quotation"),
        ("--depth -1", "a look-ahead is a whole number of plies"),
        ("--depth", "requires an argument"),
        ("--record x", "'--record' cannot stand there"),
        ("--help", "cannot stand there"),
        ("human", "'human' cannot stand there"),
        ("--nord human", "No such option"),
        ("--protocol \x1b[31m", "is not one of"),
    ],
)
def test_a_damaged_table_is_one_sentence(tmp_path: Path, table: str, said: str) -> None:
    file = tmp_path / "game.pgn"
    file.write_text(f'[South "A"]\n[Table "{table}"]\n\n*\n')
    done = run("play", "--load", str(file))
    assert done.exit_code == 2
    assert done.output.startswith(f"Error: {file}: its [Table] line is invalid: ")
    assert said in done.output
    assert done.output.endswith("; remove that line and give the options again\n")
    assert done.output.count("\n") == 1


def test_ctrl_c_ends_a_hint_only(tmp_path: Path) -> None:
    position = ("--position", "9,9,9,9,9,9,0,9,9,9,9,9,9,0 S")
    screen = at_table(tmp_path, "--south", "human", "--time", "1h", *position)
    screen.ask("South's pit", "hint")
    screen.expect("thinking...")
    screen.keys("\x03")
    screen.expect("Stopped.")
    screen.ask("South's pit", "quit")
    assert screen.end() == 0


def test_a_game_that_cannot_be_written_any_more(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    screen = Terminal(
        *("relay", "--us", "manual", "--first", "us", "--record", folder / "game.pgn"),
        folder=tmp_path,
    )
    screen.ask("our pit", "4")
    screen.expect("their pit")
    shutil.rmtree(folder)
    screen.type("note gone")
    shown = screen.expect("their pit")
    said = "The latest move is not saved: No such file or directory.\n"
    assert said in shown
    assert "Kept with" not in shown
    screen.ask(" (", "quit")
    assert screen.end() == 0
    assert "game.pgn does not hold the latest moves: No such file" in screen.seen


def test_what_is_piped_in_is_read_as_it_is_typed(tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    words = ["play", "--south", "human", "--first", "south", "--record", os.fspath(file)]
    done = run(*words, typed="4\n8\n")
    assert done.exit_code == 0
    assert [ply.move.cell for ply in read_game(file.read_text()).plies] == [4, 8]


def test_the_worked_game_of_the_kalah_course_as_its_board_is_drawn(tmp_path: Path) -> None:
    """Holes 1 to 3 from left to right in both rows, until the table is left and sat at again."""
    people = ("--south", "human", "--north", "human", "--numbering", "as-drawn")
    start = ("--game", "kalah:3x2", "--position", "2,0,0,0,2,1,0,0 S")
    screen = at_table(tmp_path, *people, *start)
    assert "       1    2    3    North\n" in screen.ask("South's pit (1-3): ", "1")
    assert "|  0 |  1 |  0 |\n  0 +----+----+----+ 3\n" in screen.ask("North's pit (1-3): ", "3")
    screen.expect("Pit 3 is empty; play 2.\n")
    screen.ask("North's pit (1-3): ", "4", "2")
    assert "'4' is neither a pit nor a command; play 2, or type help." in screen.seen
    screen.ask("South's pit (1-3): ", "quit")
    assert screen.end() == 0
    assert "--numbering as-drawn" in kept(tmp_path).table

    again = Terminal("play", "--load", tmp_path / "game.pgn", folder=tmp_path)
    again.ask("South's pit (1-3): ", "hint", "2")
    assert "The best move is pit 2: final margin +3, exact." in again.seen
    again.ask("North's pit (1-3): ", "moves", "1")
    assert "   3  South pit 2\n" in again.seen
    again.expect("North's pits are empty, and South keeps the 1 stone left in its row.")
    assert again.end() == 0
    assert kept(tmp_path).ending.score == Outcome(4, 1)
    assert "1. S0 {" in (tmp_path / "game.pgn").read_text()


def test_a_turn_of_several_moves_may_be_typed_at_once(tmp_path: Path) -> None:
    """All of it or nothing."""
    screen = at_table(
        tmp_path, "--south", "human", "--game", "kalah", "--first", "south", "--north", "human"
    )
    screen.ask("Ply 1, South's pit (0-5): ", "2-5-1", "2-2", "3-1")
    screen.expect("The turn ends after 3, and 1 cannot follow.\n")
    assert "The turn ends after 2-5, and 1 cannot follow.\n" in screen.seen
    assert "Pit 2 is empty; play 0, 1, 3, 4 or 5.\n" in screen.seen
    screen.ask("Ply 1, South's pit (0-5): ", "2")
    screen.ask("Ply 2, again South's pit (0-5): ", "undo")
    screen.ask("Ply 1, South's pit (0-5): ", "2-5")
    screen.ask("Ply 3, North's pit (7-12): ", "help", "quit")
    assert "several moves of one turn" in screen.seen
    assert screen.end() == 0
    text = (tmp_path / "game.pgn").read_text()
    assert "1. S2-5 {" in text
    assert [ply.move.cell for ply in kept(tmp_path).plies] == [2, 5]


def test_the_screen_says_who_is_to_move_again(tmp_path: Path) -> None:
    seats = ("--game", "kalah:3x2", "--south", "first", "--north", "human")
    screen = at_table(tmp_path, *seats, "--position", "3,0,2,4,2,2,2,0 S")
    screen.expect("South (first) plays pit 0, and is to move again.\n")
    screen.expect("South (first) plays pit 1.\n")
    screen.ask("Ply 3, North's pit (4-6): ", "quit")
    assert screen.end() == 0
