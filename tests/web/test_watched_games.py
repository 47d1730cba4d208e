"""A game of a tournament that people watch: its address, its replay while it is played and after,
and other moves from its positions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from owari.analysis.kept_values import KeptValues
from owari.analysis.review import values_from_the_end
from owari.analysis.values import MoveValues, Worth
from owari.games.game import Side
from owari.records.record import GameRecord
from owari.web.settings import ServedTournament
from tests.support.browser import ServerProcess, await_value, check_page, expect
from tests.support.live_run import live_run, record
from tests.support.table_client import client
from tests.web.test_watch import BOTS, short_game

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

WHO_IS_TO_MOVE = """() => {
    window.seen = [];
    const look = () => {
        const texts = (selector, of) =>
            [...document.querySelectorAll(`.viewer ${selector}`)].map(of).join();
        const now = [
            texts(".is-to-move .seat-name", (it) => it.innerText),
            texts(".is-running", (it) => it.title),
        ];
        if (JSON.stringify(seen.at(-1)) !== JSON.stringify(now)) seen.push(now);
        requestAnimationFrame(look);
    };
    look();
}"""
"""Notes in each frame who is to move on the board, and whose clock is lit."""


@pytest.mark.nightly
def test_a_game_in_play_has_an_address_that_follows_it_and_becomes_its_replay(
    page: Page, tmp_path: Path, complaints: list[str]
) -> None:
    game = record(BOTS[1], BOTS[2])
    with (
        live_run(tmp_path / "evening.db", BOTS) as run,
        ServerProcess(tmp_path, "evening.db") as server,
    ):
        run.begin(5, game)
        run.play(3)
        page.goto(server.address + "watch")
        board = page.get_by_role("article").filter(has_text="Game 5")
        board.get_by_role("link", name="Game 5").click()
        page.wait_for_url(re.compile("#game=5$"))
        place, goes_on = page.locator(".viewer .place"), page.get_by_text("The game is in play.")
        expect(place).to_have_text("3 / 3")
        expect(goes_on).to_be_visible()
        clock = page.locator(".viewer .live-clock.is-running")
        expect(clock).to_have_count(1)
        earlier = clock.inner_text()
        expect(clock).not_to_have_text(earlier)  # it runs, as that of the board
        page.emulate_media(reduced_motion="no-preference")
        page.evaluate(WHO_IS_TO_MOVE)
        run.play(2)
        expect(place).to_have_text("5 / 5")
        page.wait_for_function("() => seen.length > 2")
        for name, title in page.evaluate("seen"):
            assert title == f"Time used by {name}"
        page.emulate_media(reduced_motion="reduce")
        used = game.north if game.plies[5].side is Side.NORTH else game.south
        expect(clock).to_have_attribute("title", f"Time used by {used}")
        expect(page.locator(".move[aria-current]")).to_have_attribute("data-ply", "5")
        expect(page.locator(".viewer .seat.is-to-move")).to_have_count(1)
        check_page(page)
        page.go_back()
        expect(board.get_by_role("link", name="Game 5")).to_be_focused()
        page.go_forward()
        expect(place).to_have_text("5 / 5")
        address = page.url
        page.goto("about:blank")
        page.goto(address)
        expect(place).to_have_text("5 / 5")
        ways = page.locator(".game-ways")
        before = ways.inner_text().splitlines()

        page.keyboard.press("Home")
        page.wait_for_url(re.compile("#game=5&ply=0$"))
        run.play(1)
        expect(place).to_have_text("0 / 6")  # who reads stays where he is
        expect(page.locator(".viewer .live-clock:visible")).to_have_count(0)
        page.get_by_role("button", name="Try other moves").click()
        run.play(1)
        expect(place).to_have_text("0 / 7")
        expect(page.locator("[data-cell].is-offered")).not_to_have_count(0)
        page.keyboard.press("End")
        page.wait_for_url(re.compile("#game=5$"))
        run.play(len(game.plies))
        run.store.add(1, record(BOTS[0], BOTS[2]))
        run.end()
        expect(goes_on).to_be_hidden()
        expect(page.locator(".viewer .live-clock:visible")).to_have_count(0)
        analyse = page.get_by_role("button", name="Find the moves that lost the game")
        expect(analyse).to_be_visible()
        expect(ways).to_contain_text("Previous game")
        # What has come stands after what was there.
        assert ways.inner_text().splitlines()[: len(before)] == before
        count = len(game.plies)
        expect(place).to_have_text(f"{count} / {count}")
        expect(page.locator(".viewer .the-end")).to_contain_text("The game is over.")
        expect(page.locator(".viewer .ending")).to_contain_text(str(game.ending.score))
        page.keyboard.press("Home")
        expect(place).to_have_text(f"0 / {count}")
        page.goto(server.address + "watch/0#game=5")
        page.reload()
        expect(place).to_have_text(f"0 / {count}")

        run.begin(2, record(BOTS[0], BOTS[1]))
        run.play(2)
        page.goto(server.address + "watch/0#game=2")
        expect(place).to_have_text("2 / 2")
        run.break_off()
        expect(
            page.get_by_text("The game is not in play any more, and has no result.")
        ).to_be_visible()
        complaints.clear()  # the browser itself reports the 404
        page.goto("about:blank")


def test_a_game_opens_at_its_top_and_an_ended_one_at_its_end(page: Page, tmp_path: Path) -> None:
    game = record(BOTS[1], BOTS[2])
    with (
        live_run(tmp_path / "evening.db", BOTS) as run,
        ServerProcess(tmp_path, "evening.db") as server,
    ):
        run.begin(6, record(BOTS[2], BOTS[1]), slot=0)
        run.begin(5, game, slot=1)
        run.play(3, slot=1)
        page.set_viewport_size({"width": 390, "height": 500})
        page.emulate_media(reduced_motion="no-preference")
        page.goto(server.address + "watch")
        expect(page.locator(".live-board h3")).to_have_text(
            [re.compile("Game 5"), re.compile("Game 6")]
        )
        board = page.get_by_role("article").filter(has_text="Game 5")
        page.evaluate(SIDES_SHOWN)
        run.play(1, slot=1)
        await_value(page, "window.sidesShown.size > 1", True)
        assert set(page.evaluate("[...window.sidesShown]")) == {"north north", "south south"}

        last = page.locator(".live-board").last.get_by_role("link", name="Game 6")
        last.scroll_into_view_if_needed()
        page.mouse.wheel(0, 150)
        page.wait_for_timeout(300)
        place = page.evaluate("scrollY")
        assert place > 100
        last.evaluate("link => link.click()")
        expect(page.locator(".viewer h1")).to_be_visible()
        await_value(page, "scrollY", 0)
        page.go_back()
        await_value(page, f"Math.abs(scrollY - {place}) < 2", True)

        run.play(len(game.plies), slot=1)
        run.end(slot=1)
        board.get_by_text(str(game.ending.score)).wait_for()
        board.get_by_role("link", name="Game 5").click()
        count = len(game.plies)
        expect(page.locator(".viewer .place")).to_have_text(f"{count} / {count}")
        page.goto("about:blank")


SIDES_SHOWN = """
() => {
    window.sidesShown = new Set();
    const board = [...document.querySelectorAll(".live-board")].find(
        (each) => each.textContent.includes("Game 5"));
    const sideOf = (element) => element?.closest(".seat").className.match(/is-(south|north)/)[1];
    const look = () => {
        const parts = [".seat.is-to-move", ".live-clock.is-running"];
        const sides = parts.map((part) => sideOf(board.querySelector(part)));
        window.sidesShown.add(sides.join(" "));
        requestAnimationFrame(look);
    };
    look();
}
"""
"""Notes in each frame whose turn the board of game 5 shows, and whose clock is lit."""


def test_a_game_that_begins_while_the_page_asks_for_it_is_followed(
    page: Page, tmp_path: Path, complaints: list[str]
) -> None:
    with (
        live_run(tmp_path / "evening.db", BOTS) as run,
        ServerProcess(tmp_path, "evening.db") as server,
    ):
        page.goto(server.address + "watch/0")
        asked: list[Route] = []
        page.route("**/api/watch/0/games/2", lambda route: asked.append(route), times=1)
        with page.expect_request("**/api/watch/0/games/2"):
            page.evaluate("location.hash = 'game=2'")
        run.begin(2, record(BOTS[0], BOTS[1]))
        run.play(2)
        page.locator("article").filter(has_text="Game 2").wait_for(state="attached")
        asked[0].fulfill(status=404, json={"problem": "there is no game 2 in evening.db"})
        expect(page.locator(".viewer .place")).to_have_text("2 / 2")
        complaints.clear()  # the browser itself reports the 404
        page.goto("about:blank")


@pytest.mark.nightly
def test_what_the_engine_proves_of_a_position_is_said_of_the_whole_game(
    page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The analysis knew nothing and guessed 8; the engine proves 4 in no time."""
    game = short_game()
    with live_run(tmp_path / "evening.db", BOTS) as run:
        run.store.add(1, game)

    def hasty(record: GameRecord, **options: Any) -> Iterator[tuple[int, MoveValues]]:
        for before, values in values_from_the_end(record, **options):
            gift = {move: 8 for move in values.moves if not before and move != record.plies[0].move}
            yield (
                before,
                MoveValues({move: Worth(-36, 36, gift.get(move, 0)) for move in values.moves}),
            )

    monkeypatch.setattr("owari.analysis.kept_values.values_from_the_end", hasty)
    KeptValues(ServedTournament(tmp_path / "evening.db").values, 0.05).judge(game, lambda: None)
    with ServerProcess(tmp_path, "evening.db") as server:
        page.goto(server.address + "watch/0#game=1&ply=0")
        mark = page.locator(".move").first.locator(".badge")
        expect(mark).to_have_text("\u25be~8")
        page.get_by_text("What is each pit worth?").click()
        expect(mark).to_have_text("\u25be4")
        worths = page.locator("[data-cell] .spot-note span").all_inner_texts()
        assert sorted(filter(None, worths)) == ["+2", "\u22122"]
        assert "~" not in page.locator(".curve title").first.text_content()
        check_page(page)
        page.goto("about:blank")


