// @ts-check
/**
 * One place of a board: a pit, a goal or a square. It is a cell of a table for screen readers, with
 * a button while it can be picked.
 */

import {h, refill} from "./dom.js";

/**
 * @typedef {"last" | "hint" | "difference" | "chosen"} Mark
 * @typedef {object} Spot
 * @property {number} cell
 * @property {number} x The column, from the left.
 * @property {number} y The row, from the top.
 * @property {HTMLElement} element
 * @property {HTMLElement} label For screen readers, while there is no button.
 * @property {string} contents As a screen reader says them.
 * @property {HTMLButtonElement | null} button
 * @property {HTMLElement | null} note
 * @property {string} said What the note says in words.
 * @property {Set<Mark>} marks
 */

/** @type {Record<Mark, string>} */
const SAID = {last: "last move", hint: "hint", difference: "differs", chosen: "chosen"};

/**
 * @param {{cell: number, x: number, y: number}} place
 * @param {string} kind A class of the style sheet.
 * @param {...Element} picture What is seen.
 * @returns {Spot}
 */
export function createSpot({cell, x, y}, kind, ...picture) {
  const label = h("span", {class: "visually-hidden"});
  const seen = h("div", {class: "spot-picture", "aria-hidden": true}, ...picture);
  const element = h("div", {class: `spot ${kind}`, role: "cell", "data-cell": cell}, seen, label);
  return {cell, x, y, element, label, contents: "", button: null, note: null, said: "", marks: new Set()};
}

/**
 * Says what the spot holds, as `pit 4: 3 stones`.
 *
 * @param {Spot} spot
 * @param {string} contents
 */
export function describe(spot, contents) {
  spot.contents = contents;
  relabel(spot);
}

/**
 * @param {Spot} spot
 * @param {Mark} mark
 * @param {boolean} on
 */
export function setMark(spot, mark, on) {
  if (spot.marks.has(mark) === on) return;
  if (on) spot.marks.add(mark);
  else spot.marks.delete(mark);
  spot.element.classList.toggle(`is-${mark}`, on);
  relabel(spot);
}

/**
 * Writes a short text on the spot; none with the empty text.
 *
 * @param {Spot} spot
 * @param {string} text
 */
export function setNote(spot, text) {
  if (!text && !spot.note) return;
  if (!spot.note) {
    spot.note = h("div", {class: "spot-note", "aria-hidden": true});
    spot.element.append(spot.note);
  }
  spot.said = text;
  // A sign in place of words: two of these stand side by side.
  refill(spot.note, text && h("span", {}, text.replace("at most ", "\u2264")));
  relabel(spot);
}

/**
 * Gives the spot a button that is pressed, or takes it away.
 *
 * @param {Spot} spot
 * @param {boolean} on
 */
export function offer(spot, on) {
  if (!on && !spot.button) return;
  if (!spot.button) {
    spot.button = h("button", {type: "button", class: "spot-button", tabindex: -1});
    spot.element.append(spot.button);
  }
  spot.button.hidden = !on;
  spot.label.hidden = on;
  spot.element.classList.toggle("is-offered", on);
  relabel(spot);
}

/** @param {Spot} spot */
function relabel({label, button, contents, marks, said: note}) {
  const said = [contents, ...[...marks].map((mark) => SAID[mark]), note].filter(Boolean).join(", ");
  label.textContent = said;
  button?.setAttribute("aria-label", said);
}
