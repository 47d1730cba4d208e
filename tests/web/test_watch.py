"""A tournament in play in a real browser, from a real server that only reads the files."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import Mock
from urllib.parse import urlsplit

import pytest

from owari.analysis.kept_values import KeptValues
from owari.games.game import Side
from owari.games.mancala import OWARI
from owari.records.record import Ending, GameRecord, Ply
from owari.viewer.game_data import cells_of
from owari.web import watch_routes
from owari.web.event_stream import Streams
from owari.web.settings import ServedTournament
from owari.web.watch_routes import Follower
from tests.support.browser import ServerProcess, all_in_sight, check_page, expect
from tests.support.live_run import LiveRun, live_run, record
from tests.support.table_client import client

if TYPE_CHECKING:
    from playwright.sync_api import Page

BOTS = (
    "<img src=x onerror=alert(1)>",
    "Rocket",
    "A bot whose name is as long as names of bots can be",
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("watch")


@pytest.fixture(scope="module")
def run(folder: Path) -> Iterator[LiveRun]:
    with live_run(folder / "evening.db", BOTS) as run:
        yield run


@pytest.fixture(scope="module")
def server(folder: Path, run: LiveRun) -> Iterator[ServerProcess]:
    with ServerProcess(folder, "evening.db") as process:
        yield process


class Events:
    """The events of a stream, one after the other."""

    def __init__(self, lines: Iterator[str]) -> None:
        self._lines = lines

    def next(self, wanted: str) -> Any:
        """The data of the next event of this name; skips all others."""
        for line in self._lines:
            if line == f"event: {wanted}":
                return json.loads(next(self._lines).removeprefix("data: "))
        raise AssertionError(f"the stream ended without {wanted}")


@pytest.mark.programs
def test_viewers_are_told_what_happens_and_late_ones_are_brought_up_to_date(
    server: ServerProcess, run: LiveRun
) -> None:
    address = server.address + "api/watch/0/"
    game = record(BOTS[0], BOTS[1])
    run.begin(1, game)
    run.play(3)
    with client() as viewer, viewer.stream("GET", address + "events") as stream:
        events = Events(stream.iter_lines())
        state = events.next("state")
        assert [board["count"] for board in state["boards"]] == [3]
        assert (state["played"], state["problem"]) == (0, "")
        run.play(2)
        positions = [cells_of(position) for position in game.positions()]
        assert events.next("moves")["cells"][-1] == positions[5]
        with viewer.stream("GET", address + "events") as late:
            assert Events(late.iter_lines()).next("state")["boards"][0]["count"] == 5
        so_far = viewer.get(address + "games/1").json()
        assert so_far["cells"] == positions[:6]
        assert so_far["result"] == "*"
        run.end()
        results = events.next("results")
        assert results["played"] == 1
        assert [game["number"] for game in results["last"]] == [1]
        assert "rules" not in results  # what has not changed is not told again
        assert viewer.get(address + "games/1").json()["cells"] == positions
        run.begin(4, game)  # who asks at once asks between two looks at the boards
        assert viewer.get(address + "games/4").json()["cells"] == positions[:1]
        run.break_off()
    missing = client().get(address + "games/99")
    assert missing.status_code == 404
    assert "there is no game 99" in missing.json()["problem"]
    assert client().get(server.address + "api/watch/1/events").status_code == 404
    assert client().get(server.address + "watch/1").status_code == 404


def test_people_see_the_games_and_replay_them(
    page: Page, server: ServerProcess, run: LiveRun, complaints: list[str]
) -> None:
    run.begin(5, record(BOTS[1], BOTS[2]))
    run.end()
    game = record(BOTS[2], BOTS[0], choice=0)
    run.begin(3, game)
    run.play(4)
    page.goto(server.address + "watch")
    board = page.get_by_role("article").filter(has_text="Game 3")
    board.get_by_text("Ply 4", exact=True).wait_for()
    goal = cells_of([*game.positions()][4])[game.game.goal(Side.SOUTH)]
    expect(board).to_contain_text(f"goal of {BOTS[2]}: {goal} stone")
    for side, used in (("south", game.south), ("north", game.north)):
        clock = board.locator(f".seat.is-{side}").filter(has_text=used)
        expect(clock.locator(f".live-clock[title*='{used[:5]}']")).to_have_count(1)
    run.play(1)
    board.get_by_text("Ply 5", exact=True).wait_for()
    expect(page.locator(".watch-side table.standings")).to_be_visible()
    check_page(page)

    run.play(len(game.plies))
    run.end()
    board.get_by_text(str(game.ending.score)).wait_for()
    left = game.ending.score.north - game.final.score().north
    assert left > 1
    expect(board).to_contain_text(f"North keeps the {left} stones left.")
    page.get_by_role("link", name=str(game.ending.score)).wait_for()
    page.get_by_role("row", name=BOTS[2]).first.wait_for()

    board.get_by_role("button", name="Replay").click()
    viewer = page.get_by_role("region", name=BOTS[2])
    viewer.wait_for()
    page.wait_for_url(re.compile("#game=3"))
    assert page.title().startswith(f"Game 3: {BOTS[2]}")
    # It plays from the start by itself.
    page.get_by_role("button", name="Pause").wait_for()
    expect(viewer.locator(".said .deed")).to_have_text(re.compile(r"^1\. "))
    page.keyboard.press("Space")
    page.get_by_role("button", name="Play", exact=True).wait_for()
    check_page(page)
    page.keyboard.press("ArrowRight")
    page.get_by_role("link", name="Back to the tournament").click()
    board.wait_for()
    expect(page.locator(":focus")).to_have_attribute("href", re.compile("^#game=3"))
    # The last ply is not written into the address of the tournament afterwards.
    page.evaluate("() => new Promise((resolve) => setTimeout(resolve, 500))")
    page.wait_for_url(re.compile("^[^#]+$"))
    page.go_back()
    viewer.wait_for()
    page.goto(f"{server.address}watch/0#game=5&ply=2")
    page.reload()
    page.get_by_role("region", name="Rocket").wait_for()
    page.goto(f"{server.address}watch/0#game=77")
    page.get_by_text("was begun again after this address was handed on").wait_for()
    expect(page.get_by_role("heading", level=1)).to_have_text("Game 77")
    expect(page.get_by_role("link", name="See all games")).to_be_focused()
    complaints.clear()  # the browser itself reports the 404


def test_a_game_that_nobody_plays_to_its_end_leaves_the_page(
    page: Page, server: ServerProcess, run: LiveRun, complaints: list[str]
) -> None:
    run.begin(2, record(BOTS[0], BOTS[1]), slot=1)
    page.goto(server.address + "watch")
    board = page.get_by_role("article").filter(has_text="Game 2")
    board.get_by_text("The game begins").wait_for()
    run.break_off(slot=1)
    board.wait_for(state="detached")


def test_the_buttons_below_a_board_of_squares_are_in_sight(page: Page, tmp_path: Path) -> None:
    with live_run(tmp_path / "cup.db", ("A", "B"), game="othello") as run:
        run.store.add(1, record("A", "B", "othello"))
    with ServerProcess(tmp_path, "cup.db") as server:
        page.goto(f"{server.address}watch/0#game=1&ply=20")
        page.get_by_role("button", name="One ply on").wait_for()
        assert all_in_sight(page, ".viewer .controls button, .viewer [data-cell]")
        page.goto("about:blank")


@pytest.mark.nightly
def test_without_a_game_in_play_the_standings_take_the_place_of_the_boards(
    page: Page, tmp_path: Path
) -> None:
    with live_run(tmp_path / "evening.db", BOTS) as run:
        run.begin(5, record(BOTS[1], BOTS[2]))
        run.end()
    with ServerProcess(tmp_path, "evening.db") as server:
        page.goto(server.address + "watch")
        page.get_by_text("No game is in play.").wait_for()
        expect(page.locator(".watch-side table.standings")).to_have_count(0)
        expect(page.locator(".watch-floor table.standings")).to_be_visible()
        check_page(page)
        # A page that is left does not miss the server.
        page.goto("about:blank")


@pytest.mark.nightly
@pytest.mark.slow
def test_all_games_and_each_bot_have_pages_whose_addresses_can_be_sent(
    page: Page, tmp_path: Path, complaints: list[str]
) -> None:
    with live_run(tmp_path / "evening.db", BOTS) as run:
        for number, south, north in ((1, 0, 1), (5, 1, 2), (6, 2, 1)):
            run.begin(number, record(BOTS[south], BOTS[north]))
            run.end()
    with ServerProcess(tmp_path, "evening.db") as server:
        page.goto(server.address + "watch")
        page.get_by_role("link", name="All games").click()
        rows = page.locator("table.games tbody tr")
        expect(rows).to_have_count(3)
        check_page(page)
        page.get_by_label("Bot", exact=True).select_option("Rocket")
        page.get_by_label("Against").select_option(BOTS[0])
        expect(rows).to_have_count(1)
        address = page.url
        page.goto("about:blank")
        page.goto(address)
        expect(page.get_by_text("1 of 3 games")).to_be_visible()
        rows.get_by_role("link", name="1").click()
        expect(page.get_by_role("heading", name="Game 1: <img")).to_be_visible()
        expect(page.get_by_role("link", name="Back to the list")).to_be_visible()
        expect(page.get_by_role("link", name=re.compile("(Previous|Next) game"))).to_have_count(0)
        page.get_by_role("link", name="Back to the list").click()
        expect(page.get_by_text("1 of 3 games")).to_be_visible()
        page.get_by_label("Against").select_option(BOTS[2])
        rows.get_by_role("link", name="6").click()
        page.wait_for_url(re.compile("#game=6&ply=0&of=Rocket&against="))
        page.get_by_role("link", name="Previous game").click()
        expect(page.get_by_role("heading", name="Game 5: Rocket")).to_be_visible()
        expect(page.get_by_role("link", name="Next game")).to_be_visible()
        expect(page.get_by_role("link", name="Previous game")).to_have_count(0)
        page.goto(server.address + "watch/0#game=5&ply=0")
        page.get_by_role("link", name="Previous game").click()
        expect(page.get_by_role("heading", name="Game 1: <img")).to_be_visible()
        expect(page.get_by_role("link", name="All games")).to_be_visible()
        page.get_by_role("link", name="Back to the tournament").click()
        page.locator("table.heat").get_by_role("link", name=f"Rocket against {BOTS[2]}").click()
        expect(page.get_by_text("2 of 3 games")).to_be_visible()
        page.goto(server.address + "watch")
        page.locator("table.standings").get_by_role("link", name=BOTS[0]).click()
        expect(page.get_by_role("heading", name=BOTS[0])).to_be_visible()
        expect(page.locator(".bot-results")).to_contain_text("1 game:")
        expect(rows).to_have_count(1)
        check_page(page)
        page.goto(server.address + "watch/0/bots/Nobody")
        expect(page.get_by_text("The tournament has no such bot.")).to_be_visible()
        complaints.clear()  # the browser itself reports the 404
        page.goto("about:blank")


@pytest.mark.nightly
def test_lists_follow_the_tournament_also_on_pages_of_odd_names(page: Page, tmp_path: Path) -> None:
    bots = ("..", "a/../b?#%2f", ".")
    with (
        live_run(tmp_path / "evening.db", bots) as run,
        ServerProcess(tmp_path, "evening.db") as server,
    ):
        run.begin(1, record(bots[0], bots[1]))
        run.end()
        page.goto(server.address + "watch/0/games")
        rows = page.locator("table.games tbody tr")
        expect(rows).to_have_count(1)
        first = rows.first.element_handle()
        run.begin(2, record(bots[1], bots[0]))
        run.end()
        expect(rows).to_have_count(2)
        assert first.evaluate("row => row.isConnected")  # what has not changed stays
        address = server.address + "api/watch/0/games"
        answer = client().get(address, headers={"accept-encoding": "gzip"})
        assert answer.headers["content-encoding"] == "gzip"
        assert len(answer.json()["games"]) == 2
        known = {"if-none-match": answer.headers["etag"]}
        assert client().get(address, headers=known).status_code == 304
        for bot in bots:
            page.goto(server.address + "watch")
            page.locator("table.standings").get_by_role("link", name=bot, exact=True).click()
            expect(page.locator("h1")).to_have_text(bot)
        expect(page.locator(".bot-results")).to_contain_text("0 games")
        run.begin(3, record(bots[0], bots[2]))
        run.end()
        expect(page.locator(".bot-results")).to_contain_text("1 game:")
        expect(rows).to_have_count(1)
        page.get_by_label("Against", exact=True).select_option("..")
        page.wait_for_url(re.compile(r"against=\.\.&name=\.$"))
        page.reload()
        expect(page.locator("h1")).to_have_text(".")
        expect(page.get_by_label("Against", exact=True)).to_have_value("..")
        page.goto("about:blank")


def test_a_replay_and_the_page_of_a_bot_follow_the_values_beside_the_results(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch_routes, "REST", 0)
    game = short_game()
    with live_run(tmp_path / "evening.db", BOTS) as run:
        run.store.add(1, game)
    served = ServedTournament(tmp_path / "evening.db")

    async def seen() -> None:
        follower = Follower(served, Streams())
        async with follower.running():
            shown, page = await follower.game(1), await follower.bot(BOTS[0])
            assert "review" not in shown
            assert not page["details"]["worst"]
            kept = KeptValues(served.values, 0.05)
            kept.judge(game, lambda: None)
            shown, page = await follower.game(1), await follower.bot(BOTS[0])
            assert "Stones given away" in " ".join(shown["review"])
            lost = {n: ply["loss"] for n, ply in enumerate(shown["plies"], 1) if "loss" in ply}
            assert lost
            bots = [page["details"], (await follower.bot(BOTS[1]))["details"]]
            told = [move for bot in bots for move in (*bot["lost"], *bot["worst"])]
            assert {move["ply"]: move["amount"] for move in told} == lost
            assert len(told) == len(lost)
            served.values.write_text("my notes")
            assert "review" not in await follower.game(1)

    with ThreadPoolExecutor(1) as thread:  # that of browser tests has a loop of its own
        thread.submit(asyncio.run, seen()).result()


def test_who_asks_again_and_again_has_the_results_read_no_more_often(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch_routes, "REST", 10**9)
    monkeypatch.setattr(watch_routes, "LONGEST_REST", 10**9)

    async def seen() -> None:
        with live_run(tmp_path / "evening.db", BOTS) as run:
            follower = Follower(ServedTournament(tmp_path / "evening.db"), Streams())
            async with follower.running():
                for number in (1, 2):
                    run.store.add(number, short_game())
                    await follower.catch_up()
                    assert follower.state()[1]["played"] == 1
                    assert (await follower.game(number))["neighbours"][0] == (number - 1 or None)
                looked = Mock(wraps=watch_routes.games_so_far)
                monkeypatch.setattr(watch_routes, "games_so_far", looked)
                while await follower.progress(short_game()):
                    pass
                await follower.progress(short_game())
                assert looked.call_count == 1, "the results have not changed"
                assert not follower.served.values.exists()

    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, seen()).result()


def short_game() -> GameRecord:
    """An end of a game in which a side gives stones away."""
    position = start = OWARI.parse_position("2,0,0,1,0,0,14,2,0,0,0,3,0,14 N")
    plies = []
    while (outcome := position.outcome()) is None:
        move = position.legal_moves()[-1]
        plies.append(Ply(position.turn, move))
        position = position.play(move)
    return GameRecord(OWARI, start, *BOTS[:2], tuple(plies), Ending.normal(outcome))


CROWDED_HEAD = """() => {
    title.textContent = "The autumn championship of the third years";
    const qr = document.createElement("img");
    Object.assign(qr, {className: "qr", src: "/static/icon.svg"});
    document.querySelector(".watch-head").append(qr);
    const note = document.querySelector(".watch > .note");
    note.hidden = false;
    note.textContent = "No connection. The page goes on when it is back.";
}"""
"""A head with a long title, the address as a picture, and the notice of a lost connection."""


@pytest.mark.nightly
def test_a_projector_shows_all_of_it_and_celebrates_the_champion(
    page: Page, tmp_path: Path
) -> None:
    pairs = ((1, 0, 1), (2, 1, 0), (3, 0, 2), (4, 2, 0), (5, 1, 2), (6, 2, 1))
    with live_run(tmp_path / "evening.db", BOTS) as run:
        for number, south, north in pairs[:-2]:
            run.begin(number, record(BOTS[south], BOTS[north]))
            run.end()
        for slot, (number, south, north) in enumerate(pairs[-2:]):
            run.begin(number, record(BOTS[south], BOTS[north]), slot=slot)
            run.play(3, slot)
        with ServerProcess(tmp_path, "evening.db") as server:
            page.emulate_media(reduced_motion="no-preference")
            page.goto(server.address + "watch")
            expect(page.locator(".live-board")).to_have_count(2)
            expect(page.locator(".leaders")).to_be_hidden()  # the standings say who leads
            fill = page.get_by_role("button", name="Full screen", exact=True)
            leave = page.get_by_role("button", name="Leave full screen")
            for width, height in ((390, 844), (844, 390)):
                page.set_viewport_size({"width": width, "height": height})
                expect(fill).to_be_hidden()  # the whole of it fits no phone
            page.evaluate(CROWDED_HEAD)
            for width, height in ((1440, 900), (1920, 1080)):
                page.set_viewport_size({"width": width, "height": height})
                fill.click()
                expect(leave).to_be_visible()
                assert page.locator(".qr").bounding_box()["height"] >= 120
                for part in (".live-board", "table.standings", ".qr"):
                    for box in page.locator(part).all():
                        expect(box).to_be_in_viewport(ratio=1)
                leave.click()
                expect(fill).to_be_visible()
            for slot in (0, 1):
                run.play(99, slot)
                run.end(slot)
            expect(page.locator(".celebration")).to_be_attached()
            expect(page.locator(".leaders")).to_contain_text("hampion")
            page.goto("about:blank")


@pytest.mark.nightly
def test_a_class_opens_the_page_by_a_picture_of_its_address(page: Page, tmp_path: Path) -> None:
    segno = pytest.importorskip("segno")
    with live_run(tmp_path / "evening.db", BOTS):
        pass
    with ServerProcess(tmp_path, "evening.db", "--host", "0.0.0.0") as server:
        port = urlsplit(server.address).port
        page.goto(f"http://127.0.0.1:{port}/watch")
        page.get_by_role("button", name="On your phone").click()
        shown = page.locator(".phone-address")
        expect(shown).to_be_visible()
        picture = client().get(f"http://127.0.0.1:{port}/viewers.svg")
        assert picture.headers["content-type"] == "image/svg+xml"
        drawn = segno.make(shown.inner_text(), micro=False).svg_inline(scale=8, light="#fff")
        assert re.findall(r' d="[^"]+"', picture.text) == re.findall(r' d="[^"]+"', drawn)
        check_page(page)
        page.goto("about:blank")


@pytest.mark.nightly
def test_a_page_comes_back_with_its_server(
    page: Page, server: ServerProcess, run: LiveRun, complaints: list[str]
) -> None:
    run.begin(4, record(BOTS[0], BOTS[2]))
    page.goto(server.address + "watch")
    board = page.get_by_role("article").filter(has_text="Game 4")
    board.get_by_text("The game begins").wait_for()
    server.kill()
    lost = page.get_by_text("The connection to the server is lost.")
    lost.wait_for()
    expect(page.locator(".live-clock.is-running")).to_have_count(0)
    run.play(6)
    server.start()
    expect(page.locator(".live-clock.is-running")).to_have_count(1)
    board.get_by_text("Ply 6", exact=True).wait_for()
    expect(lost).to_be_hidden()
    run.end()
    server.kill()
    lost.wait_for()
    words, server.words = server.words, ()
    server.start()
    page.get_by_text("This server shows no such tournament.").wait_for()
    expect(lost).to_be_hidden()
    server.kill()
    server.words = words
    server.start()
    page.close()
    complaints.clear()