@pytest.mark.nightly
def test_other_moves_are_tried_and_played_on_from_any_position(page: Page, tmp_path: Path) -> None:
    game = record(BOTS[1], BOTS[2], choice=0)
    with live_run(tmp_path / "evening.db", BOTS) as run:
        run.begin(5, game)
        run.end()
    positions = [*game.positions()]
    with ServerProcess(tmp_path, "evening.db") as server:
        page.goto(server.address + "watch/0#game=5&ply=4")
        page.get_by_role("button", name="Try other moves").click()
        offered = page.locator("[data-cell].is-offered button")
        expect(offered).to_have_count(len(positions[4].legal_moves()))
        offered.last.click()
        after = positions[4].play(positions[4].legal_moves()[-1])
        expect(page.locator(".branch-said")).to_contain_text("After ply 4: ")
        expect(offered).to_have_count(len(after.legal_moves()))
        page.get_by_text("What is each pit worth?").click()
        expect(page.locator("[data-cell] .spot-note span").first).to_have_text(
            re.compile(r"~?[-+]?\d+")
        )
        expect(page.locator(".branch-command")).to_contain_text(f"--position '{after}'")
        check_page(page)
        page.get_by_role("button", name="Back to the game").click()
        expect(page.locator(".branch-command")).to_contain_text(f"--position '{positions[4]}'")
        page.get_by_role("button", name="Try other moves").click()
        offered.last.click()
        expect(page.locator(".branch-command")).to_contain_text(str(after))
        page.get_by_role("button", name="Play on from here").click()
        expect(page.get_by_role("heading", name=re.compile("You"))).to_be_visible()
        (kept,) = (tmp_path / "user" / "games").glob("play-*.pgn")
        assert str(after) in kept.read_text()
        looked = client().get(
            server.address + "api/positions", params={"game": "owari", "position": "x"}
        )
        assert looked.status_code == 422
        # What the engine was asked for is there for everybody; a new search is not.
        asked = {"game": "owari", "position": str(after), "values": "1"}
        assert client().get(server.address + "api/positions", params=asked).json()["worth"]
        asked["position"] = str(positions[2])
        assert client().get(server.address + "api/positions", params=asked).status_code == 403
        page.goto("about:blank")
