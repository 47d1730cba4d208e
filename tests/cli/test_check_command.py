"""`owari check` as a student types it before the evening, and an instructor with a whole file."""

from __future__ import annotations

import json
import re
import shlex
import sys
import time
from pathlib import Path

import psutil
import pytest

from tests.support.command import owari
from tests.support.sample_programs import PROGRAMS
from tests.support.terminal import Terminal


def program(name: str, *arguments: str) -> str:
    return shlex.join([sys.executable, str(PROGRAMS / name), *arguments])


def printable(text: str) -> bool:
    return all(c.isprintable() or c == "\n" for c in text)


def test_a_good_program_passes(tmp_path: Path) -> None:
    done = owari(tmp_path, "check", program("line/lowest.py"), "--time", "20s")
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    assert lines[-2:] == ["13 passed.", "The program is ready for a tournament."]
    assert lines[1].split() == ["passed", "moves", "first", "wins", "24-12", "in", "45", "plies"]
    assert lines[4].endswith("its pit 5, its pit 12, its pit 0, its pit 7")
    assert "sandbox" in done.stderr
    assert "owari, 20 s a turn" in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.nightly
def test_a_command_that_cannot_move_first_is_not_asked_to(tmp_path: Path) -> None:
    words = ("--protocol", "console", "--start", "{first: false, second: [n]}")
    done = owari(tmp_path, "check", program("console/talker.py"), *words, "--time", "20s")
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(
        r"^skipped +moves first +its description says that it cannot", done.stdout, re.M
    )
    assert re.search(r"^passed +moves second ", done.stdout, re.M)


def test_a_bad_one_is_told_what_to_change(tmp_path: Path) -> None:
    done = owari(tmp_path, "check", program("bad/illegal.py"), "--time", "20s")
    assert done.returncode == 1
    first, failed, change, *_, skipped, _, summary, advice = done.stdout.splitlines()
    assert first.startswith("passed    start ")
    assert failed.startswith("failed    moves first      played 0, but pit 0 is empty; ")
    assert change.startswith(f"{'':27}fix: compare its board")
    assert skipped == "skipped   the rest         it has to finish a game first of all"
    assert summary == "1 passed, 2 failed, 10 skipped."
    assert advice == "A failed step loses games in a tournament. Fix it and check again."
    assert "Error" not in done.stderr


def test_for_other_programs_to_read(tmp_path: Path) -> None:
    done = owari(tmp_path, "check", program("bad/exits_at_start.py"), "--json")
    assert done.returncode == 1, done.stderr
    assert done.stdout, done.stderr
    data = json.loads(done.stdout)
    assert data["game"] == "owari"
    (bot,) = data["bots"]
    assert bot["verdict"] == "failed"
    assert len(bot["steps"]) == 13
    assert bot["steps"][0]["step"] == "start"
    assert "weights.dat" in bot["steps"][0]["found"]
    assert {step["verdict"] for step in bot["steps"][1:]} == {"skipped"}


def test_explain_shows_the_dialogue_beside_the_steps(tmp_path: Path) -> None:
    done = owari(tmp_path, "check", program("line/lowest.py"), "--explain", "--time", "20s")
    assert "    > owari 1\n    < ready\n    = is ready\n" in done.stderr
    assert "    = next: moves second\n" in done.stderr
    assert "> owari" not in done.stdout


FILE = f"""\
time-per-turn: 20s
bots:
  - {{name: Lowest, command: [{sys.executable}, {PROGRAMS}/line/lowest.py]}}
  - {{name: Greedy, engine: greedy}}
  - {{name: "<b>Windows", command: [{sys.executable}, {PROGRAMS}/bad/crlf.py]}}
  - {{name: Paints, command: [{sys.executable}, {PROGRAMS}/bad/paints.py]}}
"""


