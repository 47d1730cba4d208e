// @ts-check
/** The thinking times of a game: a strip of all plies, and the time that each side has used. */

import {createStrip} from "./clock_strip.js";
import {h} from "./dom.js";
import {SIDE_NAMES, deed, duration} from "./ply_text.js";

/** @import {GameData, Side} from "./types.js" */

/**
 * Null where no time is known, or none is as long as a millisecond.
 *
 * @param {GameData} game
 */
export function createTimes(game) {
  if (!game.plies.some((ply) => ply.seconds)) return null;
  const bars = game.plies.map((ply) => ({
    seconds: ply.seconds ?? null,
    title: `${deed(game, ply)}: ${ply.seconds === undefined ? "no time" : duration(ply.seconds)}`,
    side: ply.side,
  }));
  const strip = createStrip(bars, {label: "Thinking time of each ply"});
  const used = {south: h("span", {class: "clock south"}), north: h("span", {class: "clock north"})};
  const head = h("p", {class: "clocks small"}, "Time used: ", used.south, used.north);

  /** @param {number} ply The number of plies before the position that is shown. */
  function mark(ply) {
    strip.mark(ply);
    for (const side of /** @type {Side[]} */ (["south", "north"])) {
      const own = game.plies.slice(0, ply).filter((each) => each.side === side);
      const seconds = own.reduce((sum, each) => sum + (each.seconds ?? 0), 0);
      used[side].textContent = `${SIDE_NAMES[side]} ${duration(seconds)}`;
    }
  }
  return {element: h("div", {class: "times"}, head, strip.element), mark};
}
