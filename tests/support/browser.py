"""A real browser for the tests: Chromium, driven by Playwright, and a server for it to visit.

Tests that use `page` skip where Chromium is missing. They fail with any error in the console, any
uncaught exception and any request beyond the address that they opened.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, Any, ClassVar, Self
from urllib.parse import urlsplit

import pytest

from tests.support.command import started

if TYPE_CHECKING:
    from playwright.sync_api import (
        Browser,
        ConsoleMessage,
        Locator,
        LocatorAssertions,
        Page,
        Request,
        Response,
        Route,
        ViewportSize,
    )

__all__ = [
    "SIZES",
    "ServerProcess",
    "all_in_sight",
    "await_value",
    "check_page",
    "expect",
    "first_row_cut",
    "open_static",
    "viewport",
]

SIZES = {"phone": (360, 740), "sideways": (844, 390), "tablet": (768, 1024), "desktop": (1440, 900)}
"""Widths and heights in pixels."""
PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
PATIENCE = 120_000
"""Milliseconds after which the page has failed; only a failing test waits so long."""
ADDRESS = re.compile(r"http://\S+")
REFUSED = re.compile(r"Failed to load resource: the server responded with a status of (409|422) ")
"""The browser's own line about an answer that a page of ours handles: an old state, a bad move."""
SECURITY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
SLOW = int(os.environ.get("OWARI_SLOW_PAGES", "0"))
"""Milliseconds by which everything comes late that a page does after a click or a key."""
LATENESS = """(late => {
    const later = setTimeout.bind(window);
    const pause = () => new Promise((resolve) => later(resolve, late));
    const [own, ended] = [new WeakMap(), new WeakSet()];
    const {addEventListener, removeEventListener} = EventTarget.prototype;
    const names = new Set(["close", "finish", "hashchange", "popstate"]);
    function delayed(target, name, listener) {
        if (!names.has(name) && !(target instanceof EventSource)) return listener;
        const act = (event) => ended.has(event.target) || listener(event);
        if (!own.has(listener)) own.set(listener, (event) => later(act, late, event));
        return own.get(listener);
    }
    const {close} = EventSource.prototype;
    EventSource.prototype.close = function () {
        ended.add(this);
        close.call(this);
    };
    EventTarget.prototype.addEventListener = function (name, listener, ...more) {
        addEventListener.call(this, name, delayed(this, name, listener), ...more);
    };
    EventTarget.prototype.removeEventListener = function (name, listener, ...more) {
        removeEventListener.call(this, name, delayed(this, name, listener), ...more);
    };
    for (const [place, name] of [[window, "fetch"], [Response.prototype, "text"]]) {
        const now = place[name];
        place[name] = async function (...given) {
            await pause();
            return now.apply(this, given).finally(pause);
        };
    }
    for (const name of ["IntersectionObserver", "ResizeObserver"]) {
        window[name] = class extends window[name] {
            constructor(act, ...more) {
                super((...seen) => later(act, late, ...seen), ...more);
            }
        };
    }
    window.setTimeout = (act, wait, ...more) => later(act, (wait ?? 0) + late, ...more);
})"""
SETTLED = """() => document.getAnimations()
    .filter((each) => each instanceof CSSTransition).forEach((each) => each.finish())"""
STATIC_SITE = "http://static.test"
KINDS = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


@pytest.fixture(scope="session")
def launched() -> Iterator[tuple[Browser, asyncio.AbstractEventLoop]]:
    """One browser for all tests of this process, and the loop of Playwright."""
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        pytest.skip("there is no Chromium here: apt-get install chromium-headless-shell")
    api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, timeout=PATIENCE)
        loop = asyncio.get_running_loop()
        yield browser, loop
        asyncio._set_running_loop(loop)
        browser.close()


@pytest.fixture(scope="module")
def chromium(launched: tuple[Browser, asyncio.AbstractEventLoop]) -> Iterator[Browser]:
    """The browser for the tests of a module. Playwright says that its loop runs, also while it does
    not; behind this module others may run loops of their own."""
    browser, loop = launched
    asyncio._set_running_loop(loop)
    yield browser
    asyncio._set_running_loop(None)


@pytest.fixture
def complaints() -> list[str]:
    """What is wrong with the page so far. A test that kills its server clears the list."""
    return []


