// @ts-check
/**
 * Spots that can be picked: with the mouse, a finger, or keys. Tab reaches one of them, and the
 * arrow keys go from there to the others.
 */

import {offer} from "./spot.js";

/** @import {Spot} from "./spot.js" */

/**
 * @param {HTMLElement} board Keeps the focus while nothing can be picked.
 * @param {Spot[]} spots
 * @param {(spot: Spot, event: Event) => void} onPick
 */
export function createPicking(board, spots, onPick) {
  /** @type {Spot[]} */
  let offered = [];
  /** @type {Spot | undefined} */
  let current;

  /** @param {Spot | undefined} spot */
  function reach(spot) {
    current?.button?.setAttribute("tabindex", "-1");
    current = spot;
    current?.button?.setAttribute("tabindex", "0");
  }

  /** @param {Event} event */
  function spotOf(event) {
    const button = event.target instanceof Element && event.target.closest(".spot-button");
    return button ? offered.find((spot) => spot.button === button) : undefined;
  }

  /**
   * Offers these cells and no others. Focus stays on the board.
   *
   * @param {Iterable<number>} cells
   */
  function offerCells(cells) {
    const wanted = new Set(cells);
    const focused = board.contains(document.activeElement);
    for (const spot of spots) offer(spot, wanted.has(spot.cell));
    offered = spots.filter((spot) => wanted.has(spot.cell));
    reach(current && wanted.has(current.cell) ? current : offered[0]);
    if (focused && document.activeElement !== current?.button) (current?.button ?? board).focus({preventScroll: true});
  }

  board.addEventListener("click", (event) => {
    const spot = spotOf(event);
    if (spot) onPick(spot, event);
  });
  board.addEventListener("focusin", (event) => {
    const spot = spotOf(event);
    if (spot) reach(spot);
  });
  board.addEventListener("keydown", (event) => {
    const spot = spotOf(event);
    const isArrow = event.key.startsWith("Arrow");
    if (!isArrow || !spot || event.altKey || event.ctrlKey || event.metaKey) return;
    // The page has other uses for arrow keys.
    event.preventDefault();
    event.stopPropagation();
    neighbour(offered, spot, event.key)?.button?.focus();
  });

  return {offerCells, spotOf};
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
