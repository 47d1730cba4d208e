"""`owari learn` and `--explain`, as somebody types them who has a program and no description."""

from __future__ import annotations

import re
import shlex
import shutil
import sys
from pathlib import Path
from time import sleep

import pytest
import yaml

from owari.cli.learn import _called
from owari.programs.dialogues.console.console_protocol import ConsoleProtocol
from owari.programs.sandbox.program_settings import ProgramSettings
from owari.tournament.file.reader import load
from tests.support.asking_programs import asking
from tests.support.command import owari, refusal, run
from tests.support.nightly import at_night
from tests.support.sample_programs import PROGRAMS
from tests.support.terminal import Terminal

TALKER = f"{sys.executable} {PROGRAMS}/console/talker.py"


def test_what_is_learned_can_be_put_into_a_tournament_file(tmp_path: Path) -> None:
    done = owari(tmp_path, "learn", TALKER, "--name", "Chatty: the first")
    assert done.returncode == 0, done.stderr
    assert "trying 'n', 's'" in done.stderr
    file = tmp_path / "bots.yaml"
    file.write_text(f"bots:\n{done.stdout}  - {{name: Other, engine: random}}\n")
    bot, _ = load(file).bots
    assert bot.name == "Chatty: the first"
    assert isinstance(bot.player, ProgramSettings)
    assert bot.player.command == (sys.executable, f"{PROGRAMS}/console/talker.py")
    assert bot.player.protocol == ConsoleProtocol(start_first=("s",), start_second=("n",))


def test_the_name_is_that_of_the_file(tmp_path: Path) -> None:
    done = owari(tmp_path, "learn", TALKER)
    (entry,) = yaml.safe_load(done.stdout)
    assert entry["name"] == "talker"


@pytest.mark.parametrize(
    ("least", "start", "why"),
    [
        (
            10,
            {"first": ["2"], "second": ["1"]},
            "plies that were right, because it was interrupted.",
        ),
        (0, {"second": ["1"]}, "\nit was interrupted; "),
    ],
)
def test_interrupted_it_prints_what_it_has_learned(
    tmp_path: Path, least: int, start: dict[str, list[str]], why: str
) -> None:
    """Where the program begins, it is asleep after so many captures, in the middle of a game."""
    sleeps = f"""
    if answer == "2" and board[6] > {least}:
        open("asleep", "w").close()
        __import__("time").sleep(99)
    if own_turn:"""
    settings = asking(tmp_path, "\n    if own_turn:", sleeps)
    command = shlex.join(settings.command)
    terminal = Terminal("learn", command, "--time", "90s", folder=tmp_path)
    terminal.expect("after '1' the program shows")
    while not (tmp_path / "asleep").exists():
        sleep(0.01)
    terminal.keys("\x03")
    assert terminal.end() == 130
    said = terminal.seen.replace("\r", "")
    (entry,) = yaml.safe_load(said[said.index("  - name: ") :].partition("\n\n")[0])
    assert entry["start"] == start
    assert why in said
    assert "did not end by the rules" not in said


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("java -cp out old.Mancala", "Mancala"),
        ("java Main", "Main"),
        ("java -Xss8m -classpath out:lib Main 3", "Main"),
        ("java -jar old.jar", "old"),
        ("java Old.java", "Old"),
        ("/usr/bin/python3 old.py 4", "old"),
        ("mono old.exe", "old"),
        ("./old_one y", "old_one"),
    ],
)
def test_the_name_of_a_command(command: str, name: str) -> None:
    assert _called(command.split()) == name


def test_one_that_cannot_be_learned(tmp_path: Path) -> None:
    done = owari(tmp_path, "learn", f"{sys.executable} -c 'print(3)'")
    assert (done.returncode, done.stdout) == (1, "")
    said = "the program left with exit code 0 before it asked for anything; it said '3'"
    assert f"Error: {said}" in done.stderr


def test_one_of_codingame_in_javascript(tmp_path: Path) -> None:
    (tmp_path / "bot.js").write_text("const id = parseInt(readline());\n")
    if not shutil.which("node"):
        pytest.skip("there is no node")
    said = run("learn", f"node {tmp_path}/bot.js").output
    assert "Error: the program left: CodinGame gives its programs the function readline" in said


