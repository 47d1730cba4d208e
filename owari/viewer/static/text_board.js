// @ts-check
/** A board for games that have no drawing of their own: the text of the position. */

import {h} from "./dom.js";
import {createSpot, describe} from "./spot.js";

/** @import {Face, FaceOptions} from "./board.js" */

/**
 * @param {FaceOptions} options
 * @returns {Face}
 */
export function createTextBoard({names, title}) {
  const text = h("div", {class: "position-text", role: "cell"});
  const spots = names.map((name, cell) => createSpot({cell, x: cell, y: 1}, "choice", h("span", {}, name)));
  spots.forEach((spot, cell) => describe(spot, names[cell]));
  const element = h(
    "div",
    {class: "text-board", role: "table", "aria-label": title},
    h("div", {role: "row"}, text),
    h("div", {role: "row", class: "choices"}, ...spots.map((spot) => spot.element)),
  );
  return {
    element,
    spots,
    draw: (cells) => (text.textContent = String(cells)),
    changed: (cells) => cells,
    script: () => ({moments: [], length: 0}),
    score: () => null,
  };
}
