"""The page of a tournament on a projector: boards fill what the head and the standings leave, from
the first game to the champion."""

from __future__ import annotations

import re
from itertools import product
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


COUNTS = (1, 2, 4, 6)
"""Boards on the page."""


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "counts"),
    [("owari", (1, 4)), *product(["owari", "othello"], [COUNTS])],
)
def test_boards_fill_a_projector_whatever_their_number(
    page: Page, tmp_path: Path, game: str, counts: tuple[int, ...]
) -> None:
    begun = 0
    with (
        live_run(tmp_path / "evening.db", BOTS, slots=6, game=game) as run,
        ServerProcess(tmp_path, "evening.db") as server,
    ):
        page.goto(f"{server.address}watch")
        fill = page.get_by_role("button", name="Full screen", exact=True)
        leave = page.get_by_role("button", name="Leave full screen")
        for count in counts:
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


@pytest.mark.nightly
@pytest.mark.slow
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


@pytest.mark.nightly
@pytest.mark.slow
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
        *games, unseen = due(run)  # the page has no board of the last game of the final
        for slot, (number, game) in enumerate(games):
            run.begin(number, game, slot)
            run.play(3, slot)
        boards = page.locator(".live-board")
        finals = boards.filter(has_text="Final")
        expect(finals).to_have_count(1)
        expect(boards.filter(has_text="Third place")).to_have_count(2)
        final, third = (
            box
            for stage in ("Final", "Third place")
            if (box := boards.filter(has_text=stage).first.locator(".pits").bounding_box())
        )
        assert final["width"] > 1.1 * third["width"]
        assert final["x"] < third["x"]
        run.play(99, 1)
        run.end(1)
        run.store.add(*unseen)
        decider = finals.filter(has_text=f"Game {unseen[0]}")
        expect(decider).to_contain_text(f"{unseen[1].ending.score} E wins")
        expect(decider).to_contain_text("F 0.5 – 1.5 E")
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
        assert page.evaluate(SCREEN)["letters"] > 20
        page.goto("about:blank")


SCREEN = """() => {
    const shown = (selector) => [...document.querySelectorAll(selector)]
        .filter((each) => each.checkVisibility());
    const parts = shown(".watch-floor :is(.card, .table-frame)");
    const boxes = parts.map((each) => each.getBoundingClientRect());
    const names = shown(".roster li, .bracket-bot, .game-pair, tbody th > a");
    const letters = names.map((each) => parseFloat(getComputedStyle(each).fontSize));
    return {
        isWhole: boxes.every((box) => box.right <= innerWidth && box.bottom <= innerHeight),
        least: Math.min(...boxes.map(({width}) => width)) / innerWidth,
        end: Math.max(...boxes.map(({bottom}) => bottom)) / innerHeight,
        cut: names.filter((each) => each.scrollHeight > each.clientHeight + 1).length,
        empty: parts.filter((each) => !each.querySelector("li, tbody tr, img")).length,
        letters: Math.min(...letters),
    };
}"""
"""What is seen below the head: whether all of it is in the window, the share of the narrowest part,
where it ends, what is cut off or says nothing, and the smallest letters of names."""


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.parametrize(
    ("form", "count"), [("round-robin", 4), ("round-robin", 12), ("knockout", 8)]
)
def test_who_waits_for_the_first_game_sees_who_plays_and_what_comes(
    page: Page, tmp_path: Path, form: str, count: int
) -> None:
    """Before there are results, and before a game is in play."""
    pytest.importorskip("segno")
    entered = "".join(f'  - {{name: "{name}", engine: first}}\n' for name in BOTS[:count])
    head = f"event: Autumn cup\ngame: owari\nformat: {form}\nbots:\n"
    (tmp_path / "evening.yaml").write_text(head + entered, "utf-8")
    rules = {"format": "knockout", "games-per-match": 2} if form == "knockout" else {}
    results = tmp_path / "evening.db"
    with ServerProcess(tmp_path, "evening.yaml", "--host", "0.0.0.0") as server:
        address = server.address.replace("0.0.0.0", "127.0.0.1")

        def looked_at(wanted: str) -> None:
            page.goto(address + "watch")
            page.locator(wanted).first.wait_for(state="attached")
            for width, height in (SMALL, LARGE):
                page.set_viewport_size({"width": width, "height": height})
                fill_screen(page)
                await_value(page, f"() => ({SCREEN})().end > 0.9", True)
                seen = page.evaluate(SCREEN)
                where = (wanted, width, seen)
                assert seen["isWhole"], where
                assert not seen["cut"] + seen["empty"], where
                assert seen["least"] > 0.3, where
                assert seen["letters"] > 20, where
                names = page.locator(".roster li, .bracket-bot")
                for name in BOTS[:count]:
                    expect(names.filter(has_text=name, visible=True).first).to_be_visible()
                expect(page.get_by_role("heading", name="Next")).to_be_visible()
                expect(page.locator(".poster")).to_contain_text("http://")
                page.get_by_role("button", name="Leave full screen").click()

        looked_at(".roster li")
        with live_run(results, BOTS[:count], slots=2, **rules) as run:
            number, game = due(run)[0]
            looked_at("table.standings tbody tr")
            run.begin(number, game)
            run.play(3)
            fill_screen(page)
            all_on_screen(page, ".live-board")
            expect(page.get_by_role("heading", name="Last results")).to_be_hidden()
            expect(page.locator(".poster")).to_be_hidden()
        page.goto("about:blank")


@pytest.mark.nightly
@pytest.mark.slow
def test_a_projector_has_all_rounds_of_a_bracket_of_eight(page: Page, tmp_path: Path) -> None:
    with (
        live_run(tmp_path / "cup.db", BOTS[:8], slots=4, **CUP) as run,
        ServerProcess(tmp_path, "cup.db") as server,
    ):
        for _ in ("quarter-final", "semi-final"):
            for number, game in due(run):
                run.store.add(number, game)
        for slot, (number, game) in enumerate(due(run)):
            run.begin(number, game, slot)
            run.play(3, slot)
        open_projector(page, server, SMALL)
        expect(page.locator(".live-board")).to_have_count(4)
        heads = page.locator(".bracket-round h2")
        expect(heads).to_have_text(["Final", "Third place", "Semi-final", "Quarter-final"])
        all_on_screen(page, ".live-board", ".bracket-round")
        seen = page.evaluate(SCREEN)
        assert not seen["cut"], seen
        rounds = page.locator(".bracket-round").first
        assert rounds.evaluate("each => parseFloat(getComputedStyle(each).fontSize)") > 17
        wide = "parts => parts.map((part) => part.querySelector('.pits').clientWidth)"
        third, final = (
            page.locator(f".live-board{kind}").evaluate_all(wide)
            for kind in (".is-minor", ":not(.is-minor)")
        )
        assert min(third) > 0.7 * max(final)
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
