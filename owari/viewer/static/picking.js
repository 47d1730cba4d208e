// @ts-check
/**
 * Spots that can be picked: with the mouse, a finger, or keys. Tab reaches one of them, and the
 * arrow keys go from there to the others.
 */

import {offer} from "./spot.js";

/** @import {Spot} from "./spot.js" */

/** @type {Record<string, [number, number]>} */
const DIRECTIONS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};

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
    const direction = DIRECTIONS[event.key];
    const spot = spotOf(event);
    if (!direction || !spot || event.altKey || event.ctrlKey || event.metaKey) return;
    // The page has other uses for arrow keys.
    event.preventDefault();
    event.stopPropagation();
    neighbour(offered, spot, direction)?.button?.focus();
  });

  return {offerCells, spotOf};
}

/**
 * The next spot in a direction; a spot that lies askew counts as farther away.
 *
 * @param {Spot[]} spots
 * @param {Spot} from
 * @param {[number, number]} direction
 */
function neighbour(spots, from, [right, down]) {
  /** @type {Spot | undefined} */
  let best;
  let least = Infinity;
  for (const spot of spots) {
    const [x, y] = [spot.x - from.x, spot.y - from.y];
    const along = x * right + y * down;
    const distance = along + 2 * Math.abs(x * down + y * right);
    if (along > 0 && distance < least) [best, least] = [spot, distance];
  }
  return best;
}
