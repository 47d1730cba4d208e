"""The start page and the pages of records, in a browser."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from owari.games.game import Side
from owari.games.mancala import OWARI
from owari.records.pgn import format_game
from owari.records.record import GameRecord, Ply
from tests.support.browser import ServerProcess, check_page, expect, viewport
from tests.support.table_client import client

if TYPE_CHECKING:
    from playwright.sync_api import Page

HOSTILE = '</script><img src=x onerror="alert(1)"> {{ 7*7 }}'
EVENT = "Autumn <i>Cup"
FILE = "two <b>games.pgn"


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server of a tournament without games, and of a record of two games."""
    folder = tmp_path_factory.mktemp("serving")
    (folder / "bots.yaml").write_text(
        f"event: {EVENT}\n"
        "bots:\n  - {name: Ann, engine: first}\n  - {name: Ben, engine: greedy}\n",
        "utf-8",
    )
    write_record(folder / FILE, "Ann", HOSTILE)
    with ServerProcess(folder, "bots.yaml", FILE) as process:
        yield process


def write_record(file: Path, *south: str) -> None:
    """A record with a game of three plies for each name of South."""
    games = []
    for name in south:
        game = GameRecord(OWARI, OWARI.start(Side.SOUTH), name, "Cid")
        for _ in range(3):
            position = game.final
            ply = Ply(position.turn, position.legal_moves()[-1], comment=HOSTILE)
            game = replace(game, plies=(*game.plies, ply))
        games.append(format_game(game))
    file.write_text("\n".join(games), "utf-8")


@pytest.mark.nightly
def test_a_server_of_nothing_begins_with_a_board(
    page: Page, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with ServerProcess(tmp_path_factory.mktemp("bare")) as server:
        page.goto(server.address)
        page.wait_for_selector(".first-board [data-cell]")
        check_page(page)
        expect(page.locator(".door h3")).to_have_text(["Play", "Relay"])
        page.locator(".first-board [data-cell='2'] button").click()
        page.wait_for_selector(".play-status .whose-turn")
        expect(page.locator(".move").first).to_contain_text("S2")
        page.goto("about:blank")  # a stream that a server ends is a complaint


def test_the_start_page_leads_everywhere(page: Page, serving: ServerProcess) -> None:
    page.goto(serving.address)
    check_page(page)
    doors = page.locator(".door")
    expect(doors.locator("h3")).to_have_text([EVENT, "two <b>games", "Play", "Relay"])
    page.get_by_label("Theme").select_option("Dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    doors.nth(1).click()
    page.wait_for_selector(".viewer")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


@pytest.mark.nightly
def test_the_games_of_a_record_are_replayed(
    page: Page, serving: ServerProcess, complaints: list[str]
) -> None:
    page.goto(f"{serving.address}records/0")
    page.wait_for_selector("h2:has-text('Ann')")
    check_page(page)
    page.get_by_role("button", name="Next game").click()
    page.wait_for_selector("h2:has-text('onerror')")
    expect(page.get_by_role("button", name="Next game")).to_be_disabled()
    page.keyboard.press("End")
    page.wait_for_url("**/records/0#game=2&ply=3")
    check_page(page)
    page.goto(f"{serving.address}records/0#game=1&ply=2")
    page.wait_for_selector(".said:has-text('2.')")
    page.set_viewport_size(viewport("phone"))
    page.evaluate("() => { location.hash = 'game=7&ply=0'; }")
    page.wait_for_selector("[role=alert]:has-text('The record has no such game.')")
    complaints.clear()  # of the browser about the status 404


def test_a_record_that_grows_is_read_again(tmp_path: Path) -> None:
    write_record(tmp_path / "a.pgn", "Ann")
    with ServerProcess(tmp_path, "a.pgn") as process:
        game = f"{process.address}api/records/0/games/2"
        assert client().get(game).status_code == 404
        write_record(tmp_path / "a.pgn", "Ann", "Eve")
        assert client().get(game).json()["south"] == "Eve"
        (tmp_path / "a.pgn").unlink()
        assert client().get(game).json() == {"problem": "a.pgn cannot be read any more"}
