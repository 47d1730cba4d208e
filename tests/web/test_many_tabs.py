"""Many pages in one browser, which has six connections to a server, and answers that come late."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

import pytest

from owari.user_files import user_folder
from owari.web import server as web_server
from owari.web.open_table import OpenTable
from owari.web.settings import Settings
from owari.web.table_folder import Tables
from tests.support.browser import PATIENCE, ServerProcess, await_value, check_page, expect, watch
from tests.support.live_run import live_run, record
from tests.support.nightly import at_night
from tests.support.table_client import Device, client, connected, created

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

TABS = 20
LEGAL = "[data-cell] button:visible"
LATE = "The server has not answered for five seconds."
HIDE = """hidden => {
    Object.defineProperty(document, "hidden", {value: hidden, configurable: true});
    document.dispatchEvent(new Event("visibilitychange"));
}"""
HOUR = 3_600_000
"""Milliseconds of the clock of a page, which begins at 0."""
MOVES = "count => document.querySelectorAll('.play-moves .move').length === count"


def people(server: ServerProcess) -> Device:
    """A table for two people."""
    return created(server.address, kind="play", first="south", south="human", north="human")


def address_of(server: ServerProcess, device: Device) -> str:
    return f"{server.address}play/{device.state['id']}"


def another_tab(page: Page, complaints: list[str]) -> Page:
    """A tab of the same browser."""
    tab = page.context.new_page()
    watch(tab, complaints)
    return tab


def browser_cookie(page: Page) -> dict[str, str]:
    """What the browser of the page shows of itself."""
    return {
        "cookie": "; ".join(f"{each['name']}={each['value']}" for each in page.context.cookies())
    }


def gets_stream(server: ServerProcess, device: Device, headers: dict[str, str]) -> bool:
    """Whether one more page of the browser would get a stream, and not the state alone."""
    with client().stream(
        "GET", f"{server.address}{device.place[1:]}/events", headers=headers
    ) as found:
        return "content-length" not in found.headers


def stop_the_clock(page: Page) -> None:
    """From now on the timers of the page wait until the test lets time pass."""
    page.clock.install(time=0)
    page.clock.pause_at(HOUR)


def play(tab: Page, plies: int) -> None:
    """Plays the first legal move; the page then shows so many."""
    tab.locator(LEGAL).first.click()
    tab.wait_for_function(MOVES, arg=plies)


@pytest.mark.nightly
@pytest.mark.slow
def test_twenty_tabs_in_sight_load_play_and_follow(
    page: Page, server: ServerProcess, complaints: list[str]
) -> None:
    devices = [people(server) for _ in range(TABS)]
    page.goto(server.address)
    tabs = [page, *(another_tab(page, complaints) for _ in devices[1:])]
    for tab, device in zip(tabs, devices, strict=True):
        tab.goto(address_of(server, device), wait_until="commit")
    for tab in tabs:
        tab.bring_to_front()
        play(tab, 1)
    for device in devices:
        device.look()
        device.type(device.state["moves"][0]["line"])
    for tab in tabs:
        tab.bring_to_front()
        tab.wait_for_function(MOVES, arg=2)
        expect(tab.get_by_text("No connection")).to_be_hidden()
        expect(tab.get_by_text(LATE)).to_be_hidden()
    assert [len(device.kept()[0].plies) for device in devices] == [2] * TABS


@pytest.mark.nightly
def test_a_hidden_page_gives_its_stream_up_and_catches_up_when_it_is_shown(
    page: Page, server: ServerProcess, complaints: list[str]
) -> None:
    device = people(server)
    page.goto(address_of(server, device))
    tabs = [page, *(another_tab(page, complaints) for _ in range(2))]
    for tab in tabs:
        tab.goto(address_of(server, device))
        tab.wait_for_selector(LEGAL)
    headers = browser_cookie(page)
    assert not gets_stream(server, device, headers)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.evaluate(HIDE, True)
    end = monotonic() + PATIENCE / 1000
    while not gets_stream(server, device, headers):
        assert monotonic() < end, "the hidden page keeps its stream"
        tabs[1].wait_for_timeout(10)
    device.type("2", "8", "3")
    tabs[1].wait_for_function(MOVES, arg=3)
    assert page.locator(".play-moves .move").count() == 0
    assert asked == []
    page.evaluate(HIDE, False)
    page.wait_for_function(MOVES, arg=3)
    assert [url.rpartition("/")[2] for url in asked] == ["events"]
    play(page, 4)
    tabs[2].wait_for_function(MOVES, arg=4)


def test_a_relay_that_is_read_aloud_goes_on_while_nobody_sees_it(
    page: Page, server: ServerProcess
) -> None:
    page.add_init_script(
        "localStorage.setItem('owari-speech', 'on');"
        "said = []; speechSynthesis.speak = (words) => said.push(words.text)"
    )
    device = created(server.address, kind="relay", first="us", us="manual")
    page.goto(f"{server.address}relay/{device.state['id']}")
    page.get_by_text("Tap our move").wait_for()
    page.evaluate(HIDE, True)
    device.type("4")
    await_value(page, "() => said", ["Enter 11 on their side"])


@pytest.mark.nightly
def test_a_page_to_which_no_stream_comes_says_so_and_asks_again_and_again(
    page: Page, server: ServerProcess
) -> None:
    device = people(server)
    stop_the_clock(page)
    page.route("**/events", lambda route: None)
    with page.expect_request("**/events"):
        page.goto(address_of(server, device))
    page.clock.fast_forward(1000)
    assert not page.get_by_text("No connection").is_visible()
    page.clock.fast_forward(4000)
    page.clock.resume()
    page.wait_for_selector(LEGAL)
    play(page, 1)
    device.look()
    device.type("8")
    page.wait_for_function(MOVES, arg=2)
    expect(page.get_by_text("No connection")).to_be_hidden()


@pytest.mark.nightly
def test_a_page_that_has_lost_its_server_gets_a_stream_again(
    page: Page, server: ServerProcess, complaints: list[str]
) -> None:
    device = people(server)
    page.clock.install()
    page.goto(address_of(server, device))
    page.wait_for_selector(LEGAL)
    page.route("**/events*", lambda route: route.abort())
    page.evaluate(HIDE, True)
    page.evaluate(HIDE, False)
    page.get_by_text("No connection").wait_for()
    device.type("2")
    with page.expect_request("**/events"):  # and not its state alone
        page.unroute("**/events*")
        page.clock.fast_forward(5000)
    page.wait_for_function(MOVES, arg=1)
    page.get_by_text("No connection").wait_for(state="hidden")
    page.close()
    complaints.clear()  # the browser reports each request that failed


@pytest.mark.nightly
def test_a_tournament_is_watched_without_a_stream_too(
    page: Page, tmp_path: Path, complaints: list[str]
) -> None:
    bots = ("Ann", "Ben")
    with (
        live_run(tmp_path / "evening.db", bots) as run,
        ServerProcess(tmp_path, "evening.db") as server,
    ):
        run.begin(1, record(*bots))
        run.play(2)
        page.clock.install()
        page.route("**/events", lambda route: None)
        with page.expect_request("**/events"):
            page.goto(server.address + "watch")
        page.clock.fast_forward(5000)
        page.get_by_text("Ply 2", exact=True).wait_for()
        run.play(1)
        page.get_by_text("Ply 3", exact=True).wait_for()
        run.end()
        page.locator(".live-board.is-over").wait_for()
        page.get_by_text("1 of 2 games.").wait_for()
        page.goto("about:blank")


class Gate:
    """Holds a method of the server up, before or after its work, until it is opened."""

    def __init__(self, method: Callable[..., object]) -> None:
        self._method = method
        self.holds = ""
        """`before` or `after`: what the next call is held up at."""
        self.opened = threading.Event()
        self.calls = 0
        self.done = 0

    def __call__(self, *words: object) -> object:
        self.calls += 1
        held, self.holds = self.holds, ""
        if held == "before":
            assert self.opened.wait(PATIENCE / 1000)
        try:
            return self._method(*words)
        finally:
            if held == "after":
                assert self.opened.wait(PATIENCE / 1000)
            self.done += 1


@pytest.fixture
def local(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[str]:
    """The address of a server in a thread of this process, so that it can be held up."""
    monkeypatch.setenv("OWARI_DATA", str(tmp_path))
    with web_server.listening("127.0.0.1", 0) as bound:
        running = web_server.make_server(Settings())
        thread = threading.Thread(target=running.run, args=([bound],))
        thread.start()
        try:
            yield f"http://127.0.0.1:{bound.getsockname()[1]}/"
        finally:
            running.should_exit = True
            thread.join(PATIENCE / 1000)
            assert not thread.is_alive()


@pytest.mark.parametrize(
    ("held", "sent_again"),
    [("before", False), *at_night(("after", True), ("before", True), ("after", False))],
)
def test_a_late_answer_is_told_of_and_a_move_that_is_sent_again_is_played_once(
    page: Page, local: str, monkeypatch: pytest.MonkeyPatch, held: str, sent_again: bool
) -> None:
    gate = Gate(OpenTable.obey)
    monkeypatch.setattr(OpenTable, "obey", lambda *words: gate(*words))
    device = created(local, kind="play", first="south", south="human", north="human")
    page.clock.install(time=0)
    page.goto(f"{local}play/{device.state['id']}")
    page.wait_for_selector(LEGAL)
    gate.holds = held
    page.clock.pause_at(HOUR)
    with page.expect_request("**/lines"):
        page.locator(LEGAL).first.click()
    late = page.get_by_text(LATE)
    page.clock.fast_forward(1000)
    assert not late.is_visible()
    page.clock.fast_forward(4000)
    page.clock.resume()
    late.wait_for()
    if sent_again:
        check_page(page)
        page.get_by_role("button", name="Send again").click()
        page.wait_for_function(MOVES, arg=1)
    else:
        gate.opened.set()
    page.get_by_role("button", name="Send again").wait_for(state="hidden")
    page.wait_for_function(MOVES, arg=1)
    gate.opened.set()
    while gate.done < gate.calls:
        page.wait_for_timeout(10)
    assert gate.calls == 1 + sent_again
    expect(page.get_by_role("alert")).to_be_hidden()
    assert len(device.kept()[0].plies) == 1
    play(page, 2)


@pytest.mark.nightly
def test_only_an_answer_that_a_person_waits_for_is_missed(page: Page, local: str) -> None:
    device = created(local, kind="play", first="south", south="human", north="human")
    device.type("0", "7", "resign")
    assert device.look()["over"]
    reviews: list[Route] = []
    shares: list[Route] = []
    page.route("**/review", lambda route: reviews.append(route))
    page.route("**/share", lambda route: shares.append(route))
    page.clock.install()
    page.goto(f"{local}play/{device.state['id']}")
    while not reviews:
        page.wait_for_timeout(20)
    page.clock.fast_forward(60_000)
    late = page.get_by_text(LATE)
    expect(late).to_be_hidden()  # the page asks again by itself
    page.get_by_role("button", name="Share this game").click()
    page.clock.fast_forward(5000)
    expect(late).to_be_visible()
    for route in shares:
        route.continue_()
    expect(page.get_by_label("Address of this game")).to_be_visible()
    expect(late).to_be_hidden()
    for route in reviews:
        route.continue_()
    page.goto("about:blank")


@pytest.mark.parametrize("held", ["after", *at_night("before")])
def test_a_form_that_is_sent_again_begins_one_game(
    page: Page, local: str, monkeypatch: pytest.MonkeyPatch, held: str
) -> None:
    gate = Gate(Tables.create)
    monkeypatch.setattr(Tables, "create", lambda *words: gate(*words))
    page.clock.install()
    page.goto(f"{local}play")
    gate.holds = held
    with page.expect_request("**/api/tables"):
        page.get_by_role("button", name="Begin the game").click()
    page.clock.fast_forward(5000)
    page.get_by_text(LATE).wait_for()
    page.get_by_role("button", name="Send again").click()
    page.wait_for_url("**/play/*")
    page.wait_for_selector(LEGAL)
    gate.opened.set()
    while gate.done < 2:
        page.wait_for_timeout(10)
    (file,) = (user_folder() / "games").glob("*.pgn")
    assert page.url.endswith(file.stem)


def test_pages_that_a_browser_opens_at_once_count_together(server: ServerProcess) -> None:
    def name(**headers: str) -> str | None:
        with client() as browser:
            answer = browser.get(server.address, headers=headers)
        return dict(answer.cookies).get(server.cookie.partition("=")[0].replace("token", "browser"))

    first = name(**{"user-agent": "one"})
    assert first
    assert name(**{"user-agent": "one"}) == first
    assert name(**{"user-agent": "other"}) not in (first, None)
    shown = server.cookie.partition("=")[0].replace("token", "browser")
    assert name(**{"user-agent": "one", "cookie": f"{shown}={first}"}) is None


def test_a_browser_has_three_streams_and_others_have_theirs(server: ServerProcess) -> None:
    device = people(server)
    named = server.cookie.partition("=")[0].replace("token", "browser")
    own = {"cookie": f"{server.cookie}; {named}=own"}
    address = f"{server.address}{device.place[1:]}/events"
    with client(headers=own) as browser:
        with browser.stream("GET", address), browser.stream("GET", address):
            assert gets_stream(server, device, own)
            with browser.stream("GET", address):
                for _ in range(2):
                    answer = browser.get(address)
                    assert answer.text.startswith("event: state\n")
                    assert answer.text.endswith("event: again\ndata: 1000\n\n")
                assert gets_stream(server, device, {"cookie": f"{server.cookie}; {named}=other"})
                assert all(gets_stream(server, device, {"cookie": server.cookie}) for _ in range(4))
        once = connected(server.address).get(address + "?once=1")
        assert once.text.endswith("event: again\ndata: 1000\n\n")
