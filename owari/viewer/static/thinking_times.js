// @ts-check
/** The thinking times of a game: a strip of all plies, and the time that each side has used. */

import {h, svg} from "./dom.js";
import {SIDE_NAMES, deed, duration} from "./ply_text.js";

/** @import {GameData, Side} from "./types.js" */

/**
 * Null where no time is known, or none is as long as a millisecond.
 *
 * @param {GameData} game
 */
export function createTimes(game) {
  const lost = game.lost_turn;
  if (!game.plies.some((ply) => ply.seconds) && !lost?.seconds) return null;
  /** @type {Bar[]} */
  const bars = game.plies.map((ply) => ({
    seconds: ply.seconds ?? null,
    title: `${deed(game, ply)}: ${ply.seconds === undefined ? "no time" : duration(ply.seconds)}`,
    side: ply.side,
  }));
  if (lost) {
    const title = `${SIDE_NAMES[lost.side]} forfeits in this turn: ${spent(lost)}`;
    bars.push({seconds: lost.seconds, title, side: lost.side});
  }
  const strip = createStrip(bars, {label: "Thinking time of each ply"});
  const begun = lost ? inChain(game, lost.side) : 0;
  const used = {south: h("span", {class: "clock south"}), north: h("span", {class: "clock north"})};
  const head = h("p", {class: "clocks small"}, "Time used: ", used.south, used.north);

  /** @param {number} ply The number of plies before the position that is shown. */
  function mark(ply) {
    const atEnd = ply === game.plies.length;
    strip.mark(atEnd ? bars.length : ply);
    for (const side of /** @type {Side[]} */ (["south", "north"])) {
      const own = game.plies.slice(0, ply).filter((each) => each.side === side);
      const seconds = own.reduce((sum, each) => sum + (each.seconds ?? 0), 0);
      const last = atEnd && lost?.side === side ? lost : null;
      const all = {seconds: seconds + (last ? last.seconds - begun : 0), late: last?.late ?? false};
      used[side].textContent = `${SIDE_NAMES[side]} ${spent(all)}`;
    }
  }
  return {element: h("div", {class: "times"}, head, strip.element), mark};
}

/** @param {{seconds: number, late: boolean}} time */
function spent({seconds, late}) {
  return late ? `at least ${duration(seconds)}` : duration(seconds);
}

/**
 * The seconds of the moves that a side had made in the turn in which it forfeited.
 *
 * @param {GameData} game
 * @param {Side} side
 */
function inChain(game, side) {
  let seconds = 0;
  for (let at = game.plies.length; at > 0 && game.plies[at - 1].side === side; at--) seconds += game.plies[at - 1].seconds ?? 0;
  return seconds;
}

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
function createStrip(bars, {label, longest = Math.max(...bars.map((bar) => bar.seconds ?? 0))}) {
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
