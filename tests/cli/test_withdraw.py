"""`owari withdraw`, and guests: whose games count, and for whom."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.support.command import output, owari, refusal

EVENING = """\
bots:
  - {name: Depth 2, engine: alpha-beta, depth: 2}
  - {name: Greedy, engine: greedy}
  - {name: First, engine: first}
  - {name: Laptop, by-hand: true}
"""
LATE = "  - {name: Late, engine: greedy}\n"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a tournament that is played but for the games by hand."""
    folder = tmp_path_factory.mktemp("played")
    (folder / "bots.yaml").write_text(EVENING)
    assert owari(folder, "tournament", "bots.yaml").returncode == 0
    return folder


@pytest.fixture(autouse=True)
def folder(played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, a copy of it."""
    shutil.copytree(played, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(text: str) -> None:
    Path("bots.yaml").write_text(text)


def play(*options: str) -> str:
    done = owari(Path(), "tournament", "bots.yaml", *options)
    assert done.returncode == 0, done.stderr
    return done.stderr


def standings() -> Any:
    return json.loads(output("standings", "bots.yaml", "--format", "json"))


def points() -> dict[str, tuple[int | None, float]]:
    """The place and the points of each bot."""
    return {row["bot"]: (row["place"], row["points"]) for row in standings()["standings"]}


def test_the_games_of_a_bot_are_void_and_count_again() -> None:
    before = standings()
    said = output("withdraw", "bots.yaml", "first", "--void")
    assert said.splitlines() == [
        "First has withdrawn after 4 of 6 games.",
        "None of its games counts.",
        "To undo this: owari withdraw bots.yaml First --undo",
    ]
    table = standings()
    assert "First has withdrawn: its games do not count." in table["notes"]
    assert [row["bot"] for row in table["standings"]] == ["Depth 2", "Greedy", "Laptop"]
    assert {row["played"] for row in table["standings"]} == {2, 0}
    assert "To be entered: 4 games of Laptop." in table["notes"]
    assert "2 of 6 games are already played" in play()
    assert "First" not in output("tournament", "bots.yaml", "--dry-run").split("\n\n", 1)[1]
    output("withdraw", "bots.yaml", "First", "--undo")
    assert standings() == before


def test_games_that_are_not_played_are_won_by_the_opponents() -> None:
    before = standings()
    output("score", "bots.yaml", "First", "Laptop", "19-17")
    said = output("withdraw", "bots.yaml", "Laptop", "--kept")
    assert "Its games count, and its opponents win the other 5." in said
    table = standings()
    assert any(note.startswith("Champion: ") for note in table["notes"])
    assert "Laptop has withdrawn: its games count, and its opponents win those" in table["notes"][1]
    assert {row["played"] for row in table["standings"]} == {6}
    assert table["forfeits"] == [{"bot": "Laptop", "withdrew": 5}]
    assert "6 of 6" not in play()
    assert "Laptop has withdrawn" in output("show", "bots.yaml", "8")
    output("withdraw", "bots.yaml", "Laptop", "--undo")
    output("annul", "bots.yaml", "11", "never played")
    assert standings()["standings"] == before["standings"]


def test_who_comes_after_a_bot_has_left_does_not_meet_it() -> None:
    for opponent in ("Depth 2", "Greedy", "First"):
        output("score", "bots.yaml", "Laptop", opponent, "19-17")
    output("withdraw", "bots.yaml", "Laptop", "--kept")
    before = standings()
    write(EVENING + LATE)
    assert "Laptop" not in output("tournament", "bots.yaml", "--dry-run")
    play()
    table = standings()
    assert {row["opponent"] for row in table["matches"] if row["bot"] == "Late"} == {
        *("Depth 2", "Greedy", "First")
    }
    assert table["forfeits"] == before["forfeits"] == [{"bot": "Laptop", "withdrew": 3}]
    assert any(note.startswith("Champion: ") for note in table["notes"])
    assert "None of its games" in output("withdraw", "bots.yaml", "Laptop", "--void")
    said = output("withdraw", "bots.yaml", "Laptop")  # it left when it did at first
    assert said.startswith("Laptop has withdrawn after 3 of 6 games.")
    assert standings() == table
    output("rename", "bots.yaml", "Laptop", "Old laptop")
    assert not any({"Late", "Old laptop"} == {row["bot"], row["opponent"]} for row in pairs())
    output("withdraw", "bots.yaml", "Old laptop", "--undo")
    assert "To be entered: 5 games of Old laptop." in standings()["notes"]
    assert "To be entered: 5 games" in output("standings", "bots.db")


def pairs() -> Any:
    return standings()["matches"]


def test_new_bots_of_the_file_have_entered_before_a_bot_leaves() -> None:
    write(EVENING.replace("  - {name: Laptop, by-hand: true}\n", ""))
    Path("bots.db").unlink()
    play()
    before = pairs()
    write(Path("bots.yaml").read_text() + LATE)
    said = output("withdraw", "bots.yaml", "First")
    assert said.splitlines()[:2] == [
        "First has withdrawn after 4 of 6 games.",
        "Its games count, and its opponents win the other 2.",
    ]
    play()
    assert ("Late", "First", 2) in {(row["bot"], row["opponent"], row["points"]) for row in pairs()}
    output("withdraw", "bots.yaml", "First", "--undo")
    output("withdraw", "bots.yaml", "Late", "--void")
    assert pairs() == before


def test_the_results_alone_say_who_has_entered_where_they_are_named() -> None:
    write(EVENING.replace("  - {name: Laptop, by-hand: true}\n", ""))
    Path("bots.db").unlink()
    play()
    write(Path("bots.yaml").read_text() + LATE)
    said = output("withdraw", "bots.db", "First")
    assert "after 4 of 4 games.\nAll of its games are played, and count." in said
    play()
    assert not any({"First", "Late"} == {row["bot"], row["opponent"]} for row in pairs())
    Path("bots.yaml").unlink()
    assert "First takes part again" in output("withdraw", "bots.yaml", "First", "--undo")


@pytest.mark.parametrize(
    ("text", "why"), [("game: kalah\n" + EVENING, "game was owari and is kalah"), ("bots:", "bots")]
)
def test_a_file_that_does_not_fit_enters_nobody(text: str, why: str) -> None:
    write(text + LATE * (text != "bots:"))
    done = owari(Path(), "withdraw", "bots.yaml", "First")
    assert done.returncode == 0, done.stderr
    assert why in done.stderr
    assert "bots.db stays as it is, with the bots that it has." in done.stderr
    assert "First has withdrawn after 4 of 6 games." in done.stdout


def test_who_comes_too_late_for_a_knockout_keeps_nobody_in_it() -> None:
    write("format: knockout\n" + EVENING)
    Path("bots.db").unlink()
    play()
    write(Path("bots.yaml").read_text() + LATE)
    done = owari(Path(), "withdraw", "bots.yaml", "Laptop", "--kept")
    assert "Late comes too late: the bracket is made." in done.stderr
    assert "Laptop has withdrawn after 0 of 2 games." in done.stdout


def test_results_without_a_tournament_know_who_came_later() -> None:
    output("score", "friends.db", "Anna", "Ben", "19-17")
    output("withdraw", "friends.db", "Anna", "--kept")
    output("score", "friends.db", "Ben", "Carl", "19-17")
    found = json.loads(output("standings", "friends.db", "--format", "json"))
    assert {row["bot"]: row["played"] for row in found["standings"]} == {
        "Anna": 2,
        "Ben": 3,
        "Carl": 1,
    }


@pytest.mark.parametrize(("entered", "how"), [(2, "None of its games"), (3, "Its games count")])
def test_the_rule_of_chess_decides_by_half_of_the_games(entered: int, how: str) -> None:
    for opponent in ("Depth 2", "Greedy", "First")[:entered]:
        output("score", "bots.yaml", "Laptop", opponent, "19-17")
    assert how in output("withdraw", "bots.yaml", "Laptop")


def test_a_bot_that_leaves_after_its_last_game() -> None:
    for opponent in ("Depth 2", "Greedy", "First"):
        output("score", "bots.yaml", "Laptop", opponent, "19-17")
        output("score", "bots.yaml", opponent, "Laptop", "19-17")
    before = standings()["standings"]
    assert "All of its games are played, and count." in output("withdraw", "bots.yaml", "Laptop")
    assert standings()["standings"] == before
    assert "Laptop has withdrawn: its games count." in standings()["notes"]


@pytest.mark.parametrize(
    ("options", "again", "count"),
    [
        (["--kept"], ["--kept"], "count"),
        (["--void"], ["--void"], "do not count"),
        ([], [], "do not count"),
        (["--void"], [], "do not count"),
    ],
)
def test_a_bot_that_has_withdrawn_withdraws_once(
    options: list[str], again: list[str], count: str
) -> None:
    output("withdraw", "bots.yaml", "Laptop", *options)
    before = output("show", "bots.yaml"), standings(), output("verify", "bots.yaml")
    assert output("withdraw", "bots.yaml", "laptop", *again).splitlines() == [
        f"Laptop has already withdrawn: its games {count}. Nothing has changed.",
        "To undo this: owari withdraw bots.yaml Laptop --undo",
    ]
    assert (output("show", "bots.yaml"), standings(), output("verify", "bots.yaml")) == before


def test_two_that_have_left_both_lose_their_game() -> None:
    write(EVENING + "  - {name: Tablet, by-hand: true}\n")
    play()
    output("withdraw", "bots.yaml", "Laptop", "--kept")
    said = output("withdraw", "bots.yaml", "Tablet", "--kept")
    assert said.startswith("Tablet has withdrawn after 0 of 8 games.")
    assert "Its games count. Of the other 8 its opponents win 6, and nobody those" in said
    between = [row for row in standings()["matches"] if row["bot"] in ("Laptop", "Tablet")]
    assert {row["points"] for row in between} == {0}
    output("withdraw", "bots.yaml", "Laptop", "--undo")
    table = {(row["bot"], row["opponent"]): row["points"] for row in standings()["matches"]}
    assert table["Laptop", "Tablet"] == 2
    assert "To be entered: 6 games of Laptop." in standings()["notes"]


def test_who_has_left_enters_no_scores_and_is_not_replayed() -> None:
    output("withdraw", "bots.yaml", "First", "--kept")
    again = "First has withdrawn; to let it take part again: owari withdraw bots.db First --undo"
    assert again in refusal("score", "bots.yaml", "First", "Laptop", "19-17")
    assert "--replay First: it has withdrawn" in refusal(
        "tournament", "bots.yaml", "--replay", "First"
    )
    before = standings()["matches"]
    play("--replay", "Greedy")
    assert standings()["matches"] == before


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["Frist"], "'Frist' is not one of the bots; did you mean 'First'?"),
        (["First", "--undo"], "First has not withdrawn"),
        (["First", "--void", "--kept"], "--void, --kept and --undo exclude each other"),
    ],
)
def test_what_is_refused(words: list[str], sentence: str) -> None:
    assert sentence in refusal("withdraw", "bots.yaml", *words)


def test_a_guest_plays_and_counts_for_nobody() -> None:
    before = points()
    write(EVENING + "  - {name: House, engine: alpha-beta, depth: 3, guest: true}\n")
    play()
    table = standings()
    assert table["standings"][-1]["bot"] == "House"
    assert table["standings"][-1]["played"] == 6
    now = points()
    assert now.pop("House")[0] is None
    assert now == before
    assert ("Greedy", "House") in {(row["bot"], row["opponent"]) for row in table["matches"]}
    assert (
        "House is a guest: it has no place, and its games count for no other bot."
        in (table["notes"])
    )
    write(EVENING + "  - {name: House, engine: alpha-beta, depth: 3}\n")
    play()
    assert points()["House"][0] is not None


def test_a_bot_that_leaves_a_knockout_between_two_rounds() -> None:
    write("format: knockout\n" + EVENING)
    Path("bots.db").unlink()
    play()
    output("score", "bots.yaml", "Depth 2", "Laptop", "30-6")
    output("score", "bots.yaml", "Laptop", "Depth 2", "6-30")
    said = output("withdraw", "bots.yaml", "Depth 2")
    assert said.splitlines()[:2] == [
        "Depth 2 has withdrawn after 2 of 2 games.",
        "Its games so far count, and it has no place in later rounds.",
    ]


def test_nobody_is_champion_among_guests() -> None:
    write(EVENING.replace("}", ", guest: true}").replace("  - {name: Laptop", "#"))
    Path("bots.db").unlink()
    play()
    assert "No bot is ranked, so there is no champion." in standings()["notes"]


def test_a_schedule_without_games_has_no_headings() -> None:
    said = output("tournament", "bots.yaml", "--dry-run")
    assert said.startswith("Schedule\n\n(none)\n\nLaptop plays by hand")
