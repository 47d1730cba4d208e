"""The report in a real browser, opened from a file: replayed, searched, sorted, saved."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from owari.games.othello import OTHELLO
from owari.html_report.content import content_of_records, content_of_results
from owari.html_report.lists import Forfeit, forfeits
from owari.html_report.page import Report, replays, report_page
from owari.report.tables import Table
from owari.results.game_log import Status
from owari.results.store import Store
from owari.tournament.result_entry import enter
from tests.html_report.test_report_page import HOSTILE, QUOTES, forfeited, played
from tests.support.browser import await_value, check_page, expect, viewport

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = pytest.mark.browser
LOG = ("    0.000000 > owari 1", f"    0.100000 < {HOSTILE}")

LATE = "Stumbler, handed in at 23:59 by group seven"
HEADERS = ("round", "bot", "opponent", "points", "against", "winner", "decided by", "stage")
ROUNDS = Table(
    "rounds", "Rounds", HEADERS, [(1, LATE, LATE, 2, 0, LATE, "points", "quarter-final")] * 2
)
COUNTED = ("bot", "games", "moves", "stones given away", "in a game", "chances", "blunders")
QUALITY = Table(
    "quality",
    "Quality of play",
    (*COUNTED, "of chances"),
    [("Dice of the dormitory", 10, 112, "~110", "~11.0", 75, 12, "16%")] * 2,
)


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report of twelve games of four bots, two of them with hostile names."""
    folder = tmp_path_factory.mktemp("evening")
    bots = [HOSTILE, QUOTES, "Ann", "Ben"]
    with Store.open_or_create(folder / "evening.db") as store:
        for south in bots:
            for north in bots:
                if south == "Ben" != north:
                    enter(store, forfeited(south, north), Status.PLAYED)
                elif south != north:
                    enter(store, played(south, north, comment=HOSTILE), Status.PLAYED)
        content = replace(content_of_results(store, "Evening"), rounds=ROUNDS)
        made = replays((game, record, None) for game, record in content.records(content.games))
        lost = [each._replace(dialogue=LOG) for each in forfeits(content.games)]
        page = report_page(Report(content, made, lost, QUALITY))
    path = folder / "evening.html"
    path.write_text(page, "utf-8")
    return path


def shown_games(page: Page) -> Locator:
    """The numbers of the games in the list."""
    return page.locator("table.games tbody td:first-child")


def await_ply(page: Page, number: int) -> None:
    """Waits until the viewer shows the position after this ply."""
    expect(page.locator(".viewer .said .deed")).to_have_text(re.compile(rf"^{number}\."))


@pytest.mark.nightly
def test_the_report_fits_every_size_and_everybody(page: Page, evening: Path) -> None:
    page.goto(evening.as_uri())
    expect(shown_games(page)).to_have_count(12)
    expect(page.locator("h1")).to_have_text("Evening")
    assert page.evaluate("() => document.querySelectorAll('script[type=module]').length") == 1
    check_page(page)
    page.emulate_media(media="print")
    expect(page.get_by_role("columnheader", name="points").first).to_be_visible()
    expect(page.locator("th button").first).to_be_visible()
    expect(page.locator(".downloads button").first).to_be_hidden()
    page.emulate_media(media="screen")
    page.locator(".forfeits summary").first.click()
    shown = page.locator(".forfeits pre").first
    expect(shown).to_be_visible()
    assert shown.inner_text() == "\n".join(LOG)


def test_games_are_searched_and_sorted(page: Page, evening: Path) -> None:
    page.goto(evening.as_uri())
    rows = page.locator("table.games tbody tr")
    page.fill("#game-search", "ann forfeits")
    expect(rows).to_have_count(1)
    page.fill("#game-search", "nobody")
    expect(page.get_by_text("0 of 12 games. No game has all of this.")).to_be_visible()
    expect(page.locator("table.games")).to_be_hidden()
    page.get_by_role("button", name="Show all games").click()
    choose_first = page.get_by_role("option", name="Won or lost: choose a bot first")
    expect(choose_first).to_be_disabled()
    page.get_by_label("Result").select_option("forfeits")
    expect(rows).to_have_count(3)
    expect(rows.first.locator("a[href$='&ply=last&result=forfeits']")).to_be_visible()
    page.get_by_label("Bot", exact=True).select_option("Ann")
    expect(rows).to_have_count(0)
    expect(choose_first).to_have_count(0)
    page.get_by_label("Result").select_option("lost")
    expect(rows).not_to_have_count(0)
    lost = page.locator("table.games tbody .cell-result").all_inner_texts()
    assert all("Ann" not in result for result in lost)
    page.get_by_role("button", name="Show all games").click()
    header = page.locator("table.games").get_by_role("button", name="game", exact=True)
    header.press("Enter")
    expect(shown_games(page)).to_have_text([str(number) for number in range(12, 0, -1)])
    page.get_by_label("Fold").select_option("pair")
    fold = page.locator(".fold")
    expect(fold).to_have_count(6)
    fold.first.locator("summary").click()
    expect(fold.first.locator("tbody tr")).to_have_count(2)
    page.locator("table.heat").get_by_role("link", name="list the games").first.press("Enter")
    expect(page.get_by_text("2 of 12 games")).to_be_visible()
    address = page.url
    page.goto("about:blank")
    page.goto(address)
    expect(page.get_by_text("2 of 12 games")).to_be_visible()
    expect(rows).to_have_count(2)
    bots = page.locator("#standings tbody th")
    ranked = bots.all_inner_texts()
    rising = sorted(ranked)
    assert rising != ranked
    assert rising[-2:] == ["Ann", "Ben"]
    page.locator("#standings").get_by_role("button", name="bot").click()
    expect(bots).to_have_text(rising)
    page.locator("#standings").get_by_role("button", name="bot").click()
    expect(bots).to_have_text(rising[::-1])


