"""The page of a tournament on a projector: boards fill what the head and the standings leave, from
the first game to the champion."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.browser import ServerProcess, await_value, expect
from tests.support.live_run import live_run, record
from tests.web.test_watch_lists import CUP, due

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
LONG = "The Magnificent Seven of Springfield High"
BOTS = (LONG, "Depth 8", "Rocket", "Team Zugzwang and the Rest", *"ABCDEFGH")
SMALL, LARGE = (1440, 900), (1920, 1080)
FREE = """() => {
    const places = (selector) => [...document.querySelectorAll(selector)]
        .filter((each) => each.checkVisibility()).map((each) => each.getBoundingClientRect());
    const boards = places(".live-board");
    const parts = [...boards, ...places(".live-board *, table.standings")];
    const end = Math.max(...boards.map(({bottom}) => bottom));
    return {
        isWhole: parts.every(({right, bottom}) => right <= innerWidth && bottom <= innerHeight),
        scrolls: document.querySelector(".watch").scrollHeight > innerHeight,
        free: (innerHeight - end) / innerHeight,
        isWide: places(".pits, .squares").every(({width}, at) => width > 0.93 * boards[at].width),
    };
}"""
"""What of the height is free below the boards, and whether they are as wide as their places."""


@pytest.mark.parametrize("game", ["owari", "othello"])
def test_boards_fill_a_projector_whatever_their_number(
    page: Page, tmp_path: Path, game: str
) -> None:
    begun = 0
    with (
        live_run(tmp_path / "evening.db", BOTS, slots=6, game=game) as run,
        ServerProcess(tmp_path, "evening.db") as server,
    ):
        page.goto(f"{server.address}watch")
        fill = page.get_by_role("button", name="Full screen", exact=True)
        leave = page.get_by_role("button", name="Leave full screen")
        for count in (1, 2, 4, 6):
            for slot in range(begun, count):
                pair = BOTS[2 * slot], BOTS[2 * slot + 1]
                run.begin(slot + 1, record(*pair, game=game), slot)
                run.play(7, slot)
            begun = count
            expect(page.locator(".live-board")).to_have_count(count)
            expect(page.get_by_text("Ply 7", exact=True)).to_have_count(count)
            for width, height in (SMALL, LARGE):
                page.set_viewport_size({"width": width, "height": height})
                fill.click()
                expect(leave).to_be_visible()
                await_value(page, f"() => ({FREE})().isWhole", True)
                seen = page.evaluate(FREE)
                where = (count, width, seen)
                assert not seen["scrolls"], where
                # Squares do not grow with the height alone.
                assert seen["free"] < 0.07 or (game == "othello" and seen["isWide"]), where
                leave.click()
                expect(fill).to_be_visible()
        page.goto("about:blank")


def open_projector(page: Page, server: ServerProcess, size: tuple[int, int]) -> None:
    """Opens the tournament in full screen."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(server.address + "watch")
    expect(page.locator("table.standings")).to_be_visible()
    fill_screen(page)


def fill_screen(page: Page) -> None:
    """Enters full screen."""
    page.get_by_role("button", name="Full screen", exact=True).click()
    expect(page.get_by_role("button", name="Leave full screen")).to_be_visible()


def all_on_screen(page: Page, *parts: str) -> list[tuple[float, float]]:
    """Where all of these parts begin from the left, and their widths, each whole in the window."""
    found = [box for part in parts for box in page.locator(part).all()]
    for box in found:
        expect(box).to_be_in_viewport(ratio=1)
    boxes = [box.bounding_box() for box in found]
    return [(box["x"], box["width"]) for box in boxes if box]


@pytest.mark.parametrize(
    ("game", "count", "size", "rules"),
    [("owari", 4, SMALL, CUP), ("kalah", 3, LARGE, {}), ("owari", 8, SMALL, {})],
    ids=["knockout", "kalah", "eight"],
)
def test_boards_fill_the_screen_whenever_it_was_entered(
    page: Page, tmp_path: Path, game: str, count: int, size: tuple[int, int], rules: dict[str, Any]
) -> None:
    with (
        live_run(tmp_path / "evening.db", BOTS[-8:], slots=count, game=game, **rules) as run,
        ServerProcess(tmp_path, "evening.db") as server,
    ):
        open_projector(page, server, size)
        for slot, (number, played) in enumerate(due(run)[:count]):
            run.begin(number, played, slot)
            run.play(3, slot)
        expect(page.locator(".live-board")).to_have_count(count)
        early = all_on_screen(page, ".live-board")
        page.get_by_role("button", name="Leave full screen").click()
        fill_screen(page)
        assert all_on_screen(page, ".live-board") == early
        page.goto("about:blank")


def test_the_champion_stands_large_as_soon_as_the_final_is_decided(
    page: Page, tmp_path: Path
) -> None:
    with (
        live_run(tmp_path / "cup.db", BOTS[-4:], slots=4, **CUP) as run,
        ServerProcess(tmp_path, "cup.db") as server,
    ):
        open_projector(page, server, SMALL)
        for number, game in due(run):
            run.store.add(number, game)
        for slot, (number, game) in enumerate(due(run)):
            run.begin(number, game, slot)
            run.play(3, slot)
        boards = page.locator(".live-board")
        finals = boards.filter(has_text="Final")
        for each in (finals, boards.filter(has_text="Third place")):
            expect(each).to_have_count(2)
        final, third = (
            box
            for stage in ("Final", "Third place")
            if (box := boards.filter(has_text=stage).first.locator(".pits").bounding_box())
        )
        assert final["width"] > 1.1 * third["width"]
        assert final["y"] < third["y"]
        for slot in (1, 3):
            run.play(99, slot)
            run.end(slot)
        champion = page.locator(".leaders")
        expect(champion).to_have_text(re.compile("^Champion: E, who won the final 1.5 : 0.5$"))
        # Beside the two boards on which others still play for place three.
        large = champion.evaluate("each => parseFloat(getComputedStyle(each).fontSize)")
        assert large > 30
        expect(finals).to_have_count(0)
        expect(boards).to_have_count(2)
        all_on_screen(page, ".live-board", ".leaders", ".bracket-round")
        for slot in (0, 2):
            run.play(99, slot)
            run.end(slot)
        expect(page.locator(".watch.is-complete .live-board")).to_have_count(2)
        assert champion.evaluate("each => parseFloat(getComputedStyle(each).fontSize)") >= large
        expect(boards).to_have_count(0)
        all_on_screen(page, "table.standings", ".leaders", ".bracket-round")
        page.goto("about:blank")


def test_a_row_of_the_cross_table_is_one_line_where_there_is_room(
    page: Page, tmp_path: Path
) -> None:
    with live_run(tmp_path / "evening.db", ("Depth 8", "Slow Random", "Lowest Pit")) as run:
        for number, game in due(run):
            run.store.add(number, game)
    with ServerProcess(tmp_path, "evening.db") as server:
        open_projector(page, server, SMALL)
        heights = "rows => rows.map((row) => row.getBoundingClientRect().height)"
        for table in ("heat", "standings"):
            found = page.locator(f"table.{table} tbody tr").evaluate_all(heights)
            lines = page.locator(f"table.{table} tbody th").first.evaluate(
                "cell => parseFloat(getComputedStyle(cell).lineHeight)"
            )
            assert all(height < 2 * lines for height in found), (found, lines)
        all_on_screen(page, "table.standings", "table.heat")
        page.goto("about:blank")
