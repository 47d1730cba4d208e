"""Takes the pictures of the pages: real games in Chromium, on a server of their own.

    python -m docs.screenshots
    python -m docs.screenshots report viewer

The names of pictures are those of `PICTURES`; without a name, all are taken.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Browser, Page, sync_playwright

from tests.support.browser import PROGRAMS, ServerProcess
from tests.support.command import owari

ROOT = Path(__file__).parents[1]
IMAGES = ROOT / "docs" / "images"
EVENING = ROOT / "configs" / "evening.yaml"
WIDE, TALL = (1200, 760), (1200, 1130)


def play(browser: Browser, folder: Path) -> Page:
    """A game against the engine, with what each pit is worth."""
    page, server = opened(browser, folder)
    seats = {"south": "human", "south_name": "Ann", "north": "engine", "depth": 8}
    take_a_seat(page, server, kind="play", game="owari", first="south", **seats)
    for pit in ("4", "5"):
        page.locator(f"[data-cell='{pit}'] button:visible").click()
        page.wait_for_selector(f".move >> text=S{pit}")
        page.wait_for_selector(".whose-turn >> text=Your move")
        page.wait_for_selector("[data-cell] button:visible")
    page.click("text=What is each pit worth?")
    page.wait_for_selector(".sayings .is-hint")
    return page


def analysis(browser: Browser, folder: Path) -> Page:
    """A game that is over, at the move that lost it."""
    page, server = opened(browser, folder, TALL)
    seats = {"south": "greedy", "north": "engine", "depth": 6}
    take_a_seat(page, server, kind="play", game="owari", first="south", **seats)
    page.wait_for_selector(".aftermath .move .badge", timeout=120_000)
    page.locator(".aftermath .move", has=page.locator(".turns")).click()
    page.evaluate("scrollTo(0, 0)")
    return page


def relay(browser: Browser, folder: Path) -> Page:
    """A relay: both boards, and the move to enter on their side."""
    page, server = opened(browser, folder)
    ours = {"us": "engine", "depth": 8, "us_name": "Ann", "them_name": "Rocket"}
    take_a_seat(page, server, kind="relay", game="owari", first="them", match=True, **ours)
    for pit in ("9", "12"):
        page.locator(f".ours [data-cell='{pit}'] button:visible").click()
        page.wait_for_selector(f".relay-moves >> text=/{pit}/")
        page.wait_for_selector(".ours [data-cell] button:visible")
    return page


def report(browser: Browser, folder: Path) -> Page:
    """The report of an evening, from its file."""
    page = new_page(browser, TALL)
    page.goto(evening_report().as_uri())
    return page


def viewer(browser: Browser, folder: Path) -> Page:
    """A game of the report at the move that decided it."""
    page = new_page(browser, TALL)
    page.goto(f"{evening_report().as_uri()}#game=8")
    page.locator(".viewer .move", has=page.locator(".turns")).click()
    page.locator(".viewer").evaluate("viewer => viewer.scrollIntoView()")
    return page


PICTURES: dict[str, Callable[[Browser, Path], Page]] = {
    each.__name__: each for each in (play, analysis, relay, report, viewer)
}


def new_page(browser: Browser, size: tuple[int, int] = WIDE) -> Page:
    """A page of this size, without motion."""
    width, height = size
    context = browser.new_context(
        viewport={"width": width, "height": height}, reduced_motion="reduce"
    )
    return context.new_page()


@cache
def server_in(folder: Path) -> ServerProcess:
    """The server of all pictures."""
    server = ServerProcess(folder, EVENING)
    server.start()
    return server


def opened(
    browser: Browser, folder: Path, size: tuple[int, int] = WIDE
) -> tuple[Page, ServerProcess]:
    """A page, and the server to visit."""
    return new_page(browser, size), server_in(folder)


def take_a_seat(page: Page, server: ServerProcess, **asked: Any) -> None:
    """Opens a new table."""
    table = httpx.post(f"{server.address}api/tables", json=asked).raise_for_status().json()
    page.goto(f"{server.address}{asked['kind']}/{table['id']}")
    page.wait_for_selector("[data-cell]", state="attached")


@cache
def evening_report() -> Path:
    """The report of a tournament that is played for it."""
    folder = Path(tempfile.mkdtemp())
    results = folder / "evening.db"
    page = folder / "evening.html"
    words = ("tournament", EVENING, "--results", results, "--logs", folder / "logs")
    for command in (words, ("report", results, "-o", page, "--values")):
        run = owari(folder, *map(str, command))
        if run.returncode:
            raise SystemExit(run.stderr)
    return page


@contextmanager
def browser() -> Iterator[Browser]:
    """Chromium, as the tests find it."""
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program)
        yield started
        started.close()


def main(names: list[str]) -> None:
    """Takes the pictures of these names."""
    folder = Path(tempfile.mkdtemp())
    IMAGES.mkdir(exist_ok=True)
    try:
        with browser() as chromium:
            for name in names or PICTURES:
                page = PICTURES[name](chromium, folder)
                page.screenshot(path=IMAGES / f"{name}.png")
                page.close()
                print(IMAGES / f"{name}.png")
    finally:
        if server_in.cache_info().currsize:
            server_in(folder).kill()


if __name__ == "__main__":
    main(sys.argv[1:])