@pytest.mark.nightly
def test_a_bot_has_a_page_whose_address_can_be_sent(page: Page, evening: Path) -> None:
    page.goto(evening.as_uri())
    page.locator("#standings").get_by_role("link", name="Ben").click()
    expect(page.get_by_role("heading", name="Ben", exact=True)).to_be_visible()
    expect(page.locator(".bot-results")).to_contain_text("6 games: 3 won, 0 drawn, 3 lost")
    expect(page.locator(".bot-results")).to_contain_text("3 by forfeit")
    expect(page.get_by_text(re.compile("^Rating [+−]"))).to_contain_text("probability of about 95%")
    expect(page.locator(".bot-page .forfeits li")).to_have_count(3)
    expect(page.locator("table.opponents tbody tr")).to_have_count(3)
    check_page(page)
    page.reload()
    page.locator(".bot-page").get_by_label("Result").select_option("lost")
    own = page.locator(".bot-page table.games tbody td:first-child")
    expect(own).to_have_count(3)
    page.locator(".bot-page table.games").get_by_role("button", name="game").click()
    lost = own.all_inner_texts()
    assert lost == sorted(lost, key=int, reverse=True)
    page.reload()
    expect(own).to_have_text(lost)
    page.get_by_role("link", name="2 games against Ann").click()
    expect(page.get_by_text("2 of 12 games")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="Ben", exact=True)).to_be_visible()
    page.set_viewport_size(viewport("phone"))
    row = page.locator(".bot-page table.games .cell-game a").first
    row.scroll_into_view_if_needed()
    assert page.evaluate("scrollY") > 100
    row.click()
    expect(page.locator(".viewer h1")).to_be_visible()
    await_value(page, "scrollY", 0)
    page.go_back()
    expect(row).to_be_in_viewport()
    page.get_by_role("link", name="Back to the report").click()
    expect(page.locator("#report")).to_be_visible()
    page.goto(f"{evening.as_uri()}#bot=Nobody")
    expect(page.get_by_text("This report has no such bot.")).to_be_visible()


@pytest.mark.nightly
def test_on_a_phone_points_come_first_and_on_paper_all_fits(page: Page, evening: Path) -> None:
    page.set_viewport_size(viewport("phone"))
    page.goto(evening.as_uri())
    row = page.locator("#standings tbody tr").first
    place, bot, points, won = (
        row.locator(f"[data-label='{label}']").evaluate("cell => cell.getBoundingClientRect()")
        for label in ("place", "bot", "points", "won")
    )
    assert place["x"] < bot["x"] < points["x"]
    assert max(place["y"], bot["y"], points["y"]) < won["y"]
    whole, matches = (page.locator(part).bounding_box() for part in ("#standings", "#matches"))
    assert matches["width"] == whole["width"]
    # The cross-table of many bots fits too.
    page.locator("table.heat tr").evaluate_all(
        "rows => rows.forEach(row => { for (let at = 0; at < 20; at++)"
        " row.append(row.lastElementChild.cloneNode(true)) })"
    )
    hidden = page.locator(".table-frame").evaluate_all(
        "frames => frames.filter(frame => frame.scrollWidth > frame.clientWidth).length"
    )
    assert hidden == 0
    page.reload()
    page.emulate_media(media="print")
    for width in (703, 725):  # A4 and Letter between margins of 12 mm
        page.set_viewport_size({"width": width, "height": 1000})
        wide = page.locator("table").evaluate_all(
            "(tables, width) => tables.filter(table => table.offsetWidth > width).length", width
        )
        assert wide == 0
    # Headings stay with what follows in a block alone, and no room is kept empty below a list.
    ways = "stacks => stacks.map((stack) => getComputedStyle(stack).display)"
    assert set(page.locator(".stack").evaluate_all(ways)) == {"block"}
    # A table fills the page and has its head again on the next one; a forfeit stays in one piece.
    styles = {
        ("table.games thead", "display"): "table-header-group",
        ("table.games button.sort", "display"): "contents",
        ("#game-list .table-frame", "breakInside"): "auto",
        (".forfeits li", "breakInside"): "avoid",
    }
    for (part, style), wanted in styles.items():
        look = "(parts, style) => parts.map((part) => getComputedStyle(part)[style])"
        assert set(page.locator(part).evaluate_all(look, style)) == {wanted}, (part, style)
    page.goto(f"{evening.as_uri()}#game=1")
    expect(page.locator(".move-list")).to_be_visible()
    kept, needed = (
        page.locator(part).evaluate("part => part.getBoundingClientRect().height")
        for part in (".viewer-list", ".move-list")
    )
    assert kept < needed + 2


