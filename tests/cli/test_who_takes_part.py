"""Bots that play by hand, guests, and bots that are not there, as an instructor meets them."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.command import output, owari, refusal, run
from tests.support.sample_programs import PROGRAMS

LOWEST = (PROGRAMS / "line" / "lowest.py").read_text()
EVENING = f"""\
bots:
  - {{name: Greedy, engine: greedy}}
  - {{name: Laptop, by-hand: true}}
  - {{name: Rocket, command: [{sys.executable}, rocket.py]}}
  - {{name: First, engine: first}}
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with a tournament file and the program of a bot."""
    write(EVENING, tmp_path)
    (tmp_path / "rocket.py").write_text(LOWEST)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(text: str, folder: Path = Path()) -> None:
    (folder / "bots.yaml").write_text(text)


def play(folder: Path) -> str:
    """What the tournament says on standard error."""
    done = owari(folder, "tournament", "bots.yaml")
    assert done.returncode == 0, done.stderr
    return done.stderr


def standings() -> Any:
    return json.loads(output("standings", "bots.yaml", "--format", "json"))


def games() -> set[tuple[str, str]]:
    shown = json.loads(output("show", "bots.yaml", "--format", "json"))
    return {(game["South"], game["North"]) for game in shown["games"]}


def test_games_by_hand_are_listed_left_out_and_entered_in_either_order(folder: Path) -> None:
    planned = json.loads(output("tournament", "bots.yaml", "--dry-run", "--format", "json"))
    assert len(planned["schedule"]) == 6
    commands = [row["to enter the score"] for row in planned["by-hand"]]
    assert len(commands) == 6
    assert "owari score bots.yaml Laptop Greedy SCORE" in commands

    said = play(folder)
    assert "Laptop plays by hand: 6 games wait for a result." in said
    assert len(games()) == 6
    assert not any("Laptop" in game for game in games())
    notes = standings()["notes"]
    assert notes[0].startswith("In the lead: ")
    assert "To be entered: 6 games of Laptop." in notes

    for command in commands:
        output(*command.replace("SCORE", "19-17").split()[1:])
    assert len(games()) == 12
    notes = standings()["notes"]
    assert notes[0] == "Champion: Greedy"
    assert not any("To be entered" in note for note in notes)
    assert "wait" not in play(folder)


@pytest.mark.parametrize("first", ["us", "them"])
def test_a_relay_enters_a_game_by_hand(first: str) -> None:
    names = ("--us-name", "Laptop", "--them-name", "Greedy")
    typed = "resign them\nyes\n\n"
    words = ("--us", "manual", "--results", "bots.yaml", "--first", first)
    done = run("relay", *names, *words, "--record", "game.pgn", typed=typed)
    assert done.exit_code == 0, done.output
    assert games() == {("Laptop", "Greedy") if first == "us" else ("Greedy", "Laptop")}
    assert standings()["standings"][0]["bot"] == "Laptop"
    # Nobody can play it again here, and so it stays.
    planned = output("tournament", "bots.yaml", "--dry-run", "--replay", "Greedy")
    assert planned.count("owari score bots.yaml") == 5 + 1
    assert owari(Path(), "tournament", "bots.yaml", "--replay", "Greedy").returncode == 0
    assert len(games()) == 7


@pytest.mark.parametrize(
    ("bot", "sentence"),
    [
        ("by-hand: false", "5: by-hand: true is the only value, not 'false'; else leave the key"),
        ("by-hand: true, time-per-turn: 3s", "5: time-per-turn: nobody measures the time of a bot"),
        (
            "by-hand: true, command: ./x",
            "5: command is a key of a bot with a command, and this is a bot that plays by hand",
        ),
        ("by-hnd: true", "5: unknown key 'by-hnd'; did you mean by-hand?"),
        ("by-hand: true, guest: maybe", "5: guest: true or false is expected, not 'maybe'"),
    ],
)
def test_the_keys_of_a_bot_by_hand(bot: str, sentence: str) -> None:
    write(
        f"bots:\n  - {{name: A, engine: first}}\n  - {{name: C, engine: first}}\n"
        f"  # B plays elsewhere\n  - {{name: B, {bot}}}\n"
    )
    assert sentence in refusal("tournament", "bots.yaml")


def test_a_program_that_is_missing_at_the_start_is_an_error(folder: Path) -> None:
    (folder / "rocket.py").unlink()
    for words in (["tournament", "bots.yaml"], ["tournament", "bots.yaml", "--dry-run"]):
        assert "bots.yaml:4: command: rocket.py is not in " in refusal(*words)
    assert not Path("bots.db").exists()


@pytest.mark.parametrize("how", ["file", "folder", "entry"])
def test_a_bot_that_is_gone_keeps_its_results_and_blocks_only_its_own_games(
    how: str, folder: Path
) -> None:
    write(EVENING.replace("rocket.py]", "rocket.py], directory: rocket"))
    (folder / "rocket").mkdir()
    (folder / "rocket.py").rename("rocket/rocket.py")
    play(folder)
    before = games()
    for number in (3, 7, 11):  # two of Rocket's games, and one that can be played
        output("annul", "bots.yaml", number, "again")
    text = Path("bots.yaml").read_text()
    if how == "file":
        Path("rocket/rocket.py").rename("r.py")
        why = "command: rocket.py is not in "
    elif how == "folder":
        Path("rocket").rename("elsewhere")
        why = f"directory: there is no folder {folder}/rocket"
    else:
        write("".join(line for line in text.splitlines(True) if "Rocket" not in line))
        why = "it is no longer in bots.yaml"

    said = play(folder)
    assert f"Rocket cannot play, and 2 games wait: {why}" in said
    assert "again, or: owari withdraw bots.yaml Rocket\n" in said
    assert len(games()) == len(before) - 2
    assert "Rocket" in {row["bot"] for row in standings()["standings"]}
    output("score", "bots.yaml", "Laptop", "Greedy", "19-17")
    output("score", "bots.yaml", "Rocket", "Laptop", "19-17")
    planned = output("tournament", "bots.yaml", "--dry-run")
    assert "Rocket cannot play, and 2 games wait" in planned
    sentence = "has no such bot" if how == "entry" else f"it cannot play: {why}"
    assert sentence in refusal("tournament", "bots.yaml", "--replay", "Rocket")

    write(text)
    if how == "file":
        Path("r.py").rename("rocket/rocket.py")
    elif how == "folder":
        Path("elsewhere").rename("rocket")
    assert "cannot play" not in play(folder)
    assert before < games()


def test_replay_of_a_bot_by_hand_is_refused(folder: Path) -> None:
    said = refusal("tournament", "bots.yaml", "--replay", "Laptop")
    assert "it plays by hand; annul its games with owari annul" in said