def test_a_whole_file_in_a_table(tmp_path: Path) -> None:
    (tmp_path / "bots.yaml").write_text(FILE, "utf-8")
    done = owari(tmp_path, "check", "bots.yaml")
    assert done.returncode == 1
    assert printable(done.stdout + done.stderr)
    rows = [line.split("  ") for line in done.stdout.splitlines()[4:8]]
    cells = [[cell.strip() for cell in row if cell.strip()] for row in rows]
    assert cells == [
        ["Lowest", "passed"],
        ["Greedy", "built-in"],
        ["<b>Windows", "warning", "output"],
        ["Paints", "failed", "moves first, moves second"],
    ]
    assert "Paints, moves first: answered " in done.stdout
    assert done.stdout.endswith("\n1 of 4 bots failed.\n")
    assert "Checking Lowest (1 of 4): owari, 20 s a turn" in done.stderr
    assert not (tmp_path / "bots.db").exists()


def test_one_bot_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "bots.yaml").write_text(FILE, "utf-8")
    done = owari(tmp_path, "check", "bots.yaml:<b>Windows")
    assert done.returncode == 0
    assert "12 passed, 1 warning." in done.stdout
    ours = owari(tmp_path, "check", "bots.yaml:Greedy")
    assert ours.returncode == 0
    assert "needs no test" in ours.stderr


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["./nothing"], "there is no program"),
        ([""], "the command is empty"),
        (["missing.yaml"], "there is no such file"),
        (["bots.yaml:Nobody"], "bots.yaml has no bot 'Nobody', only Lowest, Greedy"),
        (["bots.yaml", "--time", "3s"], "leave --time out"),
        (["bots.yaml", "--protocol", "line"], "leave --protocol out"),
        ([program("line/lowest.py"), "--protocol", "mkagent"], "--game"),
        ([program("line/lowest.py"), "--time", "never"], "--time"),
        ([program("line/lowest.py"), "--within", "0"], "--within"),
    ],
)
def test_bad_input_is_one_sentence(tmp_path: Path, words: list[str], sentence: str) -> None:
    (tmp_path / "bots.yaml").write_text(FILE, "utf-8")
    done = owari(tmp_path, "check", *words)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_ctrl_c_leaves_nothing_behind(tmp_path: Path) -> None:
    mark = str(tmp_path / "mark")
    terminal = Terminal(
        "check", program("bad/silent.py", mark), "--time", "60s", "--explain", folder=tmp_path
    )
    terminal.expect("> go ")
    terminal.keys("\x03")
    terminal.expect("Interrupted.")
    assert terminal.end() == 130
    deadline = time.monotonic() + 60.0
    while any(
        mark in (process.info["cmdline"] or ()) for process in psutil.process_iter(["cmdline"])
    ):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_ctrl_c_keeps_the_bots_of_a_file_that_are_checked(tmp_path: Path) -> None:
    sleeper = json.dumps([sys.executable, "-c", "import time; time.sleep(99)"])
    bots = FILE.partition("  - {name: Greedy")[0]
    bots += f"  - {{name: Sleeper, command: {sleeper}}}\n"
    (tmp_path / "bots.yaml").write_text(f"start-limit: 60s\n{bots}", "utf-8")
    terminal = Terminal("check", "bots.yaml", folder=tmp_path)
    terminal.expect("Checking Sleeper (2 of 2)")
    terminal.keys("\x03")
    assert terminal.end() == 130
    assert re.search(r"Lowest +passed", terminal.seen)
    assert "Not checked: Sleeper." in terminal.seen
    assert "0 of 1 bots failed." in terminal.seen


def test_at_a_terminal_a_line_says_what_is_done_until_a_step_is_over(tmp_path: Path) -> None:
    terminal = Terminal("check", program("line/lowest.py"), "--time", "20s", folder=tmp_path)
    assert terminal.end() == 0
    assert "moves second: game 2, 1 ply ...\r\x1b[K" in terminal.seen
    assert re.search(r"\r\x1b\[Kpassed +moves second ", terminal.seen)


def test_at_a_terminal_sentences_are_broken_beside_their_steps(tmp_path: Path) -> None:
    terminal = Terminal("check", program("bad/illegal.py"), folder=tmp_path, COLUMNS="80")
    assert terminal.end() == 1
    lines = terminal.seen.splitlines()
    at = next(number for number, line in enumerate(lines) if "moves first" in line)
    assert max(map(len, lines[at:])) < 80
    assert lines[at + 1].startswith(" " * 27)
