"""The page of a tournament on a projector: boards fill what the head and the standings leave."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.browser import ServerProcess, await_value, expect
from tests.support.live_run import live_run, record

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
LONG = "The Magnificent Seven of Springfield High"
BOTS = (LONG, "Depth 8", "Rocket", "Team Zugzwang and the Rest", *"ABCDEFGH")
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
            for width, height in ((1440, 900), (1920, 1080)):
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