@pytest.fixture
def new_page(chromium: Browser, complaints: list[str]) -> Iterator[Callable[[], Page]]:
    """Makes pages of people who know nothing of each other: desktop, light, touch, no motion."""
    contexts = []

    def make() -> Page:
        context = chromium.new_context(
            viewport=viewport("desktop"), reduced_motion="reduce", has_touch=True
        )
        context.set_default_timeout(PATIENCE)
        if SLOW:
            context.add_init_script(f"{LATENESS}({SLOW})")
        contexts.append(context)
        page = context.new_page()
        watch(page, complaints)
        visit = page.goto

        def goto(url: str, **options: Any) -> Response | None:
            """Opens an address of a server as who has opened the printed one before."""
            for server in ServerProcess.running:
                name, _, token = server.cookie.partition("=")
                context.add_cookies([{"name": name, "value": token, "url": server.address}])
            return visit(url, **options)

        page.goto = goto  # type: ignore[method-assign]
        return page

    yield make
    for context in contexts:
        context.close()
    assert not complaints, "\n".join(complaints)


@pytest.fixture
def page(new_page: Callable[[], Page]) -> Page:
    """The page of most tests."""
    return new_page()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """`owari serve` without files, with a user folder of its own."""
    with ServerProcess(tmp_path_factory.mktemp("server")) as process:
        yield process


class ServerProcess:
    """`owari serve` in a folder, at a free port; its user folder is `user` in there.

    As a context it is started and, at the end, killed. `kill` and `start` between them come back
    at the same address. Who is a page of a test, or `connected` to it, has its token.
    """

    running: ClassVar[list[ServerProcess]] = []

    def __init__(self, folder: Path, *words: str | Path) -> None:
        self.folder = folder
        self.words = words
        self.address = ""
        """Such as `http://127.0.0.1:41234/`, once it is started."""
        self.token = ""

    def start(self) -> None:
        """Starts it, and returns when it has printed its address."""
        port = urlsplit(self.address).port or 0
        self.process = started(
            self.folder,
            *("serve", *self.words, "--port", str(port)),
            environment={"OWARI_DATA": str(self.folder / "user")},
        )
        assert self.process.stdout is not None
        heard = ""
        while not (found := ADDRESS.search(heard)):
            line = self.process.stdout.readline()
            assert line, f"the server printed no address: {heard}{self.process.communicate()[1]}"
            heard += line
        self.address, _, self.token = found[0].partition("?token=")
        self.running.append(self)

    @property
    def cookie(self) -> str:
        """What a browser shows that has opened the printed address."""
        return f"owari_token_{urlsplit(self.address).port}={self.token}"

    def kill(self) -> None:
        """Ends it without a warning. A test that fails shows what it has complained of."""
        self.running.remove(self)
        self.process.kill()
        sys.stderr.write(self.process.communicate()[1])

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.kill()


def expect(place: Locator) -> LocatorAssertions:
    """Assertions about a place of a page, which wait until they hold.

    What a page does after a click is seldom done when the click returns: an address that is
    followed, an answer, an animation.
    """
    from playwright.sync_api import expect as expect_in_time

    expect_in_time.set_options(timeout=PATIENCE)
    return expect_in_time(place)


def await_value(page: Page, expression: str, wanted: object, given: object = None) -> None:
    """Waits until the expression, a function of what is given, has this value on the page. A test
    that fails shows the last one."""
    end = monotonic() + PATIENCE / 1000
    while (found := page.evaluate(expression, given)) != wanted and monotonic() < end:
        page.wait_for_timeout(20)
    assert found == wanted


