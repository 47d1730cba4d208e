"""Boards in a real browser: what they show, let pick and let edit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from owari.games.catalog import find_game
from owari.viewer.game_data import cell_names, cells_of, layout_of
from tests.games.nim import NIM
from tests.support.boards import make, offer_all, open_boards, play, random_plies
from tests.support.browser import SIZES, await_value, check_page, expect, overflow, viewport

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page


def spot(page: Page, cell: int) -> Locator:
    return page.locator(f'[data-cell="{cell}"]')


def await_focus(page: Page, cell: int) -> None:
    """Waits until the button of this cell has the focus."""
    await_value(page, "Number(document.activeElement.parentElement.dataset.cell)", cell)


def test_cells_are_picked_with_mouse_finger_and_keys(page: Page) -> None:
    open_boards(page)
    position = find_game("owari").start()
    make(page, position)
    assert page.get_by_role("button").count() == 0
    assert offer_all(page, position) == [0, 1, 2, 3, 4, 5]
    page.get_by_role("button", name="pit 2: 3 stones").click()
    spot(page, 4).tap()
    await_value(page, "told", [2, 4])
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    spot(page, 9).click()
    await_value(page, "told", [2, 4, 5, 0])
    # One stop for Tab.
    expect(page.locator("[data-cell] button[tabindex='0']")).to_have_count(1)

    page.evaluate("board.setLegal(null)")
    assert page.get_by_role("button").count() == 0
    page.evaluate("board.setLegal([7, 12])")
    await_focus(page, 7)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    await_value(page, "told.at(-1)", 12)


def test_arrow_keys_reach_every_square_that_is_offered(page: Page) -> None:
    open_boards(page)
    position = find_game("othello").start()
    make(page, position)
    offered = offer_all(page, position)
    page.keyboard.press("Tab")
    assert sorted(offered) == [19, 26, 37, 44]
    for cell in sorted(offered):
        await_focus(page, cell)
        page.keyboard.press("ArrowRight")
    for key, cell in (("ArrowLeft", 44), ("ArrowUp", 37), ("ArrowDown", 44)):
        page.keyboard.press(key)
        await_focus(page, cell)


def test_edits_change_what_cells_hold(page: Page) -> None:
    open_boards(page)
    make(page, find_game("owari").start())
    page.evaluate("board.setLegal([0]); board.edit(true)")
    spot(page, 6).click()
    spot(page, 1).click(modifiers=["Shift"])
    spot(page, 2).click(button="right")
    page.keyboard.press("-")
    page.keyboard.press("-")
    page.keyboard.press("-")
    page.keyboard.press("+")
    page.get_by_role("button", name="9", exact=True).focus()
    page.keyboard.press("5")  # a key beside the board is for no cell
    spot(page, 12).click()
    page.keyboard.press("1")
    page.keyboard.press("0")
    spot(page, 9).tap()
    for key in ("0", "7", "One stone more"):
        page.get_by_role("button", name=key, exact=True).click()
    expected = [3, 2, 1, 3, 3, 3, 1, 3, 3, 8, 3, 3, 10, 0]
    await_value(page, "[board.cells(), told.at(-1)]", [expected, expected])
    page.evaluate("board.edit(false)")
    assert page.get_by_role("button").count() == 1
    page.get_by_role("button", name="pit 0: 3 stones").click()
    await_value(page, "told.at(-1)", 0)

    make(page, find_game("othello:4").start())
    page.evaluate("board.edit(true)")
    assert page.get_by_role("button").count() == 16
    for clicks, cell in enumerate((0, 1, 2, 3)):
        spot(page, cell).click(click_count=clicks or 1)
    spot(page, 5).click(button="right")
    await_value(page, "board.cells()", "SSN..SS..SN.....")
    for cell, shows_dot in ((5, False), (4, True)):
        spot(page, cell).hover()
        square = f"document.querySelector('[data-cell=\"{cell}\"]').closest('.square')"
        drawn = f"getComputedStyle({square}, '::after').display !== 'none'"
        await_value(page, drawn, shows_dot)


def test_a_turned_board_is_drawn_as_north_sees_it(page: Page) -> None:
    open_boards(page)
    position = find_game("kalah:3x2").start()
    make(page, position, turned=True)
    rows = page.get_by_role("row")
    cells = "(row) => [...row.querySelectorAll('[data-cell]')].map((spot) => spot.dataset.cell)"
    assert rows.nth(0).evaluate(cells) == ["3", "2", "1", "0"]
    assert rows.nth(1).evaluate(cells) == ["4", "5", "6", "7"]
    assert page.locator(".seat").all_inner_texts() == ["Anna\nto move", "Rocket"]
    low, high = spot(page, 4).bounding_box(), spot(page, 0).bounding_box()
    assert low
    assert high
    assert low["y"] > high["y"]


def test_marks_and_notes_are_drawn_and_said(page: Page) -> None:
    open_boards(page)
    make(page, find_game("owari").start())
    page.evaluate(
        """() => {
            board.show(board.cells(), {turn: "south", last: {side: "north", cell: 9}});
            board.mark([1, 2], "hint");
            board.mark([7], "difference");
            board.annotate(new Map([[0, "at most −16"], [1, "−2"]]));
        }"""
    )
    said = page.get_by_role("table", name="The board").get_by_role("cell").all_inner_texts()
    assert "pit 0: 3 stones, at most −16" in said[7]
    assert "pit 1: 3 stones, hint, −2" in said[8]
    assert "pit 9: 3 stones, last move" in said[4]
    assert "pit 7: 3 stones, differs" in said[6]
    page.set_viewport_size({"width": 390, "height": 844})
    bound, exact = (note.bounding_box() for note in page.locator(".spot-note span").all())
    assert bound["x"] + bound["width"] <= exact["x"], "no value covers its neighbour"
    page.evaluate("board.mark([2], 'hint'); board.annotate(null)")
    assert page.locator(".is-hint").count() == 1
    assert page.locator(".spot-note:visible").count() == 0


def test_a_family_without_a_drawing_is_shown_as_text(page: Page) -> None:
    open_boards(page)
    position = NIM.start()
    make(page, position)
    assert page.get_by_text("12 S", exact=True).is_visible()
    offer_all(page, position)
    page.get_by_role("button", name="2").click()
    _, move, after = next(iter(random_plies(NIM, 1)))
    assert play(page, (position, move, after), 1)["cells"] == str(after)
    page.evaluate("board.setLegal([1])")
    assert page.get_by_role("button").count() == 1
    await_value(page, "told", [2])


GALLERY = """
(boards) => {
    const main = document.querySelector("main");
    main.replaceChildren();
    for (const [number, [layout, names, cells, turn]] of boards.entries()) {
        const seats = {south: "A name that is much too long ".repeat(5), north: "<b>Rocket</b>"};
        const board = createBoard(layout, {names, seats, title: `Board ${number}`});
        board.show(cells, {turn});
        board.setLegal(layout.family === "pits" ? [0] : [1]);
        main.append(board.element);
    }
}
"""


CONTRASTS = [
    (".count", ".pits", 4.5),
    (".pit .name", ".pits", 4.5),
    (".edge", ".squares", 4.5),
    (".seed", ".hollow", 3),
    (".is-white circle", ".square", 3),
    (".is-black circle", ".square", 3),
]
"""Numbers, names and pieces: what they lie on, and the least contrast of the two."""

CONTRAST = """
(pairs) => {
    const part = (byte) => {
        const value = byte / 255;
        return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    };
    const light = (colour) => {
        const [red, green, blue] = colour.match(/[0-9]+/g).map(Number).map(part);
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    return pairs.filter(([above, below, least]) => {
        const piece = document.querySelector(above);
        const style = getComputedStyle(piece);
        const ink = light(piece.matches("circle") ? style.fill : style.color);
        const paper = light(getComputedStyle(document.querySelector(below)).backgroundColor);
        return (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05) < least;
    });
}
"""
"""The pairs that have less. axe-core leaves out what is hidden from screen readers."""


@pytest.mark.nightly
@pytest.mark.slow
def test_boards_of_all_sizes_fit_and_are_accessible(page: Page) -> None:
    open_boards(page)
    page.evaluate("document.querySelector('main').before(document.createElement('h1'))")
    page.evaluate("document.querySelector('h1').textContent = 'Boards'")
    games = [
        find_game(name)
        for name in ("owari:1x1", "kalah", "owari:12x24", "othello:4", "free-othello:6")
    ]
    boards = [
        (layout_of(game.start()), cell_names(game), cells_of(game.start()), "south")
        for game in (*games, find_game("othello:16"), NIM)
    ]
    page.evaluate(GALLERY, boards)
    check_page(page)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert page.evaluate(CONTRAST, CONTRASTS) == []
    page.set_viewport_size(viewport("phone"))
    widths = page.evaluate(
        "[...document.querySelectorAll('.pit, .square')]"
        ".map((spot) => spot.getBoundingClientRect().width)"
    )
    assert min(widths) > 18
    for size in SIZES:
        page.set_viewport_size(viewport(size))
        assert overflow(page) == []
