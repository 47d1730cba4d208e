"""Boards that follow a game animate what is new, in order, and show the rest at once; those of a
tournament know which games are theirs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from owari.viewer.game_data import game_data
from tests.support.browser import open_static
from tests.support.live_run import record

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


LIVE = """
import {createLiveBoards} from "./live_boards.js";

const data = DATA;
const boards = createLiveBoards(() => {}, () => {});
const begin = (slot, id) => boards.begin({
  slot, game: {...data, id}, count: 1, turn: "north", thinking: 0, used: {south: 0, north: 0},
});
const main = document.querySelector("main");
begin(0, "2");
begin(1, "1");
const order = [...boards.element.querySelectorAll("h3")].map((each) => each.textContent);
boards.clear({slot: 1});
// Nobody has told yet how game 1 ended, and it stays to be read while game 3 begins behind it.
begin(1, "3");
main.textContent = JSON.stringify([order, [...boards.numbers()]]);
"""


def test_boards_stand_as_they_came_and_know_the_game_that_waits(page: Page) -> None:
    data = game_data(record("Ann", "Ben"), id="1")
    data |= {"plies": data["plies"][:1], "cells": data["cells"][:2]}
    open_static(page, LIVE.replace("DATA", json.dumps(data)))
    page.wait_for_function("() => document.querySelector('main').textContent")
    assert json.loads(page.inner_text("main")) == [["Game 2", "Game 1"], [2, 1, 3]]
