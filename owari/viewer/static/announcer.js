// @ts-check
/** What a screen reader says of its own accord: sentences in one polite live region. */

import {h} from "./dom.js";

/** Screen readers miss a text that a region has from the moment it appears. */
const DELAY = 50;

/** @type {HTMLElement | null} */
let region = null;
let timer = 0;

/**
 * Lets a screen reader say this once it is silent. A later text replaces an earlier one that it has
 * not begun, so that somebody who steps through a game hears where they are.
 *
 * @param {string} text
 */
export function announce(text) {
  if (!region) {
    region = h("div", {class: "visually-hidden", role: "status", "aria-live": "polite"});
    document.body.append(region);
  }
  const spoken = region;
  // The same text twice is no change, so the region is empty in between.
  spoken.textContent = "";
  clearTimeout(timer);
  timer = setTimeout(() => (spoken.textContent = text), DELAY);
}
