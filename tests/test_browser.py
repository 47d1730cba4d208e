"""The watch over pages sees what it is for."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

import pytest

from tests.support.browser import PATIENCE, check_page, open_static

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_a_page_that_is_in_order(page: Page) -> None:
    open_static(page, 'document.querySelector("h1").textContent = "Owari";', "<h1></h1>")
    assert page.inner_text("h1") == "Owari"
    check_page(page)


@pytest.mark.parametrize(
    ("script", "complaint"),
    [
        ('console.error("no board")', "console: no board"),
        ('throw new Error("no pit")', "exception: no pit"),
        ('import "./nowhere.js"', "console: Failed to load resource"),
        ('eval("1")', "Content Security Policy"),
        ('fetch("https://owari.example/").catch(() => {})', "Content Security Policy"),
        ('location.href = "http://127.0.0.1:9/"', "a request to http://127.0.0.1:9/"),
    ],
)
@pytest.mark.nightly
def test_what_goes_wrong_on_a_page_is_a_complaint(
    page: Page, complaints: list[str], script: str, complaint: str
) -> None:
    open_static(page, script)
    end = monotonic() + PATIENCE / 1000
    while not any(complaint in each for each in complaints) and monotonic() < end:
        page.wait_for_timeout(20)
    assert complaint in "\n".join(complaints)
    complaints.clear()


@pytest.mark.nightly
def test_a_page_that_is_too_wide(page: Page) -> None:
    open_static(page, 'document.querySelector("h1").style.width = "400px"', "<h1>Owari</h1>")
    with pytest.raises(AssertionError, match="wider than the phone"):
        check_page(page)


@pytest.mark.nightly
def test_a_page_with_a_button_without_a_name(page: Page) -> None:
    open_static(page, body="<h1>Owari</h1><button></button>")
    with pytest.raises(AssertionError, match="button-name"):
        check_page(page)
