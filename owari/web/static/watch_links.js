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
  return {
    game: (number, ply = 0) => root + linkTo({game: String(number), ply}),
    bot: (name) => `${root}/bots/${encodeURIComponent(name)}`,
    games: (filter) => `${root}/games${filterWords(filter) && `?${filterWords(filter)}`}`,
  };
}
