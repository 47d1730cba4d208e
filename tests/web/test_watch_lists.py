"""The lists of a tournament in a browser: where their links lead, and what they call games."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from owari.games.game import Outcome
from owari.games.mancala import OWARI
from owari.html_report.quality import KeptValues
from owari.records.record import Ending, GameRecord, Result, Termination
from owari.tournament.tournament_state import tournament_state
from owari.web.settings import ServedTournament
from tests.support.browser import ServerProcess, expect
from tests.support.live_run import LiveRun, live_run, record
from tests.web.test_watch import short_game

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
CUP = {"format": "knockout", "games-per-match": 2, "third-place": True}
REASON = "wrote <b>7</b> where it had to move"


def due(run: LiveRun) -> list[tuple[int, GameRecord]]:
    """The games of the round in play, by number: the first by the alphabet wins one game of a match
    and draws the other."""
    state = tournament_state(run.store).with_next_round()
    run.store.rounds = list(state.progress.rounds)
    played = run.store.numbers()
    return [
        (game.number, record(game.south, game.north, choice=-(game.south < game.north)))
        for game in state.scheduled
        if game.number not in played
    ]


def lost_by_a_fault(south: str, north: str) -> GameRecord:
    """A game that South loses by a fault."""
    ending = Ending(Result.NORTH, Outcome(3, 2), Termination.UNREADABLE, f"{south} {REASON}")
    return GameRecord(OWARI, OWARI.start(), south, north, (), ending)


def test_games_of_a_knockout_are_called_by_their_stage_in_all_lists(
    page: Page, tmp_path: Path
) -> None:
    with live_run(tmp_path / "cup.db", ("Ann", "Ben", "Cleo", "Dan"), **CUP) as run:
        for number, game in due(run):
            run.begin(number, game)
            run.end()
        last_round = dict(due(run))
        for slot, number in enumerate((5, 7)):
            run.begin(number, last_round[number], slot)
            run.play(2, slot)
        with ServerProcess(tmp_path, "cup.db") as server:
            page.goto(f"{server.address}watch")
            heads = page.locator(".live-board h3")
            expect(heads).to_have_text(["Game 5, Third place", "Game 7, Final"])
            last = page.get_by_role("heading", name="Last results").locator("..")
            coming = page.get_by_role("heading", name="Next").locator("..")
            expect(coming.locator("li")).to_contain_text(["Third place", "Final"])
            expect(last.locator("li")).to_contain_text(["Semi-final"] * 4)
            run.end(0)
            expect(last.locator("li").first).to_contain_text("Third place")
            page.get_by_role("link", name="All games").click()
            results = page.locator("table.games .cell-result")
            expect(results).to_have_text(
                [re.compile("Semi-final$")] * 4 + [re.compile("Third place$")]
            )
            page.get_by_label("Round").select_option("Third place")
            expect(results).to_have_count(1)
            page.locator("table.games").get_by_role("link", name="5").click()
            expect(page.locator(".viewer-head")).to_contain_text("Third place")
            page.goto("about:blank")


def test_links_of_the_page_of_a_bot_lead_to_the_game_and_the_position(
    page: Page, tmp_path: Path
) -> None:
    game = short_game()
    loser, winner = game.north, game.south
    with live_run(tmp_path / "evening.db", (winner, loser)) as run:
        run.store.add(1, game)
        run.store.add(2, lost_by_a_fault(loser, winner))
    kept = KeptValues(ServedTournament(tmp_path / "evening.db").values, 0.05)
    review = kept.judge(game, lambda: None)
    assert review
    with ServerProcess(tmp_path, "evening.db") as server:
        for bot in (loser, winner):
            page.goto(f"{server.address}watch")
            page.locator("table.standings").get_by_role("link", name=bot).click()
            expect(page.locator("h1")).to_have_text(bot)
            own = page.url
            links = page.locator(".notable a")
            for text in links.all_inner_texts():
                ply = re.search(r"ply (\d+)", text)
                assert ply
                page.get_by_role("link", name=text).click()
                expect(page.locator(".viewer .said .deed")).to_have_text(
                    re.compile(rf"^{ply[1]}\. ")
                )
                page.goto(own)
        page.goto(f"{server.address}watch/0/bots/{loser}")
        lost = page.locator(".bot-page .forfeits li")
        expect(lost).to_contain_text(REASON)
        lost.get_by_role("link", name="Game 2").click()
        expect(page.locator(".viewer")).to_contain_text(REASON)
        page.goto("about:blank")
