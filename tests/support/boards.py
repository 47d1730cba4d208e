"""Boards of the viewer on a page of a test's own."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any

from owari.games.game import Game, Move, Position, Side
from owari.viewer.game_data import cell_names, cells_of, layout_of
from tests.support.browser import open_static

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["make", "offer_all", "open_boards", "play", "random_plies"]

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


def random_plies(rules: Game, seed: int, most: int = 200) -> Iterator[tuple[Any, Move, Any]]:
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