def test_an_order_that_was_not_found_is_a_failure(tmp_path: Path) -> None:
    asks = f"{sys.executable} {PROGRAMS}/console/asks.py 'Who begins, N or S? ' x N"
    done = owari(tmp_path, "learn", asks)
    assert (done.returncode, done.stdout) == (1, "")
    sentence = "no answer that was tried makes it move first"
    assert done.stderr.endswith(f"Error: the program asks 'Who begins, N or S?', but {sentence}\n")
    assert "first: false" in done.stderr  # as far as it is described


def test_othello_of_another_size(tmp_path: Path) -> None:
    menu = f"{sys.executable} {PROGRAMS}/console/othello_ways.py menu 4"
    done = owari(tmp_path, "learn", "--game", "othello:4", menu, "--name", "Menu")
    assert done.returncode == 0, done.stderr
    (entry,) = yaml.safe_load(done.stdout)
    assert entry["types"] == ["{index}"]
    assert entry["start"] == {"first": ["1"], "second": ["2"]}


def test_a_folder_among_the_words_is_no_name(tmp_path: Path) -> None:
    done = owari(tmp_path, "learn", f"{sys.executable} -c 1 . Rev")
    assert "a name has 1 to 60 characters" not in done.stderr
    assert "Error: the program left" in done.stderr


def test_one_that_is_not_there(tmp_path: Path) -> None:
    done = owari(tmp_path, "learn", "./gone")
    assert done.returncode == 2
    assert f"there is no program {tmp_path}/gone" in done.stderr
    assert owari(tmp_path, "learn", "'").returncode == 2


def test_a_command_without_quotes(tmp_path: Path) -> None:
    for command in ("learn", "check"):
        done = owari(tmp_path, command, "python3", "old.py")
        assert done.returncode == 2
        assert "Put the command of the program in quotes, such as 'python3 bot.py'" in done.stderr


def test_one_with_other_rules_is_described_as_far_as_it_agrees(tmp_path: Path) -> None:
    source = (PROGRAMS / "console/miscounts.py").read_text()
    takes = source.replace("board[12 - pit]\n", "board[12 - pit] + board[pit]\n").replace(
        "board[12 - pit] = 0", "board[12 - pit] = board[pit] = 0"
    )
    assert takes != source
    (tmp_path / "takes.py").write_text(takes)
    done = owari(tmp_path, "learn", f"{sys.executable} takes.py")
    assert (done.returncode, done.stdout) == (1, "")
    assert "protocol: console" in done.stderr
    assert "Error: a game of the program shows other rules than ours" in done.stderr
    assert re.search(r"; as owari \d+ plies agree, then .*; as kalah:6x3 \d+;", done.stderr)


def test_one_that_plays_a_sister_game(tmp_path: Path) -> None:
    program = f"{sys.executable} {PROGRAMS}/console/pit_ways.py numbers kalah-empty"
    done = owari(tmp_path, "learn", program, "--game", "kalah")
    assert (done.returncode, done.stdout) == (1, "")
    assert "\nthe program seems to play kalah-empty, not kalah: as kalah " in done.stderr


def test_interrupted_in_the_midst_of_it(tmp_path: Path) -> None:
    terminal = Terminal("learn", TALKER, folder=tmp_path)
    terminal.expect("trying")
    terminal.keys("\x03")
    assert terminal.end() == 130


@pytest.mark.parametrize(
    ("program", "game"),
    [
        ("kalah.py 3 2", "kalah:3x2"),
        *at_night(("othello_letters.py 4", "othello:4"), ("pit_ways.py bars kalah", "kalah")),
    ],
)
def test_a_bot_for_each_game_is_added_to_its_file(tmp_path: Path, program: str, game: str) -> None:
    command = f"{sys.executable} {PROGRAMS}/console/{program}"
    done = owari(tmp_path, "learn", command, "--game", game, "--add", "bots.yaml")
    assert done.returncode == 0, done.stderr
    name = program.partition(".")[0]
    assert done.stderr.endswith(f"bots.yaml has the bot {name} now.\n")
    file = tmp_path / "bots.yaml"
    again = owari(tmp_path, "learn", command, "--add", "bots.yaml", "--name", "Another")
    assert again.returncode == 0, again.stderr  # in the game of the file
    assert [bot.name for bot in load(file).bots] == [name, "Another"]
    played = owari(tmp_path, "tournament", "bots.yaml")
    assert played.returncode == 0, played.stderr
    assert "forfeit" not in played.stdout.replace("forfeits", "")