def watch(page: Page, complaints: list[str]) -> None:
    """Adds to the complaints what goes wrong on the page from now on."""
    opened: set[str] = set()

    def hear(message: ConsoleMessage) -> None:
        if message.type == "error" and not REFUSED.match(message.text):
            complaints.append(f"console: {message.text}")

    def follow(request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme in ("data", "blob", "about"):
            return
        origin = f"{address.scheme}://{address.netloc}"
        if request.is_navigation_request() and not opened:
            opened.add(origin)
        if origin not in opened:
            complaints.append(f"a request to {request.url}")

    page.on("console", hear)
    page.on("pageerror", lambda error: complaints.append(f"exception: {error}"))
    page.on("request", follow)


def check_page(page: Page) -> None:
    """Asserts that the page fits every size and that axe-core finds nothing serious.

    axe-core looks at it twice: on a desktop in light, on a phone in dark. The page comes back at
    desktop size, in light.
    """
    for size in SIZES:
        page.set_viewport_size(viewport(size))
        assert overflow(page) == [], f"wider than the {size}"
    page.set_viewport_size(viewport("phone"))
    page.emulate_media(color_scheme="dark")
    on_phone = violations(page)
    page.set_viewport_size(viewport("desktop"))
    page.emulate_media(color_scheme="light")
    assert violations(page) == []
    assert on_phone == []


def viewport(size: str) -> ViewportSize:
    """The size as Playwright takes it."""
    width, height = SIZES[size]
    return {"width": width, "height": height}


def all_in_sight(page: Page, selector: str) -> bool:
    """Whether all of these, and there are some, are in the window as it is."""
    page.locator(selector).first.wait_for()
    found: bool = page.evaluate(
        """selector => [...document.querySelectorAll(selector)]
            .map((element) => element.getBoundingClientRect())
            .every(({top, bottom}) => top >= 0 && bottom <= innerHeight)""",
        selector,
    )
    return found


def first_row_cut(page: Page, rows: str) -> float:
    """The pixels of the first row that what scrolls around it cuts, or its head covers."""
    found: float = page.evaluate(
        """rows => {
            const all = [...document.querySelectorAll(rows)];
            const frame = all[0].closest(".move-list, .relay-moves");
            const head = frame.querySelector(".move-head")?.offsetHeight ?? 0;
            const top = frame.getBoundingClientRect().top + frame.clientTop + head;
            const first = all.map((row) => row.getBoundingClientRect())
                .find(({bottom}) => bottom > top + 1);
            return top - first.top;
        }""",
        rows,
    )
    return found


def overflow(page: Page) -> list[str]:
    """What sticks out on the right, as far as it makes the page scroll sideways, and tables that
    are cut."""
    found: list[str] = page.evaluate(
        """() => {
            const width = document.documentElement.clientWidth;
            const cut = [...document.querySelectorAll(".table-frame")]
                .filter((frame) => frame.scrollWidth > frame.clientWidth)
                .map((frame) => frame.outerHTML.slice(0, 120));
            if (cut.length || document.documentElement.scrollWidth <= width) return cut;
            return [...document.body.querySelectorAll("*")]
                .filter((element) => element.getBoundingClientRect().right > width + 0.5)
                .map((element) => element.outerHTML.slice(0, 120));
        }"""
    )
    return found


def violations(page: Page) -> list[str]:
    """What axe-core finds, as far as it is serious or critical."""
    from axe_playwright_python.sync_playwright import Axe

    page.evaluate(SETTLED)  # no colour is looked at on its way to another
    options = {"resultTypes": ["violations"], "preload": False}
    found = Axe().run(page, options=options).response["violations"]
    return [
        f"{rule['id']}: {rule['help']}: {node['html']} {node.get('failureSummary', '')}"
        for rule in found
        if rule["impact"] in ("serious", "critical")
        for node in rule["nodes"]
    ]


def open_static(page: Page, script: str = "", body: str = "", styles: tuple[str, ...] = ()) -> None:
    """Opens a page of the test's own on our static files, without a server.

    `script` is a module beside them (`import {h} from "./dom.js";`), `styles` names style sheets
    among them. Our content security policy holds. The script has run when this returns.
    """
    links = "".join(f'<link rel="stylesheet" href="/static/{name}">' for name in styles)
    html = (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Test</title>'
        '<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">'
        f'{links}</head><body><main>{body}</main><script type="module" '
        'src="/static/test-page.js"></script></body></html>'
    )
    own = {"/": ("text/html", html), "/static/test-page.js": ("text/javascript", script)}
    page.route(f"{STATIC_SITE}/**", lambda route: answer(route, own))
    page.goto(f"{STATIC_SITE}/")


def answer(route: Route, own: Mapping[str, tuple[str, str]]) -> None:
    """Answers a request of the test's own page."""
    path = urlsplit(route.request.url).path
    found = own.get(path) or static_file(Path(path).name)
    kind, body = found or ("text/plain", "")
    headers = {"Content-Security-Policy": SECURITY}
    route.fulfill(status=200 if found else 404, content_type=kind, headers=headers, body=body)


def static_file(name: str) -> tuple[str, str] | None:
    """The kind and the text of a file that the viewer or the live page serves."""
    for room in ("owari.viewer", "owari.web"):
        file = files(room) / "static" / name
        if file.is_file():
            return KINDS[Path(name).suffix], file.read_text("utf-8")
    return None
