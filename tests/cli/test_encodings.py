"""Every command where the terminal, or a pipe, has few characters: no output fails for them."""

from __future__ import annotations

import json
import os
import pty
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest

from owari.cli.command_list import COMMANDS
from owari.games.othello import OTHELLO
from owari.records.pgn import format_game
from owari.records.record import GameRecord
from tests.support.command import COMMAND, owari
from tests.support.nightly import at_night

ONE, TWO = "Zoë ☃", "播種機械"
TOURNAMENT = f"""\
game: owari
event: "{ONE} 🎲"
bots:
- {{name: "{ONE}", engine: first}}
- {{name: "{TWO}", engine: greedy}}
- {{name: "…", by-hand: true}}
"""
ODD = "☃é.txt"
WORDS = {
    "play": ["--south", "first", "--north", "first", "--north-name", ONE, "--record", "☃.pgn"],
    "relay": ["--us", "first", "--us-name", ONE, "--them-name", TWO, "--first", "us"],
    "games": [],
    "rules": ["othello"],
    "serve": ["☃.yaml", "--port", "1"],
    "init": ["teams"],
    "add": ["☃.yaml", "teams/☃ team"],
    "example": ["☃"],
    "tournament": ["bots.yaml"],
    "standings": ["bots.yaml"],
    "report": ["bots.yaml", "-o", "☃.html"],
    "show": ["bots.yaml"],
    "score": ["bots.yaml", ONE, "…", "20-16"],
    "annul": ["bots.yaml", "1", "weiß ☃"],
    "withdraw": ["bots.yaml", TWO],
    "rename": ["bots.yaml", TWO, "Łódź"],
    "verify": ["bots.yaml"],
    "course": ["init", "☃"],
    "match": ["first", "greedy", "--games", "2", "--openings", "☃"],
    "check": ["python3 bot.py"],
    "learn": ["python3 bot.py", "--within", "1s"],
    "new-bot": ["☃"],
    "bots": [],
    "protocols": [],
    "analyze": ["game.pgn", "--time", "1ms"],
    "solve": ["☃"],
    "import": [ODD],
    "export": ["game.pgn", "--format", "ggf"],
    "engine": ["line", "--name", "☃"],
    "bench": ["--game", "☃"],
    "tablebase": ["list", "☃"],
}
"""Words of a command with which it prints one of these names, or says what is wrong with them."""
BY_DAY = ("relay", "tournament", "report", "match", "check", "learn", "import", "export", "engine")
"""Commands that write in ways of their own: at a table, from several processes, what a program
says, pages, archives, protocols. The others print tables and errors as these do."""
BOT = """\
import sys
print("I am \\u2603", flush=True)
sys.stdin.readline()
sys.stderr.buffer.write("Zo\\xeb \\u2603 \\U0001f3b2".encode() + b" \\xff")
sys.exit(3)
"""
ENCODINGS = {
    "latin-1": {"PYTHONIOENCODING": "latin-1"},
    "ascii": {"PYTHONIOENCODING": "ascii"},
    "strict": {"PYTHONIOENCODING": "latin-1:strict"},
    "utf-8": {"PYTHONIOENCODING": "utf-8:strict"},
    "C": {"LC_ALL": "C"},
    "POSIX": {"LC_ALL": "POSIX", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a tournament that was played, a record, a bot and files with odd names."""
    folder = tmp_path_factory.mktemp("encodings")
    (folder / "bots.yaml").write_text(TOURNAMENT, "utf-8")
    (folder / "bot.py").write_text(BOT, "utf-8")
    (folder / "teams" / "☃ team").mkdir(parents=True)
    shutil.copy(folder / "bot.py", folder / "teams" / "☃ team")
    record = GameRecord(OTHELLO, OTHELLO.start(), ONE, TWO)
    (folder / "game.pgn").write_text(format_game(record), "utf-8")
    (folder / ODD).write_text(f"{ONE} - {TWO}: f5d6\n", "utf-8")
    assert owari(folder, "tournament", "bots.yaml").returncode == 0
    return folder


def run(
    folder: Path, environment: dict[str, str], *words: str
) -> subprocess.CompletedProcess[bytes]:
    known = {name: value for name, value in os.environ.items() if name != "PYTHONIOENCODING"}
    return subprocess.run(
        [*COMMAND, *words],
        cwd=folder,
        env={**known, **environment},
        input=b"\xe9\xff\n",
        capture_output=True,
        timeout=600,
        check=False,
    )


def test_every_command_is_among_these() -> None:
    assert list(WORDS) == list(COMMANDS)


@pytest.mark.parametrize(
    "command", [*BY_DAY, *at_night(*(name for name in COMMANDS if name not in BY_DAY))]
)
def test_no_output_fails_for_its_characters(command: str, played: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(played, tmp_path / "copy"))
    done = run(folder, ENCODINGS["latin-1"], command, *WORDS[command])
    assert b"Traceback" not in done.stderr + done.stdout
    assert b"codec" not in done.stderr
    (done.stdout + done.stderr).decode("latin-1").encode("latin-1")
    assert done.stdout or done.stderr


@pytest.mark.parametrize(
    "encoding", ["ascii", "POSIX", *at_night("latin-1", "strict", "utf-8", "C")]
)
def test_names_in_every_encoding(encoding: str, played: Path) -> None:
    for words in (["standings", "bots.yaml"], ["show", ODD], ["solve", "☃"], ["check", "./☃"]):
        done = run(played, ENCODINGS[encoding], *words)
        assert b"Traceback" not in done.stderr
        assert done.stdout or done.stderr


@pytest.mark.parametrize("encoding", ["latin-1", "utf-8"])
def test_json_keeps_every_name(encoding: str, played: Path) -> None:
    """What the encoding does not have is escaped as JSON escapes it."""
    done = run(played, ENCODINGS[encoding], "standings", "bots.yaml", "--format", "json")
    table = json.loads(done.stdout.decode(encoding))
    assert {row["bot"] for row in table["standings"]} == {ONE, TWO, "…"}


def test_a_terminal_of_latin_1(played: Path, tmp_path: Path) -> None:
    made = (
        subprocess.run(
            ["localedef", "-i", "de_DE", "-f", "ISO-8859-1", tmp_path / "de_DE.ISO-8859-1"],
            capture_output=True,
            check=False,
        )
        if shutil.which("localedef")
        else None
    )
    if made is None or made.returncode:
        pytest.skip("no such locale can be made here")
    locale = {"LOCPATH": str(tmp_path), "LC_ALL": "de_DE.ISO-8859-1"}
    done = run(played, locale, "standings", "bots.yaml")
    text = done.stdout.decode("latin-1")
    assert "Zoë \\u2603" in text
    assert "\\u64ad\\u7a2e\\u6a5f\\u68b0" in text
    assert run(played, locale, "show", "game.pgn").stderr == b""


def test_a_number_below_0_is_one_in_every_encoding(tmp_path: Path) -> None:
    heading = '[Game "owari:3x2"]\n[First "South"]\n\n'
    (tmp_path / "game.pgn").write_text(f"{heading}1. S0 N6 2. S1 N4 *\n")
    done = run(tmp_path, ENCODINGS["latin-1"], "analyze", "game.pgn")
    assert b"    1  South   0      -6       1, 2    0             6\n" in done.stdout
    assert b"(-6)" in done.stdout


def test_a_page_is_utf_8_whatever_the_locale(played: Path) -> None:
    done = run(played, ENCODINGS["latin-1"], "report", "bots.yaml", "-o", "-")
    assert TWO in done.stdout.decode("utf-8")


def test_an_ellipsis_is_one_character_on_every_screen(played: Path) -> None:
    """Tables cut names with it, and keep their columns straight."""
    ours, theirs = pty.openpty()
    words = [*COMMAND, "standings", "bots.yaml"]
    environment = {**os.environ, **ENCODINGS["latin-1"]}
    subprocess.run(words, cwd=played, env=environment, stdout=theirs, check=True)
    os.close(theirs)
    shown = b""
    with suppress(OSError):  # how Linux says that the other end is closed
        while part := os.read(ours, 1000):
            shown += part
    os.close(ours)
    assert b"  ~  " in shown
    assert b"\\u2026" not in shown
