"""Takes the pictures of the pages: real games in Chromium, on a server of their own.

    python -m docs.screenshots
    python -m docs.screenshots report viewer

The names of pictures are those of `PICTURES`; without a name, all are taken.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from functools import cached_property
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Page, sync_playwright

from owari.results.game_log import About
from owari.results.store import Store
from tests.support.browser import PROGRAMS, ServerProcess
from tests.support.command import owari
from tests.support.live_run import live_run

ROOT = Path(__file__).parents[1]
IMAGES = ROOT / "docs" / "images"
EVENING = ROOT / "configs" / "evening.yaml"
WIDE, TALL = (1200, 760), (1200, 1130)
STORED = 22
"""Games of the evening that are over in the picture of a tournament that runs."""


class Studio:
    """A browser, a server and a tournament that has been played, for all pictures."""

    def __init__(self, stack: ExitStack) -> None:
        self.stack = stack
        self.folder = Path(tempfile.mkdtemp(prefix="owari-"))
        stack.callback(shutil.rmtree, self.folder)
        playwright = stack.enter_context(sync_playwright())
        program = next(filter(None, map(shutil.which, PROGRAMS)), None)
        self._browser = playwright.chromium.launch(executable_path=program)
        stack.callback(self._browser.close)

    def page(self, size: tuple[int, int] = WIDE) -> Page:
        """A new page of this size, without motion."""
        width, height = size
        return self._browser.new_context(
            viewport={"width": width, "height": height}, reduced_motion="reduce"
        ).new_page()

    def table(self, size: tuple[int, int] = WIDE, **asked: Any) -> Page:
        """A page at a new table."""
        address, cookie = self._server.address, self._server.cookie
        headers = {"cookie": cookie}
        answer = httpx.post(f"{address}api/tables", json=asked, headers=headers)
        table = answer.raise_for_status().json()
        page = self.page(size)
        name, _, token = cookie.partition("=")
        page.context.add_cookies([{"name": name, "value": token, "url": address}])
        page.goto(f"{address}{asked['kind']}/{table['id']}")
        page.wait_for_selector("[data-cell]", state="attached")
        return page

    @cached_property
    def _server(self) -> ServerProcess:
        return self.stack.enter_context(ServerProcess(self.folder, EVENING))

    @cached_property
    def evening(self) -> Path:
        """The results of a tournament."""
        results = self.folder / "evening.db"
        self.command("tournament", EVENING, "--results", results)
        return results

    @cached_property
    def report(self) -> str:
        """The address of its report, with what each move was worth."""
        page = self.folder / "evening.html"
        self.command("report", self.evening, "-o", page, "--values", "--time", "200ms")
        return page.as_uri()

    def command(self, *words: str | Path) -> None:
        """Runs a command that must succeed."""
        run = owari(self.folder, *map(str, words))
        if run.returncode:
            raise SystemExit(run.stderr)


def watch(studio: Studio) -> Page:
    """A tournament that runs: two games in play, and most results."""
    with Store.open(studio.evening) as store:
        games = [store.played(number) for number in sorted(store.numbers())]
        bots = [bot.name for bot in store.bots()]
    results = studio.folder / "running.db"
    run = studio.stack.enter_context(live_run(results, bots))
    run.store.about = About("2021 UAA Owari Tournament")
    for number, game in enumerate(games[:STORED], 1):
        run.begin(number, game)
        run.end()
    for slot, game in enumerate(games[STORED : STORED + 2]):
        run.begin(STORED + slot + 1, game, slot)
        run.play(9 + 4 * slot, slot)
    server = studio.stack.enter_context(ServerProcess(studio.folder, results))
    page = studio.page((1440, 900))
    page.goto(f"{server.address}watch/0")
    page.wait_for_selector(".board [data-cell] >> nth=20")
    return page


def play(studio: Studio) -> Page:
    """A game against the engine, with what each pit is worth."""
    seats = {"south": "human", "south_name": "Ann", "north": "engine", "depth": 8}
    page = studio.table(kind="play", game="owari", first="south", **seats)
    for pit in ("4", "5"):
        page.locator(f"[data-cell='{pit}'] button:visible").click()
        page.wait_for_selector(f".move >> text=S{pit}")
        page.wait_for_selector(".whose-turn >> text=Your move")
        page.wait_for_selector("[data-cell] button:visible")
    page.click("text=What is each pit worth?")
    page.wait_for_selector(".sayings .is-hint")
    return page


def analysis(studio: Studio) -> Page:
    """A game that is over, at the move that lost it."""
    seats = {"south": "greedy", "north": "engine", "depth": 6}
    page = studio.table(TALL, kind="play", game="owari", first="south", **seats)
    page.locator(".aftermath .move", has=page.locator(".turns")).click(timeout=120_000)
    page.evaluate("() => scrollTo(0, 0)")
    return page


def relay(studio: Studio) -> Page:
    """A relay: both boards, and the move to enter on their side."""
    ours = {"us": "engine", "depth": 8, "us_name": "Ann", "them_name": "Rocket"}
    page = studio.table(kind="relay", game="owari", first="them", match=True, **ours)
    for pit in ("9", "12"):
        page.locator(f".ours [data-cell='{pit}'] button:visible").click()
        page.wait_for_selector(f".relay-moves >> text=/{pit}/")
        page.wait_for_selector(".ours [data-cell] button:visible")
    return page


def report(studio: Studio) -> Page:
    """The report of an evening, from its file."""
    page = studio.page(TALL)
    page.goto(studio.report)
    return page


def viewer(studio: Studio) -> Page:
    """A game of the report at the move that decided it."""
    page = studio.page(TALL)
    page.goto(f"{studio.report}#game=8")
    page.locator(".viewer .move", has=page.locator(".turns")).click()
    page.locator(".viewer").evaluate("viewer => viewer.scrollIntoView()")
    return page


PICTURES: dict[str, Callable[[Studio], Page]] = {
    each.__name__: each for each in (watch, play, analysis, relay, report, viewer)
}


def main(names: list[str]) -> None:
    """Takes the pictures of these names."""
    IMAGES.mkdir(exist_ok=True)
    with ExitStack() as stack:
        studio = Studio(stack)
        for name in names or PICTURES:
            page = PICTURES[name](studio)
            page.screenshot(path=IMAGES / f"{name}.png")
            page.close()
            print(IMAGES / f"{name}.png")


if __name__ == "__main__":
    main(sys.argv[1:])
