"""The tables of standings and show: chosen ones, for spreadsheets, details, ratings."""

from __future__ import annotations

import csv
import io
import json
import sys
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


def test_ratings_need_a_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "owari.results.rating_model", None)
    said = refusal("standings", "bots.db", "--ratings")
    assert said == "Error: ratings need SciPy: pip install 'owari[ratings]'\n"
    assert "Matches" in output("standings", "bots.db")


def test_results_without_games_have_all_tables() -> None:
    Store.open_or_create(Path("new.db")).close()
    for table in ("standings", "matches", "forfeits", "details", "ratings", "games"):
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
