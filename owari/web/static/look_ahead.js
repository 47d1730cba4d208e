// @ts-check
/**
 * How far the engine looks ahead: a level, a number of plies, a time, or all it has.
 *
 * @typedef {import("./offers.js").Choice} Choice
 */

import {numberField, selectField} from "./form_fields.js";
import {h} from "./dom.js";

/** @type {Choice[]} */
const OTHERS = [
  {word: "depth", title: "a number of plies"},
  {word: "seconds", title: "a time for each move"},
  {word: "perfect", title: "as far as it can"},
];

/**
 * @param {Choice[]} levels
 * @param {string} [chosen]
 */
export function createLookAhead(levels, chosen = "medium") {
  const way = selectField("look-ahead", "The engine looks ahead", [...levels, ...OTHERS], chosen);
  const depth = numberField("depth", "Plies", {min: 1, max: 99, value: 8});
  const seconds = numberField("seconds", "Seconds", {min: 0.1, max: 60, value: 2, step: 0.1});
  const amounts = [depth, seconds];

  function fit() {
    for (const {element, control} of amounts) {
      // A disabled field is not checked when the form is sent.
      element.hidden = control.disabled = control.id !== way.control.value;
    }
  }

  way.control.addEventListener("change", fit);
  fit();
  return {
    element: h("div", {class: "look-ahead"}, way.element, depth.element, seconds.element),
    /** The part of a request that says it. */
    body() {
      const word = way.control.value;
      if (word === "depth") return {depth: Number(depth.control.value)};
      if (word === "seconds") return {seconds: Number(seconds.control.value)};
      return word === "perfect" ? {perfect: true} : {level: word};
    },
  };
}
