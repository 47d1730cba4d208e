// @ts-check
/**
 * The address of a position in a game, `#game=17&ply=23`, with the filter of the list that led there,
 * and the title of its window.
 */

import {filterWords, readFilter} from "./list_types.js";

/** @import {Filter} from "./list_types.js" */

/**
 * A ply that is null is the first position, in a game that is in play the newest. `last` is the
 * newest in both, for a link that a game may outlive: `#game=17&ply=last`; its number is Infinity.
 *
 * @typedef {{game: string, ply: number | null, filter?: Filter}} Link
 */

/** Browsers refuse to change an address too often, as when somebody drags through a game. */
const DELAY = 200;
let timer = 0;

/**
 * The end of the address, for a link in the same page.
 *
 * @param {Link} link
 */
export function linkTo({game, ply, filter = {}}) {
  const words = filterWords(filter);
  const place = new URLSearchParams(ply === null ? {game} : {game, ply: ply === Infinity ? "last" : String(ply)});
  return `#${place}${words && `&${words}`}`;
}

/**
 * The game and the ply in the address of the page; null where it names none.
 *
 * @param {string} [hash] The end of another address.
 * @returns {Link | null}
 */
export function readLink(hash = location.hash) {
  const words = new URLSearchParams(hash.slice(1));
  const game = words.get("game");
  const ply = words.get("ply") ?? "";
  const number = ply === "last" ? Infinity : /^\d{1,6}$/.test(ply) ? Number(ply) : null;
  return game === null ? null : {game, ply: number, filter: readFilter(words)};
}

/**
 * Puts a position into the address in place of the one before, so that Back leaves the game. Null
 * takes it out.
 *
 * @param {Link | null} link
 */
export function writeLink(link) {
  clearTimeout(timer);
  const address = link ? linkTo(link) : location.pathname + location.search;
  timer = setTimeout(() => history.replaceState(history.state, "", address), DELAY);
}

/**
 * Calls when the reader follows a link within the page, or goes back.
 *
 * @param {(link: Link | null) => void} callback
 * @returns {() => void} Ends it.
 */
export function onLink(callback) {
  return onAddress(() => callback(readLink()));
}

/**
 * Calls when the part of the address behind the # has become another one.
 *
 * @param {() => void} callback
 * @returns {() => void} Ends it.
 */
export function onAddress(callback) {
  const listener = () => {
    clearTimeout(timer);
    callback();
  };
  addEventListener("hashchange", listener);
  return () => removeEventListener("hashchange", listener);
}

const PAGE = document.title;

/**
 * Sets the title of the window: `Game 17: Depth 8 – Rocket – Autumn – Owari`; without a game the page's own title.
 *
 * @param {string} [game]
 */
export function titleWindow(game) {
  document.title = game ? `${game} \u2013 ${PAGE}` : PAGE;
}
