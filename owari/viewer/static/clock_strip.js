// @ts-check
/** A strip of bars, one for each time: of each move of a game, or of each game of a bot. */

import {h, svg} from "./dom.js";

/**
 * @typedef {object} Bar
 * @property {number | null} seconds Null where the time is unknown: there is a gap.
 * @property {string} title
 * @property {"south" | "north"} [side] Gives the bar its colour.
 */

const HEIGHT = 40;
const GAP = 0.2;

/**
 * All bars have the same width, and the longest has the whole height.
 *
 * @param {Bar[]} bars
 * @param {{label: string, longest?: number}} options `label` says what the strip shows; `longest`
 *   is the time of a bar of the whole height, so that several strips have one scale.
 */
export function createStrip(bars, {label, longest = Math.max(...bars.map((bar) => bar.seconds ?? 0))}) {
  const shapes = bars.map(({seconds, title, side}, at) => {
    const height = longest > 0 ? Math.max(1, (HEIGHT * (seconds ?? 0)) / longest) : 1;
    const place = {x: at + GAP / 2, y: HEIGHT - height, width: 1 - GAP, height};
    return seconds !== null && svg("rect", {class: side ?? "", ...place}, svg("title", {}, title));
  });
  const frame = {viewBox: `0 0 ${Math.max(1, bars.length)} ${HEIGHT}`, preserveAspectRatio: "none"};
  const picture = svg("svg", {class: "strip", role: "img", "aria-label": label, ...frame}, shapes);

  /** @param {number} count The bars before this one are marked as past. */
  function mark(count) {
    for (const [at, shape] of shapes.entries()) if (shape) shape.classList.toggle("ahead", at >= count);
  }
  return {element: h("div", {class: "strip-frame"}, picture), mark};
}
