// @ts-check
/** A board for games that have no drawing of their own: the text of the position. */

import {h} from "./dom.js";
import {createSpot, describe} from "./spot.js";

/** @import {Script} from "./animation.js" */
/** @import {FaceOptions} from "./board.js" */
/** @import {Spot} from "./spot.js" */
/** @import {Cells} from "./types.js" */

/** Writes the position, and a button for each legal move below it. */
export class TextBoard {
  #names;
  #text = h("div", {class: "position-text", role: "cell"});
  #choices = h("div", {role: "row", class: "choices", hidden: true});
  /** @type {Spot[]} */
  spots = [];

  /** @param {FaceOptions} options */
  constructor({names, title}) {
    this.#names = names;
    const position = h("div", {role: "row"}, this.#text);
    this.element = h("div", {class: "text-board", role: "table", "aria-label": title}, position, this.#choices);
  }

  /** @param {Cells} cells */
  draw(cells) {
    this.#text.textContent = String(cells);
  }

  /**
   * Gets a spot for each move that is legal for the first time, as the text has no places for them.
   *
   * @param {number[]} cells
   */
  admit(cells) {
    for (const cell of cells.filter((cell) => !this.spots.some((spot) => spot.cell === cell))) {
      const name = this.#names[cell] ?? String(cell);
      const spot = createSpot({cell, x: cell, y: 0}, "choice", h("span", {}, name));
      describe(spot, name);
      this.spots.push(spot);
    }
    this.spots.sort((one, other) => one.cell - other.cell);
    this.#choices.replaceChildren(...this.spots.map((spot) => spot.element));
    this.#choices.hidden = !cells.length;
  }

  /**
   * A text is not edited.
   *
   * @param {Cells} cells
   */
  changed(cells) {
    return cells;
  }

  /** None: nothing moves. @returns {Script} */
  script() {
    return {moments: [], length: 0};
  }

  /** None: the text says it. */
  score() {
    return null;
  }
}
