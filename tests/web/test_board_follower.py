"""Boards that follow a game animate what is new, in order, and show the rest at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.support.browser import open_static

if TYPE_CHECKING:
    from playwright.sync_api import Page

SCRIPT = """
import {createBoardFollower} from "./board_follower.js";

const seen = [];
const board = {
  show: (cells) => seen.push(`show ${cells}`),
  play: async (before, after, ply) => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    seen.push(`play ${ply.text}`);
  },
};
const game = (...texts) => ({
  id: "", first: "south", plies: texts.map((text) => ({text})),
  cells: ["start", ...texts],
});
const follower = createBoardFollower([board]);

await follower.follow(game("S1"), "north");
// The answer comes while the move before it is still on its way.
const late = follower.follow(game("S1", "N7"), "south");
const newest = follower.follow(game("S1", "N7", "S2"), "north");
seen.push(`newest ${await late} ${await newest}`);
await follower.follow(game("S1", "N7"), "south");
await follower.follow(game("S1", "N8"), "south");
follower.rewind("earlier", "south");
await follower.follow(game(..."abcdefgh"), "south");
document.querySelector("main").textContent = seen.join("; ");
"""


def test_new_plies_are_played_in_order_and_other_changes_shown_at_once(page: Page) -> None:
    open_static(page, SCRIPT)
    page.wait_for_function("() => document.querySelector('main').textContent")
    assert page.inner_text("main").split("; ") == [
        "show S1",
        "show S1",
        "play N7",
        "play S2",
        "show S2",
        "newest false true",
        "show N7",
        "show N7",
        "show N8",
        "show N8",
        "show earlier",
        "show h",
        "show h",
    ]
