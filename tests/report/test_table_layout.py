"""Tables on screens of every width: aligned, within the width, no two names alike."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tabulate import tabulate
from wcwidth import wcswidth

from owari.games.game import Outcome, Side
from owari.records.record import Ending, Result, Termination
from owari.report import tables as table_module
from owari.report.bot_tables import details_table, ratings_table
from owari.report.result_tables import (
    annulled_table,
    cross_table,
    forfeits_table,
    games_table,
    schedule_table,
    standings_table,
)
from owari.report.tables import MINUS, Figure, Table, cell_text, format_tables
from owari.results.bot_statistics import bot_statistics
from owari.results.game_log import StoredGame
from owari.results.ratings import ratings
from owari.results.standings import standings
from owari.tournament.formats.round_robin import RoundRobin
from owari.tournament.formats.schedule import Entrant
from owari.tournament.formats.tournament_format import Progress

NAMES = [
    "A",
    "The Extraordinary Sowing Machine of Team Rocket from Aarhus, first",
    "The Extraordinary Sowing Machine of Team Rocket from Aarhus, second",
    "The Extraordinary Sowing Machine of Team Wagon from Aarhus, first",
    "播種機械の大いなる名前を持つ強いプログラム一号",
    "播種機械の大いなる名前を持つ強いプログラム二号",
    "e\u0323\u0301" * 25,
    "🎲🎯 Lucky 🎲🎯 Lucky 🎲🎯 Lucky 🎲🎯 Lucky",
    "씨뿌리기 프로그램 씨뿌리기 프로그램 씨뿌리기",
    "007",
]
KINDS = [kind for kind in Termination if kind.is_fault]
MOMENT = datetime(2026, 11, 28, 19, 37, tzinfo=UTC).isoformat()
WIDTHS = [40, 60, 80, 200]


SCHEDULE = RoundRobin(2).games(Progress([Entrant(name) for name in NAMES]))


def games() -> list[StoredGame]:
    """A game of each pair in each order; some are forfeits of every kind."""
    found = []
    for game in SCHEDULE:
        score = Outcome(18 + game.number % 9, 18 - game.number % 9)
        ending = Ending.normal(score)
        if game.number % 3 == 0:
            kind = KINDS[game.number % len(KINDS)]
            ending = Ending(Result.NORTH, score, kind, "it was silent")
        found.append(
            StoredGame(
                game.number,
                *(game.south, game.north, Side.SOUTH, ending, "S0 N7", MOMENT),
                south_seconds=123.456,
                south_slowest=12.3,
                annulled="It was the wrong version of the program, said both of the teams",
            )
        )
    return found


TABLE = standings(NAMES, games())
KEYS = ["standings", "matches", "forfeits", "games", "annulled", "schedule", "details", "ratings"]
NOTE = "A sentence that goes on for longer than any narrow screen has room for, and on and on."


@cache
def tables() -> dict[str, Table]:
    """One of each kind, by its key."""
    made = [
        standings_table(TABLE, "An evening with a rather long name in the autumn of 2026", [NOTE]),
        cross_table(TABLE),
        forfeits_table(TABLE),
        games_table(games()),
        annulled_table(games()[:5]),
        schedule_table(SCHEDULE),
        details_table(bot_statistics(NAMES, games())),
        ratings_table(ratings(NAMES, games())),
    ]
    return {table.key: table for table in made}


def test_numbers_below_zero_have_a_true_minus() -> None:
    for table in (tables()["ratings"], tables()["details"]):
        figures = [str(cell) for row in table.rows for cell in row if isinstance(cell, Figure)]
        assert any(MINUS in figure for figure in figures)
        assert not any(re.search(r"(^|\W)-\d", text) for text in (*figures, *table.notes))


def blocks(text: str) -> list[list[str]]:
    return [block.splitlines() for block in text.split("\n\n")]


def bodies(text: str) -> list[list[str]]:
    """The lines of each table without its title and its notes."""
    return [block for block in blocks(text) if any(set(line) == {"-", " "} for line in block)]


@pytest.mark.parametrize("room", WIDTHS)
@pytest.mark.parametrize("key", KEYS)
def test_every_line_fits(key: str, room: int) -> None:
    text = format_tables([tables()[key]], "plain", room)
    assert max(map(wcswidth, text.splitlines())) <= room
    assert text.endswith("\n")


def columns(body: Sequence[str]) -> list[list[str]]:
    """The cells of each line, by the columns of the line of dashes."""
    rule = next(line for line in body if set(line) <= {"-", " "})
    ends, at = [], 0
    for dashes in rule.split():
        begin = rule.index(dashes, at)
        at = begin + len(dashes)
        ends.append((begin, at))
    return [[_between(line, *span) for span in ends] for line in body]


def _between(line: str, begin: int, end: int) -> str:
    """What stands in these columns of the screen; nothing may cross their ends."""
    found, at = "", 0
    for character in line:
        width = max(wcswidth(character), 0)
        if begin <= at < end or (width == 0 and found and at == end):
            found += character
            assert at + width <= end
        at += width
    return found.strip()


@pytest.mark.parametrize("room", [40, 60, 80])
def test_no_two_names_look_alike(room: int) -> None:
    (body,) = bodies(format_tables([tables()["standings"]], "plain", room))
    header, *_, _rule = (row for row in columns(body)[: len(body) - len(NAMES)])
    place = header.index("bot")
    shown = [row[place] for row in columns(body)[-len(NAMES) :]]
    assert len(set(shown)) == len(NAMES)
    for name, text in zip([row.name for row in TABLE.rows], shown, strict=True):
        assert text == name or (name.startswith(text.split("…")[0]) and "…" in text)


def test_a_table_that_fits_is_as_wide_as_it_likes() -> None:
    table = tables()["standings"]
    text = format_tables([table], "plain")
    assert format_tables([table], "plain", 1000).startswith(text.split("\n\n")[0])
    assert bodies(format_tables([table], "plain", 1000)) == bodies(text)


def test_short_headings_come_before_cut_names_and_those_before_lost_columns() -> None:
    table = standings_table(standings(["Depth 8", "Team Rocket"], []))
    shown = {room: format_tables([table], "plain", room) for room in (110, 80, 57, 45)}
    assert "played    won    drawn" in shown[110]
    assert "Team Rocket" in shown[80]
    assert bodies(shown[80])[0][0].split() == [
        *("#", "bot", "P", "W", "D", "L", "forf", "pts", "for", "agst", "h2h", "S-B")
    ]
    assert "Team Rock…" in shown[57]
    assert "Left out" not in shown[57]
    assert "Left out on this narrow screen: Sonneborn-Berger, head-to-head." in (
        shown[45].replace("\n", " ")
    )


def test_a_column_that_was_never_there_is_not_missed() -> None:
    table = Table("games", "Games", ("game", "moves"), [(1, 10**30)], spare=("status", "game"))
    text = format_tables([table], "plain", 33)
    assert "Left out on this narrow screen: game." in text.replace("\n", " ")
    assert "Left out" not in format_tables([table], "plain", 40)


@pytest.mark.parametrize("room", [40, 60])
def test_a_cross_table_of_many_bots_is_in_parts(room: int) -> None:
    names = [f"Bot {number}" for number in range(60)]
    table = cross_table(standings(names, []))
    parts = bodies(format_tables([table], "plain", room))
    assert len(parts) > 3
    assert [row[:2] for row in columns(parts[0])] == [row[:2] for row in columns(parts[-1])]
    numbers = [number for part in parts for number in part[0].split()[1:]]
    assert numbers == [str(number) for number in range(1, 61)]


def test_headings_of_several_words_are_stacked() -> None:
    text = format_tables([forfeits_table(TABLE)], "plain", 140)
    (body,) = bodies(text)
    assert "computed" in body[0]
    assert "time" in body[3]


def test_sentences_in_cells_are_broken_into_lines() -> None:
    text = format_tables([annulled_table(games()[:1])], "plain", 80)
    words = " ".join(row[-1] for row in columns(bodies(text)[0])[2:])
    assert words == "It was the wrong version of the program, said both of the teams"


@pytest.mark.parametrize("room", [1, 5, 12])
def test_no_screen_is_too_narrow(room: int) -> None:
    for table in tables().values():
        assert format_tables([table], "plain", room)


WORDS = st.sampled_from(("", "007", "-1.50", "two words", "播種", "e\u0323\u0301", "🎲 Lucky"))
ROWS = st.lists(st.tuples(WORDS, st.integers(), WORDS, st.floats(-9, 9)), min_size=1, max_size=5)


@given(ROWS)
def test_a_table_with_room_is_laid_out_as_by_tabulate(
    rows: list[tuple[str, int, str, float]],
) -> None:
    table = Table("key", "Title", ("bot", "points", "opponent", "margin"), rows)
    drawn = tabulate(
        [list(map(cell_text, row)) for row in rows],
        table.headers,
        "simple",
        colalign=("left", "right", "left", "right"),
        disable_numparse=True,
    )
    assert format_tables([table], "plain") == f"Title\n\n{drawn}\n"


@pytest.mark.parametrize("room", [None, 300, 40])
def test_each_cell_of_a_long_table_is_measured_a_few_times(
    room: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The work grows as the table does, so that a table of a hundred thousand rows is possible."""

    def measured(rows: int) -> int:
        asked = 0

        def counted(text: str) -> int:
            nonlocal asked
            asked += 1
            return wcswidth(text)

        monkeypatch.setattr(table_module, "width", counted)
        table = Table(
            key="games",
            title="Games",
            headers=("game", "South", "score", "reason"),
            rows=[(n, f"Bot {n} of the class {n}", "19-17", "it left early") for n in range(rows)],
        )
        table_module.laid_out(table, room)
        return asked

    assert measured(2000) < 11 * measured(200)
