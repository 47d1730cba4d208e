"""Tables as text: right in every format, whatever the names."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from owari.games.game import Outcome, Side
from owari.games.mancala import OWARI
from owari.games.othello import OTHELLO
from owari.records.record import Ending, Result, Termination
from owari.report.result_tables import (
    challenger_line,
    champion_line,
    cross_table,
    forfeits_table,
    games_table,
    pairs_table,
    result_line,
    rounds_table,
    schedule_table,
    standings_table,
)
from owari.report.tables import FORMATS, Table, format_tables
from owari.results.game_log import StoredGame
from owari.results.rounds import Meeting
from owari.results.standings import standings
from owari.tournament.formats.round_robin import RoundRobin
from owari.tournament.formats.schedule import Entrant
from owari.tournament.formats.tournament_format import Progress


def game(number: int, south: str, score: str, north: str) -> StoredGame:
    outcome = Outcome(*map(int, score.split("-")))
    return StoredGame(number, south, north, Side.SOUTH, Ending.normal(outcome), "S0 N7")


GAMES = [game(1, "Depth 8", "19-17", "007"), game(2, "007", "18-18", "Depth 8")]
TABLE = standings(["007", "Depth 8"], GAMES)


def test_standings_for_people() -> None:
    text = format_tables([standings_table(TABLE, "Evening", ["Champion: Depth 8"])], "plain")
    lines = [" ".join(line.split()) for line in text.splitlines() if not line.startswith("-")]
    assert lines == [
        "Evening",
        "",
        "# bot played won drawn lost forfeits points for against h2h S-B",
        "1 Depth 8 2 1 1 0 0 1.5 37 35 0.75",
        "2 007 2 0 1 1 0 0.5 35 37 0.75",
        "",
        "Champion: Depth 8",
    ]


def test_the_cross_table_has_a_column_for_each_line() -> None:
    text = format_tables([cross_table(TABLE)], "plain")
    assert [line.split() for line in text.splitlines()[-2:]] == [
        ["1", "Depth", "8", "1.5"],
        ["2", "007", "0.5"],
    ]
    assert text.splitlines()[-2].index("1.5") > text.splitlines()[-1].index("0.5")


def test_tables_for_programs_have_full_names_and_numbers() -> None:
    data = json.loads(format_tables([standings_table(TABLE), pairs_table(TABLE)], "json"))
    assert data["standings"][0] == {
        "place": 1,
        "bot": "Depth 8",
        "played": 2,
        "won": 1,
        "drawn": 1,
        "lost": 0,
        "forfeits": 0,
        "points": 1.5,
        "stones for": 37,
        "stones against": 35,
        "head-to-head": None,
        "Sonneborn-Berger": 0.75,
    }
    assert data["matches"][1] == {
        "bot": "007",
        "opponent": "Depth 8",
        "played": 2,
        "points": 0.5,
        "margin": -2,
    }


@pytest.mark.parametrize("form", FORMATS)
def test_names_that_look_like_numbers_stay_as_they_are(form: str) -> None:
    table = standings(["007", "1e3"], [game(1, "007", "20-16", "1e3")])
    text = format_tables([standings_table(table)], form)
    assert "007" in text
    assert "1e3" in text


HOSTILE = '\x1b[31m<b>&|$_"x"\r\n,'


def hostile(form: str) -> str:
    bots = [HOSTILE, "B"]
    table = standings(bots, [game(1, HOSTILE, "20-16", "B")])
    return format_tables([standings_table(table, HOSTILE, [f"Champion: {HOSTILE}"])], form)


@pytest.mark.parametrize("form", FORMATS)
def test_no_name_reaches_the_terminal_with_control_characters(form: str) -> None:
    text = hostile(form)
    assert all(c.isprintable() or c == "\n" for c in text)
    assert text.endswith("\n")


def test_no_name_is_markup() -> None:
    found: list[str] = []
    parser = HTMLParser()
    parser.handle_starttag = lambda tag, attrs: found.append(tag)  # type: ignore[method-assign]
    parser.feed(hostile("html"))
    assert set(found) == {"h2", "table", "thead", "tbody", "tr", "th", "td", "p"}
    rows = [line for line in hostile("github").splitlines() if line.startswith("|")]
    assert {line.replace("\\|", "").count("|") for line in rows} == {13}
    assert "\\_" in hostile("latex")
    assert "\\&" in hostile("latex")
    assert "\\$" in hostile("latex")


def test_csv_is_read_back() -> None:
    rows = list(csv.DictReader(io.StringIO(hostile("csv"))))
    assert rows[0]["bot"] == '[31m<b>&|$_"x" ,'
    assert rows[0]["points"] == "1"
    assert rows[1]["stones against"] == "20"


@pytest.mark.parametrize("name", ["=1+1", "+A", "-A", "@SUM(A1)", "\t=1+1"])
def test_no_name_is_a_formula(name: str) -> None:
    table = standings([name, "B"], [game(1, name, "16-20", "B")])
    rows = list(csv.reader(io.StringIO(format_tables([pairs_table(table)], "csv"))))
    assert rows[2] == [f"'{name.strip()}", "B", "1", "0", "-4"]


def test_forfeits_are_counted_by_kind() -> None:
    def forfeit(number: int, result: Result, kind: Termination) -> StoredGame:
        return StoredGame(number, "A", "B", Side.SOUTH, Ending(result, Outcome(0, 0), kind))

    table = standings(
        ["A", "B", "C"],
        [
            forfeit(1, Result.NORTH, Termination.TIMED_OUT),
            forfeit(2, Result.NORTH, Termination.CRASHED),
            forfeit(3, Result.NORTH, Termination.TIMED_OUT),
            forfeit(4, Result.NEITHER, Termination.DID_NOT_START),
            forfeit(5, Result.NORTH, Termination.RESIGNED),
            game(6, "A", "19-17", "B"),
        ],
    )
    assert {row.name: row.forfeits for row in table.rows} == {"B": 1, "A": 4, "C": 0}
    assert format_tables([forfeits_table(table)], "csv") == (
        "bot,did not start,crashed,timed out\nB,1,,\nA,1,1,2\n"
    )


@pytest.mark.parametrize("form", FORMATS)
def test_a_table_without_rows(form: str) -> None:
    assert format_tables([Table("games", "Games", ("game", "South"), [])], form)


def test_the_list_of_games() -> None:
    text = format_tables([games_table(GAMES)], "csv")
    assert text.splitlines()[1] == "1,Depth 8,007,19-17,Depth 8 wins,South,2,,played"


def test_the_schedule() -> None:
    games = RoundRobin(2).games(Progress([Entrant("A"), Entrant("B")]))
    text = format_tables([schedule_table(games)], "csv")
    assert text.splitlines()[1:] == ["1,1,A,B", "1,2,B,A"]


def test_who_has_won() -> None:
    assert champion_line(TABLE) == "Champion: Depth 8"
    assert champion_line(TABLE, "2 of 3 games played") == (
        "In the lead: Depth 8 (2 of 3 games played)"
    )
    assert champion_line(standings("AB", [])) == "No game has been played."
    tied = standings("AB", [game(1, "A", "18-18", "B")])
    assert champion_line(tied) == "Tied champions: A, B"


def test_what_made_a_bot_the_champion() -> None:
    even = standings("ABC", [game(1, "A", "20-16", "B"), game(2, "B", "20-16", "C")])
    assert champion_line(even) == "Champion: A, ahead of B on tie-break"
    final = "who won the final 2 : 0"
    assert champion_line(TABLE, "", final) == f"Champion: Depth 8, {final}"
    third = "final: 2 of 4 games played"
    assert champion_line(TABLE, third, final) == f"Champion: Depth 8, {final} ({third})"
    undecided = replace(TABLE, still_in=("Depth 8", "007"))
    assert champion_line(undecided, third) == f"Still in: Depth 8, 007 ({third})"


@pytest.mark.parametrize(
    ("ending", "line"),
    [
        (Ending.normal(Outcome(19, 17)), "Game 3: A - B 19-17, A wins"),
        (Ending.normal(Outcome(17, 19)), "Game 3: A - B 17-19, B wins"),
        (Ending.normal(Outcome(18, 18)), "Game 3: A - B 18-18, draw"),
        (
            Ending(Result.NORTH, Outcome(5, 2), Termination.TIMED_OUT, "A was silent"),
            "Game 3: A - B 5-2, A forfeits: A was silent",
        ),
        (
            Ending(Result.SOUTH, Outcome(5, 7), Termination.CRASHED, "exit\x1b code 3"),
            "Game 3: A - B 5-7, B forfeits: exit code 3",
        ),
        (
            Ending(Result.NEITHER, Outcome(0, 0), Termination.DID_NOT_START, "no such file"),
            "Game 3: A - B 0-0, both forfeit: no such file",
        ),
        (Ending(Result.SOUTH, Outcome(5, 7), Termination.RESIGNED), "Game 3: A - B 5-7, B resigns"),
    ],
)
def test_a_result_in_one_line(ending: Ending, line: str) -> None:
    assert result_line(3, "A", "B", ending) == line


def test_discs_are_called_so_and_empty_squares_told_of() -> None:
    ending = Ending.normal(Outcome(40, 20, 4))
    log = [StoredGame(1, "A", "B", Side.SOUTH, ending, "f5 d6")]
    table = standings(["A", "B"], log)
    data = json.loads(
        format_tables([standings_table(table, counted=OTHELLO.pieces), pairs_table(table)], "json")
    )
    assert (data["standings"][0]["discs for"], data["standings"][0]["discs against"]) == (40, 20)
    assert data["matches"][0]["margin"] == 24
    plain = format_tables([standings_table(table, counted="discs")], "plain")
    assert " for    against " in plain
    assert result_line(1, "A", "B", ending) == "Game 1: A - B 40-20, A wins by 24"
    assert OWARI.pieces == "stones"


def test_the_rounds_of_a_bracket() -> None:
    met = [Meeting(1, "A", "B", (1.5, 0.5), "A", "points"), Meeting(1, "C", None, None, "C", "bye")]
    table = rounds_table(met)
    assert table.headers == (
        "round",
        "bot",
        "opponent",
        "points",
        "against",
        "winner",
        "decided by",
    )
    assert table.rows == [
        (1, "A", "B", 1.5, 0.5, "A", "points"),
        (1, "C", "(bye)", None, None, "C", "bye"),
    ]
    final = rounds_table([met[0]._replace(stage="final"), met[1]])
    assert [(row[0], row[-1]) for row in final.rows] == [(1, "final"), (1, "")]
    assert final.headers[-1] == "stage"
    swiss = rounds_table([Meeting(1, "A", "B", (14, -14))])
    assert (swiss.headers[3:], swiss.rows) == (("points", "against"), [(1, "A", "B", 14, -14)])


def test_a_challenger() -> None:
    one = replace(TABLE.rows[0], points=1.0)
    table = replace(TABLE, rows=(one, *TABLE.rows[1:]))
    assert challenger_line(table, one.name).startswith(f"{one.name} has 1 point from ")
    assert challenger_line(TABLE, "007") == "007 has 0.5 points from 2 games against 1 bot."


def test_no_row_of_latex_begins_with_what_the_row_before_would_take() -> None:
    table = Table(
        "forfeits", "Forfeits", ("bot", "late"), [("[2pt]", 1), ("*star", 2), ("plain", 3)]
    )
    rows = format_tables([table], "latex").splitlines()
    assert [row.split()[0] for row in rows if "&" in row][1:] == ["{}[2pt]", "{}*star", "plain"]
