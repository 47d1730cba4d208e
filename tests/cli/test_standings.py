"""The tables of standings and show: chosen ones, for spreadsheets, details, ratings."""

from __future__ import annotations

import csv
import io
import json
import re
import sys
from itertools import permutations
from pathlib import Path

import pytest

from owari.games.game import Outcome, Side
from owari.games.mancala import OWARI
from owari.games.othello import OTHELLO
from owari.records.record import Ending, GameRecord, Ply, Result, Termination
from owari.results.game_log import Status
from owari.results.store import Store
from owari.tournament.result_entry import enter
from tests.support.command import output, owari, refusal


def played(south: str, north: str, seconds: float) -> GameRecord:
    """A whole game of lowest pits, in which South takes this time for each move and North half."""
    position = OWARI.start()
    plies = []
    while not position.outcome():
        move = position.legal_moves()[0]
        used = seconds if position.turn is Side.SOUTH else seconds / 2
        plies.append(Ply(position.turn, move, used))
        position = position.play(move)
    outcome = position.outcome()
    assert outcome
    return GameRecord(OWARI, OWARI.start(), south, north, tuple(plies), Ending.normal(outcome))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with the results of three bots."""
    monkeypatch.chdir(tmp_path)
    crash = Ending(Result.NORTH, Outcome(3, 2), Termination.CRASHED, "exit code 1")
    with Store.open_or_create(Path("bots.db")) as store:
        for record in (
            played("Ann", "Ben", 0.2),
            played("Ben", "Ann", 0.4),
            GameRecord(OWARI, OWARI.start(), "Cid", "Ann", (), crash),
        ):
            enter(store, record, Status.PLAYED)
    output("score", "bots.db", "Cid", "Ben", "20-16")
    output("annul", "bots.db", "6", "told wrongly")
    return tmp_path


def rows(*words: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(output(*words, "--format", "csv"))))


@pytest.mark.parametrize("table", ["standings", "matches", "forfeits", "details", "games"])
def test_a_csv_file_has_one_table_if_it_is_chosen(table: str) -> None:
    text = output("standings", "bots.db", "--format", "csv", "--table", table)
    assert "\n\n" not in text
    assert rows("standings", "bots.db", "--table", table)
    assert "\n\n" in output("standings", "bots.db", "--format", "csv")


def test_tables_come_in_the_order_in_which_they_are_chosen() -> None:
    words = ("standings", "bots.db", "--table", "forfeits", "--table", "standings")
    assert list(json.loads(output(*words, "--format", "json"))) == [
        *("forfeits", "standings", "notes")
    ]
    text = output(*words)
    assert text.index("Forfeits") < text.index("Standings")
    assert "Matches" not in text


def test_games_have_numbers_that_no_spreadsheet_takes_for_dates() -> None:
    games = rows("standings", "bots.db", "--table", "games")
    assert games == rows("show", "bots.db", "--table", "games")
    first, _, crashed = games
    assert (first["South"], first["North"], first["first"]) == ("Ann", "Ben", "South")
    stones = int(first["South stones"]), int(first["North stones"])
    assert sum(stones) == 36
    assert int(first["South margin"]) == stones[0] - stones[1]
    assert first["result"] in ("South wins", "North wins", "draw")
    assert float(first["South seconds"]) == pytest.approx(0.2 * -(-int(first["plies"]) // 2))
    assert float(first["South slowest turn"]) == 0.2
    assert first["finished"].endswith("+00:00")
    assert (crashed["result"], crashed["termination"]) == ("North wins", "crashed")
    (annulled,) = rows("show", "bots.db", "--table", "annulled")
    assert (annulled["game"], annulled["why annulled"]) == ("6", "told wrongly")
    for game in (*games, annulled):
        assert not [cell for cell in game.values() if "1-0" in cell or cell == "20-16"]


def test_without_a_choice_show_prints_what_scripts_know() -> None:
    games, annulled = output("show", "bots.db", "--format", "csv").split("\n\n")
    assert games.startswith("game,South,North,score,result,first,plies,finished,status\n")
    assert annulled.startswith("game,South,North,score,result,first,plies,finished,why\n")
    assert "20-16" in annulled
    assert "Annulled" not in output("show", "bots.db", "--table", "games")
    assert "--format applies only" in refusal("show", "bots.db", "1", "--table", "games")


def test_a_byte_order_mark_comes_only_before_csv() -> None:
    words = ("standings", "bots.db", "--table", "standings")
    marked = output(*words, "--format", "csv", "--bom")
    assert marked == "\ufeff" + output(*words, "--format", "csv")
    for others in ([], ["--format", "json"]):
        assert "use it with --format csv" in refusal(*words, *others, "--bom")


def test_details_for_people() -> None:
    text = output("standings", "bots.db", "--details")
    assert text.startswith(output("standings", "bots.db"))
    details = text[text.index("Details") :]
    lines = {line.split()[0]: line.split()[1:] for line in details.splitlines() if line}
    assert lines["Cid"] == ["0-0-1", "0-0-0"]
    assert lines["Ann"][3:7] == ["0.200", "s", "0.200", "s"]
    assert "mean turn" in details
    only = output("standings", "bots.db", "--table", "details")
    assert only == details


def test_details_for_programs() -> None:
    bots = {row["bot"]: row for row in rows("standings", "bots.db", "--table", "details")}
    assert [bots["Cid"][f"first {kind}"] for kind in ("won", "drawn", "lost")] == ["0", "0", "1"]
    assert bots["Cid"]["mean turn"] == ""
    assert float(bots["Ann"]["slowest turn"]) == 0.2
    assert float(bots["Ben"]["slowest turn"]) == 0.4


def test_a_turn_that_was_lost_on_time_is_in_every_table(folder: Path) -> None:
    late = Ending(Result.NORTH, Outcome(0, 0), Termination.TIMED_OUT, "Dan was late")
    record = GameRecord(OWARI, OWARI.start(), "Dan", "Eve", (), late, lost_turn=5.1034)
    with Store.open_or_create(folder / "late.db") as store:
        enter(store, record, Status.PLAYED)
        enter(store, played("Eve", "Dan", 0.25), Status.PLAYED)
    details = output("standings", "late.db", "--table", "details")
    lines = {line.split()[0]: line for line in details.splitlines() if line}
    assert re.search(r" ≥ 0\.\d{3} s +≥ 5\.103 s +≥ \d+\.\d{3} s$", lines["Dan"])
    assert "≥" not in lines["Eve"]
    assert "A time with ≥ was at least so long" in details
    dan, eve = rows("standings", "late.db", "--table", "details")
    assert (dan["slowest turn"], dan["turns cut off"], dan["slowest turn cut off"]) == (
        *("5.103", "1", "yes"),
    )
    assert (eve["turns cut off"], eve["slowest turn cut off"]) == ("0", "no")
    first, second = rows("show", "late.db", "--table", "games")
    assert (first["South slowest turn"], first["turn lost by fault"]) == ("5.103", "5.103")
    assert second["turn lost by fault"] == ""
    assert "Nothing differs in 2 games" in output("verify", "late.db")


def test_a_bot_can_write_no_lost_turn_into_its_record(folder: Path) -> None:
    """Neither in its name nor in a comment."""
    fault = Ending(Result.NORTH, Outcome(0, 0), Termination.ILLEGAL_MOVE, '[LostTurn "7"]')
    comment = '\n\n[LostTurn "8.000"] \n[LostTurn "9"]'
    ply = Ply(Side.SOUTH, OWARI.start().legal_moves()[0], comment=comment)
    record = GameRecord(OWARI, OWARI.start(), '[LostTurn "6"]', "Eve", (ply,), fault)
    with Store.open_or_create(folder / "sly.db") as store:
        enter(store, record, Status.PLAYED)
    (game,) = rows("show", "sly.db", "--table", "games")
    assert game["turn lost by fault"] == ""


def test_times_are_left_out_where_none_is_known() -> None:
    output("score", "phone.db", "A", "B", "20-16")
    assert "turn" not in output("standings", "phone.db", "--details")


def test_ratings_beside_points() -> None:
    text = output("standings", "bots.db", "--ratings")
    ratings = text[text.index("Ratings") :]
    names = [line.split()[1] for line in ratings.splitlines()[4:7]]
    assert sorted(names) == ["Ann", "Ben", "Cid"]
    assert names[-1] == "Cid"
    assert "The first move is worth" in ratings
    found = rows("standings", "bots.db", "--table", "ratings")
    assert list(found[0]) == ["place", "bot", "games", "rating", "low", "high"]
    assert sum(float(row["rating"]) for row in found) == pytest.approx(0, abs=0.2)
    assert all(float(row["low"]) < float(row["rating"]) < float(row["high"]) for row in found)


def test_points_that_other_games_let_expect(folder: Path) -> None:
    for one, other in ("Ann", "Cid"), ("Ben", "Cid"), ("Cid", "Ben"), ("Dan", "Ann"):
        output("score", "bots.db", one, other, "20-16")
    text = output("standings", "bots.db", "--expected")
    table = text[text.index("Expected\n") :]
    assert "Corrected is 3 times as much, for 3 matches" in table
    assert "1 match is left out: no other games join the two bots" in table  # Dan met only Ann
    assert table == output("standings", "bots.db", "--table", "expected")
    found = rows("standings", "bots.db", "--table", "expected")
    assert len(found) == 3
    chances = [float(row["chance"]) for row in found]
    assert chances == sorted(chances)
    for row in found:
        assert 0 <= float(row["expected"]) <= float(row["points"]) <= int(row["games"])
        assert 0 < float(row["chance"]) <= float(row["corrected"]) <= 1
    assert {row["forfeits"] for row in found} == {"0", "1"}
    data = json.loads(output("standings", "bots.db", "--table", "expected", "--format", "json"))
    assert [row["bot"] for row in data["expected"]] == [row["bot"] for row in found]


def test_people_see_the_least_likely_matches(folder: Path) -> None:
    names = [f"Bot {number}" for number in range(8)]
    with Store.open_or_create(folder / "many.db") as store:
        for south, north in permutations(names, 2):
            if (south < north) != ({south, north} == {"Bot 2", "Bot 5"}):
                enter(store, played(south, north, 0.1), Status.PLAYED)
    text = output("standings", "many.db", "--table", "expected")
    assert len([line for line in text.splitlines() if line.startswith("Bot ")]) == 20
    assert "These are the 20 least likely." in text
    assert len(rows("standings", "many.db", "--table", "expected")) == 28


def test_ratings_need_a_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "owari.results.rating_model", None)
    monkeypatch.setitem(sys.modules, "owari.results.expectation_model", None)
    said = refusal("standings", "bots.db", "--ratings")
    assert refusal("standings", "bots.db", "--expected") == said
    assert said == "Error: ratings need SciPy: pip install 'owari[ratings]'\n"
    assert "Matches" in output("standings", "bots.db")


def test_results_without_games_have_all_tables() -> None:
    Store.open_or_create(Path("new.db")).close()
    for table in ("standings", "matches", "forfeits", "details", "ratings", "expected", "games"):
        for form in ("plain", "csv", "json", "html", "github", "latex"):
            output("standings", "new.db", "--table", table, "--format", form)


def test_discs_have_their_name() -> None:
    record = GameRecord(
        *(OTHELLO, OTHELLO.start(), "Ann", "Ben", ()),
        Ending(Result.SOUTH, Outcome(2, 2), Termination.RESIGNED),
    )
    with Store.open_or_create(Path("discs.db")) as store:
        store.rules = {"game": "othello", "games-per-match": 2}
        enter(store, record, Status.PLAYED)
    (game,) = rows("show", "discs.db", "--table", "games")
    assert (game["South discs"], game["result"]) == ("2", "South wins")


def test_times_for_people_are_local(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    for zone, offset in (("CET-1CEST", "+0"), ("NST3:30", "-03:30"), ("UTC", "+00:00")):
        shown = owari(folder, "show", "bots.db", environment={"TZ": zone}).stdout
        assert f" {offset}" in shown
        data = owari(folder, "show", "bots.db", "--format", "json", environment={"TZ": zone})
        assert all(game["finished"].endswith("+00:00") for game in json.loads(data.stdout)["games"])
