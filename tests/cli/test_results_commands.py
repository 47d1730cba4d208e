"""standings, show, score and annul, as they are typed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from owari.games.mancala import OWARI
from owari.records.pgn import format_game
from owari.records.record import Ending, GameRecord, Ply
from owari.results.game_log import Status
from owari.results.lock import lock
from owari.results.store import Store
from owari.tournament.result_entry import enter
from tests.support.command import output, owari, refusal, run

TOURNAMENT = """
event: Evening
bots:
  - {name: Depth 8, engine: alpha-beta, depth: 8}
  - {name: Team Rocket, engine: greedy}
  - {name: Old, engine: first}
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with a tournament file."""
    (tmp_path / "bots.yaml").write_text(TOURNAMENT)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def played(south: str = "Depth 8", north: str = "Team Rocket") -> GameRecord:
    """A whole game of lowest pits."""
    position = OWARI.start()
    plies = []
    while not position.outcome():
        move = position.legal_moves()[0]
        plies.append(Ply(position.turn, move, 0.001))
        position = position.play(move)
    outcome = position.outcome()
    assert outcome
    return GameRecord(
        OWARI, OWARI.start(), south, north, tuple(plies), Ending.normal(outcome), event="Evening"
    )


def test_a_score_told_over_the_phone_counts() -> None:
    said = output("score", "bots.yaml", "Depth 8", "Team Rocket", "19-17")
    assert said == "Game 1: Depth 8 - Team Rocket 19-17, Depth 8 wins\n"
    said = output("score", "bots.yaml", "Team Rocket", "Depth 8", "19-17")
    assert said == "Game 2: Team Rocket - Depth 8 19-17, Team Rocket wins\n"
    assert "In the lead: Depth 8, Team Rocket (2 of 6 games played)" in output(
        "standings", "bots.yaml"
    )
    assert output("show", "bots.db", "1").startswith('[Event "Evening"]')
    assert "reported" in output("show", "bots.db")


def test_names_are_recognised_in_any_case() -> None:
    assert "Team Rocket - Old 18-18, draw" in output(
        "score", "bots.yaml", "TEAM ROCKET", "old", "18:18"
    )


def test_a_champion_once_all_games_are_played() -> None:
    bots = ["Depth 8", "Team Rocket", "Old"]
    for first in bots:
        for second in bots:
            if first != second:
                score = "20-16" if first < second else "16-20"
                output("score", "bots.yaml", first, second, score)
    assert "Champion: Depth 8\n" in output("standings", "bots.yaml")
    data = json.loads(output("standings", "bots.db", "--format", "json"))
    assert [row["bot"] for row in data["standings"]] == ["Depth 8", "Old", "Team Rocket"]
    assert data["notes"] == ["Champion: Depth 8"]


def test_a_score_is_refused_when_the_game_is_there() -> None:
    output("score", "bots.yaml", "Depth 8", "Old", "19-17")
    said = refusal("score", "bots.yaml", "Depth 8", "Old", "18-18")
    assert said == (
        "Error: game 3 (Depth 8 - Old 19-17) is already in bots.db;"
        ' to annul it: owari annul bots.db 3 "reason"\n'
    )
    assert output("annul", "bots.db", "3", "told wrongly") == "Game 3 is annulled: told wrongly\n"
    output("score", "bots.yaml", "Depth 8", "Old", "18-18")
    said = output("show", "bots.yaml")
    assert "18-18" in said
    assert "told wrongly" in said


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("A", "Old", "19-17"), "'A' is not one of the bots; they are Depth 8, Team Rocket, Old"),
        (
            ("Old", "Depth 8", "-3-16"),
            "a score is the pieces of both sides, such as 19-17, not '-3-16'",
        ),
        (("Team Roket", "Old", "19-17"), "did you mean 'Team Rocket'?"),
        (("Old", "old", "19-17"), "'Old' cannot play itself"),
        (("Depth 8", "Old", "20-17"), "20-17 makes 37 stones, but the game has 36"),
        (
            ("Depth 8", "Old", "won"),
            "a score is the pieces of both sides, such as 19-17, not 'won'",
        ),
    ],
)
def test_a_score_that_cannot_be(words: tuple[str, ...], sentence: str) -> None:
    assert sentence in refusal("score", "bots.yaml", *words)


def test_results_without_a_tournament_take_any_names() -> None:
    assert output("score", "new.db", "A", "B", "20-16") == (
        "New bot: A\nNew bot: B\nGame 1: A - B 20-16, A wins\n"
    )
    assert output("score", "new.db", "B", "a", "20-16") == "Game 2: B - A 20-16, B wins\n"
    assert "Tied champions: A, B\n" in output("standings", "new.db")


@pytest.mark.parametrize(
    ("change", "warning"),
    [
        (("depth: 8", "depth: 4"), "bot 'Depth 8': depth was 8 and is 4 now"),
        (("depth: 8", "dept: 8"), "bots.yaml:4: unknown key 'dept'; did you mean depth?"),
    ],
)
def test_a_file_that_is_changed_or_wrong_leaves_the_results_as_they_are(
    change: tuple[str, str], warning: str
) -> None:
    output("score", "bots.yaml", "Depth 8", "Old", "19-17")
    Path("bots.yaml").write_text(TOURNAMENT.replace(*change))
    with Store.open(Path("bots.db")) as store:
        bots, rules = store.bots(), store.rules
    done = run("score", "bots.yaml", "Old", "Depth 8", "19-17")
    assert (done.exit_code, done.stdout) == (0, "Game 4: Old - Depth 8 19-17, Old wins\n")
    assert warning in done.stderr
    assert "bots.db stays as it is, with the bots that it has." in done.stderr
    with Store.open(Path("bots.db")) as store:
        assert (store.bots(), store.rules) == (bots, rules)


def test_the_form_of_a_score_is_checked_before_the_names() -> None:
    said = refusal("score", "bots.yaml", "Nobody", "Old", "19/17")
    assert "a score is the pieces of both sides, such as 19-17, not '19/17'" in said


def test_a_bad_tournament_file_takes_no_score(folder: Path) -> None:
    Path("bots.yaml").write_text(TOURNAMENT.replace("greedy", "greed"))
    assert "bots.yaml:5: engine: 'greed' is none of" in refusal(
        "score", "bots.yaml", "Depth 8", "Old", "19-17"
    )
    assert not (folder / "bots.db").exists()


def test_nothing_is_entered_while_another_process_writes(folder: Path) -> None:
    holder = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import sys; from pathlib import Path; from owari.results.lock import lock\n"
            "with lock(Path('bots.db')): print(flush=True); sys.stdin.read()",
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert holder.stdout
    holder.stdout.readline()
    for words in (
        ("score", "bots.yaml", "Depth 8", "Old", "19-17"),
        ("annul", "bots.db", "1", "x"),
    ):
        said = refusal(*words)
        assert "bots.db is in use" in said
        assert "interrupt it with Ctrl-C" in said
        assert "run the tournament again" in said
    holder.communicate()
    output("score", "bots.yaml", "Depth 8", "Old", "19-17")


def test_a_game_is_shown_as_it_was_played() -> None:
    with lock(Path("bots.db")), Store.open_or_create(Path("bots.db")) as store:
        enter(store, played(), Status.PLAYED)
    assert output("show", "bots.yaml", "1") == format_game(played())
    moves = output("show", "bots.db", "1", "--moves")
    assert "1. South (Depth 8) sows 0: 0.001 s" in moves
    assert moves.count("+----+----+----+----+----+----+") == 3 * (len(played().plies) + 1)
    assert moves.endswith(f"{played().ending.result.value}, {played().ending.score}, normal\n")


def test_a_record_is_shown_in_its_normal_form(folder: Path) -> None:
    text = format_game(played()) + "\n" + format_game(played("B", "A"))
    (folder / "games.pgn").write_text(text.replace(" N", "\n\n  N"))
    assert output("show", "games.pgn") == text
    assert output("show", "games.pgn", "2") == format_game(played("B", "A"))
    assert "South (B) sows 0" in output("show", "games.pgn", "2", "--moves")
    assert "games.pgn has 2 games and no game 3" in refusal("show", "games.pgn", "3")


def test_a_format_goes_with_the_list_of_games_only() -> None:
    output("score", "bots.yaml", "Depth 8", "Old", "19-17")
    data = json.loads(output("show", "bots.yaml", "--format", "json"))
    assert data["games"][0]["score"] == "19-17"
    assert "--format applies only to the list" in refusal(
        "show", "bots.yaml", "3", "--format", "json"
    )
    assert "--moves takes one game of a tournament" in refusal("show", "bots.yaml", "--moves")


@pytest.mark.parametrize("name", ["standings", "show"])
@pytest.mark.parametrize(
    ("file", "sentence"),
    [
        ("none.db", "none.db"),
        ("none.yaml", "there is neither none.yaml nor its results, none.db"),
        ("bots.yaml", "bots.yaml has no results yet: bots.db does not exist"),
        (".", "."),
        ("text", "text"),
        ("bytes", "bytes"),
        ("cut.db", "cut.db is not a results file"),
        ("x" * 300, "x"),
    ],
)
def test_a_file_of_another_kind(name: str, file: str, sentence: str, folder: Path) -> None:
    (folder / "text").write_text("some text\n")
    (folder / "bytes").write_bytes(b"\xff\xfe\x00")
    (folder / "cut.db").write_bytes(b"SQLite format 3\0 and no more")
    assert sentence in refusal(name, file)


def test_what_cannot_be_annulled() -> None:
    assert "bots.yaml has no results yet" in refusal("annul", "bots.yaml", "1", "why")
    output("score", "bots.yaml", "Depth 8", "Old", "19-17")
    assert "there is no game 1 in bots.db" in refusal("annul", "bots.yaml", "1", "why")
    assert "the reason is empty" in refusal("annul", "bots.yaml", "3", "  ")
    assert "0" in refusal("annul", "bots.yaml", "0", "why")


def test_errors_leave_with_their_exit_code_and_without_a_traceback(folder: Path) -> None:
    done = owari(folder, "standings", "none.db")
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "Error: none.db does not exist\n")
