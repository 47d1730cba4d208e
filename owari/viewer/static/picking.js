// @ts-check
/**
 * Spots that can be picked: with the mouse, a finger, or keys. Tab reaches one of them, and the
 * arrow keys go from there to the others.
 */

import {offer} from "./spot.js";

/** @import {Spot} from "./spot.js" */

/** The spots of a board that are offered. */
export class Picking {
  #board;
  #spots;
  /** @type {Spot[]} */
  #offered = [];
  /** @type {Spot | undefined} */
  #current;

  /**
   * @param {HTMLElement} board Keeps the focus while nothing can be picked.
   * @param {Spot[]} spots
   * @param {(spot: Spot, event: MouseEvent) => void} onPick
   */
  constructor(board, spots, onPick) {
    this.#board = board;
    this.#spots = spots;
    board.addEventListener("click", (event) => {
      const spot = this.spotOf(event);
      if (spot) onPick(spot, event);
    });
    board.addEventListener("focusin", (event) => {
      const spot = this.spotOf(event);
      if (spot) this.#reach(spot);
    });
    board.addEventListener("keydown", (event) => this.#move(event));
  }

  /**
   * Offers these cells and no others. Focus stays on the board.
   *
   * @param {Iterable<number>} cells
   */
  offer(cells) {
    const wanted = new Set(cells);
    const focused = this.#board.contains(document.activeElement);
    for (const spot of this.#spots) offer(spot, wanted.has(spot.cell));
    this.#offered = this.#spots.filter((spot) => wanted.has(spot.cell));
    this.#reach(this.#current && wanted.has(this.#current.cell) ? this.#current : this.#offered[0]);
    if (focused) (this.#current?.button ?? this.#board).focus({preventScroll: true});
  }

  /**
   * The offered spot that an event is about.
   *
   * @param {Event} event
   */
  spotOf(event) {
    const button = event.target instanceof Element && event.target.closest(".spot-button");
    return button ? this.#offered.find((spot) => spot.button === button) : undefined;
  }

  /** @param {Spot | undefined} spot */
  #reach(spot) {
    this.#current?.button?.setAttribute("tabindex", "-1");
    this.#current = spot;
    this.#current?.button?.setAttribute("tabindex", "0");
  }

  /** @param {KeyboardEvent} event */
  #move(event) {
    const spot = this.spotOf(event);
    const isArrow = event.key.startsWith("Arrow");
    if (!isArrow || !spot || event.altKey || event.ctrlKey || event.metaKey) return;
    // The page has other uses for arrow keys.
    event.preventDefault();
    event.stopPropagation();
    neighbour(this.#offered, spot, event.key)?.button?.focus();
  }
}

/**
 * The spot that an arrow key goes to. Left and right go through all spots in the order of reading,
 * so that each can be reached; up and down go to the nearest of another row.
 *
 * @param {Spot[]} spots
 * @param {Spot} from
 * @param {string} key
 */
function neighbour(spots, from, key) {
  const inOrder = [...spots].sort((one, other) => one.y - other.y || one.x - other.x);
  const place = inOrder.indexOf(from);
  if (key === "ArrowLeft") return inOrder.at(place - 1);
  if (key === "ArrowRight") return inOrder[(place + 1) % inOrder.length];
  const down = key === "ArrowDown" ? 1 : -1;
  /** @param {Spot} spot */
  const distance = ({x, y}) => (y - from.y) * down + 2 * Math.abs(x - from.x);
  return inOrder.filter(({y}) => (y - from.y) * down > 0).sort((one, other) => distance(one) - distance(other))[0];
}
