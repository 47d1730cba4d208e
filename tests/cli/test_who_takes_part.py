"""Bots that play by hand, guests, and bots that are not there, as an instructor meets them."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.command import output, owari, refusal, run
from tests.support.nightly import at_night
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
    names = ("--us-name", "Greedy", "--them-name", "Laptop")
    typed = "resign us\nyes\n\n"
    words = ("--results", "bots.yaml", "--first", first)
    done = run("relay", *names, *words, "--record", "game.pgn", typed=typed)
    assert done.exit_code == 0, done.output
    assert games() == {("Greedy", "Laptop") if first == "us" else ("Laptop", "Greedy")}
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


@pytest.mark.parametrize("how", ["folder", *at_night("file", "entry")])
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


def test_a_name_that_has_changed_in_the_file_is_asked_about(folder: Path) -> None:
    play(folder)
    write(EVENING.replace("Rocket", "Rockets"))
    said = refusal("tournament", "bots.yaml")
    assert "bots.db has 'Rocket', and the tournament file 'Rockets' with the same keys." in said
    assert "one bot: owari rename bots.db Rocket Rockets\n" in said
    assert "withdraw: owari withdraw bots.db Rocket\n" in said
    done = run("score", "bots.yaml", "Laptop", "Greedy", "19-17")
    assert "bots.yaml has 'Rockets' in place of 'Rocket'" in done.stderr
    output("rename", "bots.db", "Rocket", "Rockets")
    assert "wait" in play(folder)
    assert len(games()) == 7


BROKEN = f"""\
give-up-after: 3
bots:
  - {{name: Greedy, engine: greedy}}
  - {{name: Broken, command: [{sys.executable}, broken.py]}}
  - {{name: First, engine: first}}
  - {{name: Other, command: [{sys.executable}, broken.py]}}
"""


def results() -> dict[int, tuple[str, ...]]:
    shown = json.loads(output("show", "bots.yaml", "--format", "json"))
    return {
        row["game"]: (row["South"], row["North"], row["score"], row["result"])
        for row in shown["games"]
    }


@pytest.mark.nightly
def test_a_bot_that_forfeits_its_first_games_alike_is_benched_until_its_replay(
    folder: Path,
) -> None:
    write(BROKEN)
    (folder / "broken.py").write_text("raise SystemExit(3)\n")
    done = owari(folder, "tournament", "bots.yaml", "--concurrency", "4")
    why = "Broken forfeited its first 3 games (did not start), and is benched"
    assert done.stdout.count(why) == 3
    table = standings()
    assert {row["bot"]: (row["did not start"], row["benched"]) for row in table["forfeits"]} == {
        "Broken": (3, 3),
        "Other": (3, 1),  # it wins two of its first games against Broken, which are not played
    }
    assert (
        "Broken is benched and forfeits 3 games without play. --replay Broken lets it play."
        in table["notes"]
    )
    together = results()

    Path("bots.db").unlink()
    write(BROKEN.replace("give-up-after: 3\n", ""))
    owari(folder, "tournament", "bots.yaml", "--concurrency", "1")
    for number in range(6, 13):
        output("annul", "bots.yaml", number, "as if it had been interrupted")
    write(BROKEN)
    play(folder)
    assert results() == together

    (folder / "broken.py").write_text(LOWEST)
    assert owari(folder, "tournament", "bots.yaml", "--replay", "Broken").returncode == 0
    notes = standings()["notes"]
    assert not any(note.startswith("Broken is benched") for note in notes)


def test_a_dry_run_estimates_how_long_it_takes(folder: Path) -> None:
    words = ("tournament", "bots.yaml", "--dry-run", "--concurrency", "1")
    before = output(*words)
    assert (
        "Estimates: 27 min at the longest; a likely duration once enough games have ended."
        in before
    )
    assert "Estimates: 14 min at the longest" in output(*words[:-1], "2")
    play(folder)
    output("annul", "bots.yaml", "7", "again")
    after = output(*words)
    assert "Estimates: 4 min at the longest; 1 s of thinking if the bots go on as so far." in (
        after
    )


def test_who_is_elsewhere_or_missing_is_not_checked_here(folder: Path) -> None:
    (folder / "rocket.py").unlink()
    said = refusal("check", "bots.yaml:Laptop")
    assert "Laptop cannot play here: it plays by hand, with a program elsewhere" in said
    assert "Rocket cannot play here: command: rocket.py is not in" in refusal(
        "check", "bots.yaml:Rocket"
    )
    assert "4: command: rocket.py is not in" in refusal("check", "bots.yaml")
    output("check", "bots.yaml:Greedy")
