"""`owari init`, as somebody types it who has a folder of programs and no tournament file."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
import yaml

from owari.tournament.file.reader import load
from tests.support.command import owari, refusal
from tests.support.sample_programs import PROGRAMS
from tests.support.terminal import Terminal

SAMPLES = PROGRAMS.parents[1] / "owari/programs/samples"
EIGHT = {
    "Lowest": PROGRAMS / "line/lowest.py",
    "Seats": PROGRAMS / "line/south_seat.py",
    "Sample": SAMPLES / "bot.py",
    "Columbia": PROGRAMS / "columbia/agent.py",
    "Talker": PROGRAMS / "console/talker.py",
    "Liner": PROGRAMS / "console/liner.py",
    "Redraws": PROGRAMS / "console/redraws.py",
    "Broken": PROGRAMS / "bad/exits_at_start.py",
}
"""Programs of eight teams: three prompt a person, and one does not start."""


def put(folder: Path, *names: str) -> None:
    """A folder of its own for each of these teams, with its program."""
    for name in names:
        (folder / name).mkdir(parents=True)
        shutil.copy(EIGHT[name], folder / name)


@pytest.mark.nightly
@pytest.mark.slow
def test_a_folder_of_eight_programs(tmp_path: Path) -> None:
    put(tmp_path / "teams", *EIGHT)
    begun = owari(tmp_path, "init", "teams")
    assert begun.returncode == 0, begun.stderr
    assert begun.stdout == (
        "teams/bots.yaml: 7 bots of 8 programs.\n"
        "No bot: Broken. The comments in the file say why.\n"
        "To test the bots, and to play:\n\n"
        "    owari check teams/bots.yaml\n    owari tournament teams/bots.yaml\n"
    )
    text = (tmp_path / "teams/bots.yaml").read_text()
    assert "# Broken was not understood: Broken/exits_at_start.py: it left with exit code 3" in text
    assert {
        name: bot.protocol.spec.name
        for name, bot in load(tmp_path / "teams/bots.yaml").programs.items()
    } == {
        **dict.fromkeys(("Lowest", "Sample", "Seats"), "line"),
        **dict.fromkeys(("Liner", "Redraws", "Talker"), "console"),
        "Columbia": "columbia",
    }
    planned = owari(tmp_path, "tournament", "teams/bots.yaml", "--dry-run", "--format", "csv")
    assert planned.returncode == 0, planned.stderr
    assert len(planned.stdout.splitlines()) == 1 + 42


def test_a_bot_of_the_file_passes_the_check(tmp_path: Path) -> None:
    put(tmp_path, "Lowest", "Broken")
    assert owari(tmp_path, "init", ".", "--output", "evening.yaml").returncode == 0
    assert not (tmp_path / "bots.yaml").exists()
    checked = owari(tmp_path, "check", "evening.yaml", "--json")
    assert checked.returncode == 0, checked.stdout
    assert [bot["bot"] for bot in json.loads(checked.stdout)["bots"]] == ["Lowest", "Greedy"]


def test_what_is_not_understood_is_a_comment_that_can_become_an_entry(tmp_path: Path) -> None:
    put(tmp_path, "Broken")
    (tmp_path / "Corner").mkdir()
    (tmp_path / "Corner/Corner.java").touch()
    (tmp_path / "no interpreter.jl").touch()
    done = owari(tmp_path, "init", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "0 bots of 3 programs" in done.stdout
    assert "No bot: Broken, Corner, no interpreter. The comments in the file" in done.stdout
    file = tmp_path / "bots.yaml"
    assert [bot.name for bot in load(file).bots] == ["Greedy", "Depth 4"]
    text = file.read_text()
    assert "  # (cd Corner && javac Corner.java)\n  # owari add bots.yaml Corner\n" in text
    assert "  # Then:\n  # owari add bots.yaml Broken\n" in text
    assert "julia runs it and is not on PATH: install it" in text
    entry = text[text.index("  # - name: Broken") : text.index("  # Built-in")]
    lines = [line.replace("# ", "", 1) for line in entry.splitlines() if "Corner" not in line]
    (broken, *_) = yaml.safe_load("\n".join(lines[:3]))
    assert broken == {
        "name": "Broken",
        "command": ["python3", "exits_at_start.py"],
        "directory": "Broken",
    }


def test_a_name_in_use_is_kept(tmp_path: Path) -> None:
    put(tmp_path, "Lowest")
    (tmp_path / "bots.yaml").write_text("mine")
    message = refusal("init", tmp_path)
    assert f"{tmp_path}/bots.yaml exists already: name another file with --output" in message
    assert (tmp_path / "bots.yaml").read_text() == "mine"


def test_no_folder_and_no_program(tmp_path: Path) -> None:
    assert "has no program" in refusal("init", tmp_path)
    assert "none: No such file or directory" in refusal("init", tmp_path / "none")
    put(tmp_path, "Lowest")
    assert "there is no folder none" in refusal("init", tmp_path, "--output", "none/bots.yaml")


def test_interrupted_before_anything_is_found_it_writes_nothing(tmp_path: Path) -> None:
    put(tmp_path, "Lowest", "Broken")
    (tmp_path / "Lowest/lowest.py").write_text("import time\ntime.sleep(99)\n")
    terminal = Terminal("init", ".", folder=tmp_path)
    terminal.expect("Lowest listens to it")
    terminal.keys("\x03")
    assert terminal.end() == 130
    assert not (tmp_path / "bots.yaml").exists()


def test_interrupted_it_keeps_what_it_has_found(tmp_path: Path) -> None:
    put(tmp_path, "Broken", "Lowest")
    (tmp_path / "Sleeper").mkdir()
    (tmp_path / "Sleeper/sleeper.py").write_text("import time\ntime.sleep(99)\n")
    terminal = Terminal("init", ".", folder=tmp_path)
    terminal.expect("(2 of 3)")
    terminal.keys("\x03")
    assert terminal.end() == 130
    text = (tmp_path / "bots.yaml").read_text()
    assert "- name: Lowest" in text
    assert "\n  # Not tried, because 'owari init' was interrupted: Sleeper.\n" in text
    assert "\n  # owari add bots.yaml Sleeper\n" in text
    assert "Not tried: Sleeper. The file says how to add them." in terminal.seen


TWO_PERSONS = (
    ("random.random() < 0.5", "False"),
    ('print("A coin is tossed:", "I start." if own_turn else "you start.")', "pass"),
    ("    if own_turn:\n", "    if False:\n"),
    ("pit not in range(7, 13)", "pit not in range(7 - 7 * own_turn, 13 - 7 * own_turn)"),
    ('"Your pit (7-12): "', 'f"Player {1 + own_turn}, your pit (0-12): "'),
)
"""What makes a program for two persons of one that plays."""


def test_no_advice_is_given_that_cannot_succeed(tmp_path: Path) -> None:
    """No key seats a program of another game, or one that leaves both sides to persons; one that
    tells its usage wants words that nobody could guess."""
    nobody = (PROGRAMS / "console/asks.py").read_text()
    for old, new in TWO_PERSONS:
        assert old in nobody
        nobody = nobody.replace(old, new)
    ends = "import sys\nsys.exit('usage: play.py [-h] LEVELS\\n\\nplay.py: error: no LEVELS')\n"
    draws = "input(' 4 4 4 4 4 4\\n0           0\\n 4 4 4 4 4 4\\nYour pit (1-6): ')\n"
    sources = {"Fours": draws, "Fours too": draws, "Nobody": nobody, "Usage": ends}
    for name, source in sources.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "play.py").write_text(source)
    (tmp_path / "Usage/other.py").write_text("input()\n")
    done = owari(tmp_path, "init", ".")
    assert done.returncode == 0, done.stderr
    said = "2 programs seem to be for owari:6x4, kalah and kalah-empty: --game names such a game.\n"
    assert said in done.stdout
    entries = (tmp_path / "bots.yaml").read_text().split("bots:\n")[1].split("\n\n")
    fours, _, persons, usage = [
        [line.removeprefix("  # ") for line in entry.splitlines()] for entry in entries[:4]
    ]
    assert "the program draws a board of 6 pits a side with 4" in fours[0]
    assert fours[-3:] == [
        "No key seats it in a tournament of owari.",
        "To see what it plays:",
        "(cd Fours && owari learn 'python3 play.py' --within 10m)",
    ]
    assert "it may leave both sides to persons" in " ".join(persons)
    assert persons[-4:] == [
        "It asks for the moves of both sides and makes none.",
        "No key seats it in a tournament of owari.",
        "If words of its command make it move, type them in the place of WORDS:",
        "(cd Nobody && owari learn 'python3 play.py WORDS' --name Nobody --add ../bots.yaml)",
    ]
    assert " ".join(usage[:-2]) == (
        "Usage was not understood: Usage/play.py: it left with exit code 1 at once, and said"
        " 'usage: play.py [-h] LEVELS play.py: error: no LEVELS'."
        " Also in its folder: other.py. If one of them is the bot, add that, as in:"
        " owari add bots.yaml Usage/other.py --name Usage"
    )
    assert usage[-2:] == [
        "Type the words that its command wants in the place of WORDS:",
        "(cd Usage && owari learn 'python3 play.py WORDS' --name Usage --add ../bots.yaml)",
    ]
    late = owari(tmp_path, "add", "bots.yaml", "Usage", "--name", "Late")
    assert late.returncode == 1
    assert "owari learn 'python3 play.py WORDS' --name Usage --add ../bots.yaml" in late.stderr
