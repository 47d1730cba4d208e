"""Boards in a real browser: what they animate, show, let pick and let edit."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from owari.games.catalog import find_game
from owari.games.game import Game, Move, Position, Side
from owari.games.sowing import full_laps
from owari.viewer.layouts import cell_names, cells_of, layout_of
from tests.games.nim import NIM
from tests.support.browser import SIZES, check_page, open_static, overflow, viewport

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

SOWING = ("owari", "kalah", "kalah-empty", "manchester", "kalah:1x1", "owari:1x24", "owari:2x24")
LARGE = ("owari:12x24", "kalah:12x1")
SQUARES = ("othello:4", "othello", "free-othello:6", "othello:16")

SCRIPT = """
import {createBoard} from "./board.js";
import {deriveSowing} from "./sowing.js";

/** Makes a board that replaces the one before, and notes what it tells. */
function make(layout, options) {
  window.told = [];
  window.board = createBoard(layout, {
    seats: {south: "Anna", north: "Rocket"},
    title: "The board",
    onPick: (cell) => window.told.push(cell),
    onEdit: (cells) => window.told.push(cells),
    ...options,
  });
  document.querySelector("main").replaceChildren(window.board.element);
}

Object.assign(window, {createBoard, deriveSowing, make});
"""


def open_boards(page: Page) -> None:
    """A page with `make` of the script above."""
    open_static(page, SCRIPT, styles=("theme.css", "board.css"))


def make(page: Page, position: Position, **options: Any) -> None:
    """Makes a board for the game and shows the position."""
    names = cell_names(position.rules)
    page.evaluate(
        "([layout, options]) => make(layout, options)",
        [layout_of(position), {"names": names, **options}],
    )
    show(page, position)


def show(page: Page, position: Position) -> None:
    """Shows a position with the side that is to move."""
    turn = str(position.turn).lower()
    page.evaluate("([cells, turn]) => board.show(cells, {turn})", [cells_of(position), turn])


def offer_all(page: Page, position: Position) -> list[int]:
    """Offers the legal moves, and returns their cells."""
    cells = [move.cell for move in position.legal_moves()]
    page.evaluate("(cells) => board.setLegal(cells)", cells)
    return cells


def random_plies(rules: Game, seed: int, most: int = 200) -> Iterable[tuple[Any, Move, Any]]:
    """The plies of a random game: the position, the move, the position that follows."""
    random = Random(seed)
    position = rules.start(random.choice(list(Side)))
    for _ in range(most):
        moves = position.legal_moves()
        if not moves:
            return
        move = random.choice(moves)
        after = position.play(move)
        yield position, move, after
        position = after


def swept(position: Any) -> list[int]:
    """The stones as they lie when each side has swept its row into its goal."""
    south, north = position.settled()[:2]
    row = [0] * position.rules.pits
    return [*row, south, *row, north]


def spot(page: Page, cell: int) -> Locator:
    return page.locator(f'[data-cell="{cell}"]')


def focused(page: Page) -> int:
    """The cell whose button has the focus."""
    found: int = page.evaluate("Number(document.activeElement.parentElement.dataset.cell)")
    return found


def test_each_stone_is_moved_once_and_the_board_is_as_it_should_be(page: Page) -> None:
    open_boards(page)
    plies = []
    for seed, name in enumerate((*SOWING, *LARGE) * 3):
        for before, move, after in random_plies(find_game(name), seed):
            if move.cell >= 0:
                ends = [list(after.cells), swept(after)] if after.outcome() else [list(after.cells)]
                plies += [(before, move.cell, end) for end in ends]
    assert len(plies) > 1000
    derived = page.evaluate(
        "(plies) => plies.map((ply) => deriveSowing(...ply))",
        [(before.cells, end, pit) for before, pit, end in plies],
    )
    for (before, pit, end), sowing in zip(plies, derived, strict=True):
        stones, lap = before.cells[pit], full_laps(before.rules.pits)[pit]
        assert sowing["sown"] == [lap[number % len(lap)] for number in range(stones)]
        cells = list(before.cells)
        cells[pit] = 0
        for cell in sowing["sown"]:
            cells[cell] += 1
        goals = {before.rules.goal(side) for side in Side}
        for transfer in (*sowing["captured"], *sowing["swept"]):
            assert 0 < transfer["stones"] <= cells[transfer["from"]]
            assert transfer["to"] in goals
            cells[transfer["from"]] -= transfer["stones"]
            cells[transfer["to"]] += transfer["stones"]
        assert cells == end


@pytest.mark.parametrize(
    ("before", "pit", "after", "expected"),
    [
        (
            [1, 0, 2, 0, 3, 3, 1, 0],
            0,
            [0, 1, 2, 3, 3, 0, 1, 0],
            {"sown": [1], "captured": [{"from": 5, "to": 3, "stones": 3}], "swept": []},
        ),
        (
            [0, 0, 1, 0, 2, 1, 0, 0],
            2,
            [0, 0, 0, 1, 0, 0, 0, 3],
            {
                "sown": [3],
                "captured": [],
                "swept": [
                    {"from": 4, "to": 7, "stones": 2},
                    {"from": 5, "to": 7, "stones": 1},
                ],
            },
        ),
        (
            [0, 4, 0, 0, 0, 0],
            1,
            [0, 0, 1, 1, 1, 1],
            {"sown": [2, 3, 4, 5], "captured": [], "swept": []},
        ),
    ],
    ids=["a capture", "the last stones swept", "a game that sows into both goals"],
)
def test_what_happens_to_stones(
    page: Page, before: list[int], pit: int, after: list[int], expected: dict[str, Any]
) -> None:
    open_boards(page)
    assert page.evaluate("(ply) => deriveSowing(...ply)", [before, after, pit]) == expected


PLAY = """
async ([before, after, ply, speed]) => {
    const animate = HTMLElement.prototype.animate;
    let flights = 0;
    HTMLElement.prototype.animate = function (...given) {
        flights += this.classList.contains("flying");
        return animate.apply(this, given);
    };
    await board.play(before, after, ply, {speed, turn: "north"});
    HTMLElement.prototype.animate = animate;
    const spots = [...document.querySelectorAll("[data-cell]")];
    spots.sort((one, other) => one.dataset.cell - other.dataset.cell);
    const black = document.querySelector(".seat.is-south .is-black") ? "S" : "N";
    const holder = {"disc is-black": black, "disc is-white": black === "S" ? "N" : "S"};
    const disc = (spot) => holder[spot.querySelector(".disc")?.getAttribute("class")] ?? ".";
    return {
        cells: board.cells(),
        counts: spots.map((spot) => Number(spot.querySelector(".count")?.textContent)),
        discs: spots.map(disc).join(""),
        flights,
        left: document.querySelectorAll(".flying").length,
        toMove: document.querySelector(".is-to-move").textContent,
    };
}
"""


def play(page: Page, ply: tuple[Position, Move, Position], speed: float) -> Any:
    """Plays a ply, and returns what the board then shows and how many stones flew."""
    before, move, after = ply
    cell = None if move.cell < 0 else move.cell
    data = {"side": str(before.turn).lower(), "text": "", "cell": cell}
    return page.evaluate(PLAY, [cells_of(before), cells_of(after), data, speed])


@pytest.mark.parametrize("still", [False, True], ids=["moving", "reduced motion"])
def test_an_animation_ends_in_the_position_that_follows(page: Page, still: bool) -> None:
    page.emulate_media(reduced_motion="reduce" if still else "no-preference")
    open_boards(page)
    for name in ("owari", "kalah:3x2", "owari:12x24", *SQUARES):
        plies = list(random_plies(find_game(name), 7, most=8))
        make(page, plies[0][0])
        for ply in plies:
            before, move, after = ply
            shown = play(page, ply, 400)
            assert shown["cells"] == cells_of(after)
            assert cells_of(after) in (shown["counts"], shown["discs"])
            assert shown["left"] == 0
            assert "to move" in shown["toMove"]
            if still:
                assert shown["flights"] == 0
            elif name in ("owari", "owari:12x24"):
                assert shown["flights"] >= before.cells[move.cell] > 0


def test_a_swap_turns_the_board_round(page: Page) -> None:
    page.emulate_media(reduced_motion="no-preference")
    open_boards(page)
    start = find_game("manchester").start()
    before = start.play(Move(2))
    swap = before.legal_moves()[-1]
    make(page, before)
    shown = play(page, (before, swap, before.play(swap)), 50)
    assert shown["counts"] == [*before.cells[8:], *before.cells[:8]]
    assert shown["flights"] == 0


def test_what_is_shown_next_ends_an_animation(page: Page) -> None:
    page.emulate_media(reduced_motion="no-preference")
    open_boards(page)
    (before, move, after), (_, then, last) = list(random_plies(find_game("owari"), 3))[:2]
    make(page, before)
    page.evaluate(
        """async ([before, after, last, one, other]) => {
            const first = board.play(before, after, {side: "south", cell: one}, {speed: 0.01});
            const second = board.play(after, last, {side: "north", cell: other}, {speed: 0.01});
            await first;
            board.show(last);
            await second;
        }""",
        [cells_of(before), cells_of(after), cells_of(last), move.cell, then.cell],
    )
    assert page.evaluate("board.cells()") == cells_of(last)
    assert page.locator(".flying").count() == 0


def test_cells_are_picked_with_mouse_finger_and_keys(page: Page) -> None:
    open_boards(page)
    position = find_game("owari").start()
    make(page, position)
    assert page.get_by_role("button").count() == 0
    assert offer_all(page, position) == [0, 1, 2, 3, 4, 5]
    page.get_by_role("button", name="pit 2: 3 stones").click()
    spot(page, 4).tap()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    spot(page, 9).click()
    assert page.evaluate("told") == [2, 4, 5, 0]
    # One stop for Tab.
    assert page.locator("[data-cell] button[tabindex='0']").count() == 1

    page.evaluate("board.setLegal(null)")
    assert page.get_by_role("button").count() == 0
    page.evaluate("board.setLegal([7, 12])")
    assert focused(page) == 7
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    assert page.evaluate("told.at(-1)") == 12


def test_arrow_keys_reach_every_square_that_is_offered(page: Page) -> None:
    open_boards(page)
    position = find_game("othello").start()
    make(page, position)
    offered = offer_all(page, position)
    page.keyboard.press("Tab")
    reached = []
    for _ in offered:
        reached.append(focused(page))
        page.keyboard.press("ArrowRight")
    assert reached == sorted(offered) == [19, 26, 37, 44]
    page.keyboard.press("ArrowLeft")
    assert focused(page) == 44
    page.keyboard.press("ArrowUp")
    assert focused(page) == 37
    page.keyboard.press("ArrowDown")
    assert focused(page) == 44


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
    page.get_by_role("button", name="Take stones away").click()
    spot(page, 12).click()
    expected = [3, 2, 1, 3, 3, 3, 1, 3, 3, 3, 3, 3, 2, 0]
    assert page.evaluate("[board.cells(), told.at(-1)]") == [expected, expected]
    page.evaluate("board.edit(false)")
    assert page.get_by_role("button").count() == 1
    page.get_by_role("button", name="pit 0: 3 stones").click()
    assert page.evaluate("told.at(-1)") == 0

    make(page, find_game("othello:4").start())
    page.evaluate("board.edit(true)")
    for clicks, cell in enumerate((0, 1, 2, 3)):
        spot(page, cell).click(click_count=clicks or 1)
    spot(page, 5).click(button="right")
    assert page.evaluate("board.cells()") == "SSN..SS..SN....."


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
            board.annotate(new Map([[0, "+3"], [1, "−2"]]));
        }"""
    )
    said = page.get_by_role("table", name="The board").get_by_role("cell").all_inner_texts()
    assert "pit 0: 3 stones, +3" in said[7]
    assert "pit 1: 3 stones, hint, −2" in said[8]
    assert "pit 9: 3 stones, last move" in said[4]
    assert "pit 7: 3 stones, differs" in said[6]
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
    assert page.evaluate("told") == [2]


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


def test_boards_of_all_sizes_fit_and_are_accessible(page: Page) -> None:
    open_boards(page)
    page.evaluate("document.querySelector('main').before(document.createElement('h1'))")
    page.evaluate("document.querySelector('h1').textContent = 'Boards'")
    games = [find_game(name) for name in ("owari:1x1", "kalah", *LARGE[:1], *SQUARES[::2])]
    boards = [
        (layout_of(game.start()), cell_names(game), cells_of(game.start()), "south")
        for game in (*games, find_game("othello:16"), NIM)
    ]
    page.evaluate(GALLERY, boards)
    check_page(page)
    page.set_viewport_size(viewport("phone"))
    widths = page.evaluate(
        "[...document.querySelectorAll('.pit, .square')]"
        ".map((spot) => spot.getBoundingClientRect().width)"
    )
    assert min(widths) > 18
    for size in SIZES:
        page.set_viewport_size(viewport(size))
        assert overflow(page) == []