def test_tables_are_saved_from_the_page(page: Page, evening: Path) -> None:
    page.goto(evening.as_uri())
    for name, begin in (("games.csv", "game,South"), ("standings.json", '{\n  "standings"')):
        with page.expect_download() as download:
            page.locator(f"button[data-download='{name}']").click()
        assert download.value.suggested_filename == name
        assert download.value.path().read_text("utf-8").startswith(begin)


@pytest.mark.nightly
def test_a_game_is_replayed_and_its_address_leads_back_to_it(page: Page, evening: Path) -> None:
    page.goto(f"{evening.as_uri()}#game=1&ply=3")
    await_ply(page, 3)
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => location.hash === '#game=1&ply=4'")
    page.reload()
    await_ply(page, 4)
    cells = [*map(str, list(played("Ann", "Ben").positions())[4].cells)]
    expect(page.locator(".pits .count")).to_have_text([*reversed(cells[7:]), *cells[:7]])
    check_page(page)
    page.get_by_role("link", name="Next game").tap()
    page.get_by_role("heading", name="Game 2:").wait_for()
    page.get_by_role("link", name="All games").click()
    expect(page.locator("#game-list")).to_be_visible()
    expect(page.locator("#game")).to_be_hidden()
    page.locator("table.games .cell-result").nth(4).click()
    page.get_by_role("heading", name="Game 5:").wait_for()
    page.go_back()
    expect(page.locator("#report")).to_be_visible()
    page.get_by_label("Bot", exact=True).select_option("Ann")
    page.locator("#game-against").select_option(HOSTILE)
    expect(shown_games(page)).to_have_count(2)
    first, last = map(int, shown_games(page).all_inner_texts())
    assert first > 1
    shown_games(page).last.get_by_role("link").click()
    page.get_by_role("heading", name=f"Game {last}:").wait_for()
    page.get_by_role("link", name="Previous game").click()
    page.get_by_role("heading", name=f"Game {first}:").wait_for()
    page.keyboard.press("ArrowRight")
    page.wait_for_url(re.compile(f"#game={first}&ply=1&of=Ann&against="))
    expect(page.get_by_role("link", name="Previous game")).to_have_count(0)
    page.get_by_role("link", name="Back to the list").click()
    expect(shown_games(page)).to_have_text([str(first), str(last)])
    expect(page.locator("#game-against")).to_have_value(HOSTILE)
    page.goto(f"{evening.as_uri()}#game=99")
    expect(page.get_by_text("does not hold the moves of game 99")).to_be_visible()


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report of many short games, and of a forfeit for each."""
    records = {number: forfeited(f"Bot {number % 7}", "Ben") for number in range(1, 501)}
    records[501] = played("Ann", "Ben", rules=OTHELLO)
    content = content_of_records(records, "Long")
    made = replays((game, record, None) for game, record in content.records(content.games))
    found: list[Forfeit] = list(forfeits(content.games))
    path = tmp_path_factory.mktemp("long") / "long.html"
    path.write_text(report_page(Report(content, made, found)), "utf-8")
    return path


def test_rows_are_drawn_as_they_come_into_view(page: Page, long: Path) -> None:
    page.goto(long.as_uri())
    rows = page.locator("table.games tbody tr")
    expect(page.locator(".fold")).to_have_count(7 + 1)
    page.get_by_label("Fold").select_option("one")
    expect(rows.first).to_be_visible()
    first = rows.first.element_handle()
    before = rows.count()
    assert 0 < before < 501
    page.keyboard.press("End")
    page.wait_for_function(
        "(before) => document.querySelectorAll('table.games tbody tr').length > before", arg=before
    )
    # What is far away costs nothing.
    page.evaluate("() => scrollTo(0, document.documentElement.scrollHeight)")
    await_value(page, "row => row.checkVisibility({contentVisibilityAuto: true})", False, first)
    page.fill("#game-search", "ann")
    expect(shown_games(page)).to_have_text(["501"])
    page.locator("table.games tbody a").press("Enter")  # rows move while those far away are drawn
    page.get_by_role("heading", name="Game 501: Ann").wait_for()
    page.evaluate("() => dispatchEvent(new Event('beforeprint'))")
    expect(page.locator(".forfeits li")).to_have_count(500)
