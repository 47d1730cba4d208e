// @ts-check
/** A board for games that have no drawing of their own: the text of the position. */

import {h} from "./dom.js";
import {createSpot, describe} from "./spot.js";

/** @import {Face, FaceOptions} from "./board.js" */

/** @import {Spot} from "./spot.js" */

/**
 * @param {FaceOptions} options
 * @returns {Face}
 */
export function createTextBoard({names, title}) {
  /** @type {Spot[]} */
  const spots = [];
  const text = h("div", {class: "position-text", role: "cell"});
  const choices = h("div", {role: "row", class: "choices", hidden: true});
  const element = h("div", {class: "text-board", role: "table", "aria-label": title}, h("div", {role: "row"}, text), choices);

  /**
   * The text has no places, so that each move is one when it is first legal.
   *
   * @param {number[]} cells
   */
  function admit(cells) {
    for (const cell of cells.filter((cell) => !spots.some((spot) => spot.cell === cell))) {
      const name = names[cell] ?? String(cell);
      const spot = createSpot({cell, x: cell, y: 0}, "choice", h("span", {}, name));
      describe(spot, name);
      spots.push(spot);
    }
    spots.sort((one, other) => one.cell - other.cell);
    choices.replaceChildren(...spots.map((spot) => spot.element));
    choices.hidden = !cells.length;
  }

  return {
    element,
    spots,
    admit,
    draw: (cells) => (text.textContent = String(cells)),
    changed: (cells) => cells,
    script: () => ({moments: [], length: 0}),
    score: () => null,
  };
}