def test_nothing_is_learned_for_a_file_that_cannot_have_it(tmp_path: Path) -> None:
    file = tmp_path / "bots.yaml"
    file.write_text("game: kalah\nbots:\n  - {name: talker, engine: first}\n")
    message = refusal("learn", TALKER, "--add", file)
    assert f"{file} has a bot 'talker' already: choose another --name" in message
    message = refusal("learn", TALKER, "--add", file, "--name", "B", "--game", "othello")
    assert "the file is for kalah: leave --game othello out" in message
    assert "talker is a built-in bot, which asks nothing" in refusal("learn", file)


def test_one_that_cannot_be_learned_is_not_added(tmp_path: Path) -> None:
    command = f"{sys.executable} -c 'print(3)'"
    done = owari(tmp_path, "learn", command, "--add", "bots.yaml", "--name", "B")
    assert done.returncode == 1
    assert list(tmp_path.iterdir()) == []


def test_a_bot_of_a_file(tmp_path: Path) -> None:
    entry = f"{{name: A, command: [{sys.executable}, kalah.py, '3', '2'], directory: a}}"
    (tmp_path / "bots.yaml").write_text(f"game: kalah:3x2\nbots:\n  - {entry}\n")
    (tmp_path / "a").mkdir()
    shutil.copy(PROGRAMS / "console/kalah.py", tmp_path / "a")
    done = owari(tmp_path, "learn", "bots.yaml:A")
    assert done.returncode == 0, done.stderr
    (found,) = yaml.safe_load(done.stdout)
    assert found["command"] == [sys.executable, "kalah.py", "3", "2"]
    assert (found["name"], found["directory"]) == ("A", "a")
    assert found["start"]["first"] == ["b", "y"]
    message = refusal("learn", tmp_path / "bots.yaml", "--add", tmp_path / "new.yaml")
    assert "is in a file already: leave --add out" in message


FILE = f"""\
bots:
  - name: Talker
    command: [{sys.executable}, {PROGRAMS}/console/talker.py]
    protocol: console
    start: {{first: [s], second: [n]}}
  - {{name: Lowest, command: [{sys.executable}, {PROGRAMS}/line/lowest.py]}}
"""


def test_a_dialogue_explained(tmp_path: Path) -> None:
    (tmp_path / "bots.yaml").write_text(FILE)
    players = ("--south", "bots.yaml:Talker", "--north", "bots.yaml:Lowest")
    done = owari(tmp_path, "play", *players, "--first", "north", "--explain")
    assert done.returncode == 0, done.stderr
    lines = done.stderr.splitlines()
    for line in (
        "North > owari 1",
        "North < ready",
        "North = plays 7",
        "South = a new game, it plays South, North moves first",
        "South > n",
        "South > 7",
        "South = it waits for its input",
    ):
        assert line in lines
    assert any(line.endswith(", from its words and its board") for line in lines)
    assert any(line.startswith("South <     |  3 |") for line in lines)  # as it was drawn
    assert "> owari 1" not in done.stdout
    quiet = owari(tmp_path, "play", *players, "--first", "north")
    assert "South <" not in quiet.stderr


def test_our_side_of_a_relay_explained(tmp_path: Path) -> None:
    (tmp_path / "bots.yaml").write_text(FILE)
    words = ("relay", "--us", "bots.yaml:Lowest", "--first", "us", "--explain")
    done = owari(tmp_path, *words)
    assert "South > owari 1" in done.stderr
    assert "South = plays 0" in done.stderr


def test_what_a_program_says_moves_no_cursor(tmp_path: Path) -> None:
    (tmp_path / "rude.py").write_text(
        "print('name \\x1b[2J\\x07evil\\nready', flush=True)\ninput()\ninput()\nprint('ready')\n"
    )
    players = ("--south", f"{sys.executable} rude.py", "--north", "first")
    done = owari(tmp_path, "play", *players, "--first", "south", "--explain")
    assert "South < name  [2J evil" in done.stderr
    assert "\x1b" not in done.stderr + done.stdout
