"""Boards that follow a game animate what is new, in order, and show the rest at once; those of a
tournament know which games are theirs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from owari.viewer.game_data import game_data
from tests.support.browser import expect, open_static
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


ENDED = """
import {createLiveBoards} from "./live_boards.js";

const {begun, moved, ended} = DATA;
const boards = createLiveBoards(() => {}, () => {});
const main = document.querySelector("main");
main.append(boards.element);
const times = {turn: "south", thinking: 20, used: {south: 4, north: 5}};
boards.begin({slot: 0, game: begun, count: 1, ...times});
const moving = boards.move({slot: 0, count: 3, ...moved, ...times});
boards.clear({slot: 0});
await moving;
const running = boards.element.querySelectorAll(".is-running").length;
boards.tell([ended]);
const end = boards.element.textContent;
// A page that asks again may still hear of the game as one in play.
boards.reset([{slot: 0, game: begun, count: 3, ...times}]);
await boards.move({slot: 0, count: 3, ...moved, ...times});
main.dataset.told = JSON.stringify([running, boards.element.textContent === end]);
"""


def test_the_clocks_of_a_game_that_is_over_stand_at_the_times_of_its_record(page: Page) -> None:
    """Its end comes while its last stones are on their way."""
    played = record("Ann", "Ben")
    data = game_data(played, id="1")
    ended = {"number": 1, "score": "20-16", "counts": [20, 16], "verdict": "Ann wins", "reason": ""}
    ended |= {"cells": data["cells"][-1], "ply": data["plies"][-1]}
    ended |= {"used": {"south": 6.5, "north": 7.25}}
    parts = {
        "begun": data | {"plies": data["plies"][:1], "cells": data["cells"][:2]},
        "moved": {"plies": data["plies"][1:3], "cells": data["cells"][1:4]},
        "ended": ended,
    }
    open_static(page, ENDED.replace("DATA", json.dumps(parts)))
    expect(page.locator("main")).to_have_attribute("data-told", "[0,true]")
    expect(page.locator(".live-clock .number")).to_have_text(["7.2 s", "6.5 s"])
    expect(page.locator(".live-clock.is-running")).to_have_count(0)
    expect(page.locator(".live-board.is-over .live-result")).to_contain_text("20-16 Ann wins")


LEAVING = """
import {createLiveBoards} from "./live_boards.js";

const {game, ended} = DATA;
const boards = createLiveBoards(() => {}, () => {});
document.querySelector("main").append(boards.element);
const times = {count: 1, turn: "north", thinking: 0, used: {south: 0, north: 0}};
window.begin = (slot, id) => boards.begin({slot, game: {...game, id: String(id)}, ...times});
window.end = (slot, number) => {
  boards.clear({slot});
  boards.tell([{...ended, number}]);
};
"""


def test_boards_of_games_that_are_over_make_way_for_those_in_play(page: Page) -> None:
    data = game_data(record("Ann", "Ben"), id="1")
    game = data | {"plies": data["plies"][:1], "cells": data["cells"][:2]}
    ended = {"score": "20-16", "counts": [20, 16], "verdict": "", "reason": "", "cells": None}
    parts = {"game": game, "ended": ended}
    page.clock.install()
    open_static(page, LEAVING.replace("DATA", json.dumps(parts)))
    heads = page.locator("h3")

    def after(call: str, seconds: int, *shown: int) -> None:
        page.evaluate(call)
        page.clock.run_for(1000 * seconds)
        expect(heads).to_have_text([f"Game {number}" for number in shown])

    after("begin(0, 1); begin(1, 2); end(0, 1)", 3, 1, 2)
    after("0", 2, 2)
    after("begin(0, 3); end(0, 3); end(1, 2)", 60, 2, 3)  # nothing else is in play
    after("begin(2, 4)", 0, 4)
