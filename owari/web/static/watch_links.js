// @ts-check
/** The addresses of the parts of a tournament on the live page. */

import {filterWords} from "./list_types.js";
import {linkTo} from "./permalink.js";

/**
 * @param {number} place Of the tournament on the server.
 * @returns {import("./list_types.js").Links}
 */
export function watchLinks(place) {
  const root = `/watch/${place}`;
  /** @param {import("./list_types.js").Filter} filter */
  const behind = (filter) => filterWords(filter) && `?${filterWords(filter)}`;
  return {
    game: (number, ply = 0, filter = {}) => root + linkTo({game: String(number), ply, filter}),
    bot(name, filter = {}) {
      const path = root + botPath(name);
      return path + (path.includes("?") ? behind(filter).replace("?", "&") : behind(filter));
    },
    games: (filter) => `${root}/games${behind(filter)}`,
  };
}

/**
 * The page of a bot below the tournament. Browsers take a part `.` or `..` out of an address, so a
 * bot of such a name stands behind a question mark.
 *
 * @param {string} name
 */
export function botPath(name) {
  return /^\.{1,2}$/.test(name) ? `/bots?name=${name}` : `/bots/${encodeURIComponent(name)}`;
}
