// @ts-check
/** @import {Amount} from "./types.js" */
/**
 * The games and the bots of a tournament, as `lists.py` writes them.
 *
 * @typedef {object} ListedBot
 * @property {string} name
 * @property {number | null} place Null for a guest.
 * @property {string} points
 * @property {number} played
 * @property {number} won
 * @property {number} drawn
 * @property {number} lost
 * @property {number} forfeits
 *
 * @typedef {[number, number, number, string, number, number, string, string, number, string, number]} GameRow
 *   Number, places of South and North among the bots, score, South's margin, winner (1 South,
 *   2 North, 0 nobody, 3 no result or both lost), result, first (`S` or `N`), plies, round, and
 *   whether it was a forfeit.
 * @typedef {{bots: ListedBot[], games: GameRow[], pieces: string}} ListData
 *
 * @typedef {object} ListedGame
 * @property {number} number
 * @property {string} south
 * @property {string} north
 * @property {string} score
 * @property {number} margin South's.
 * @property {number} winner
 * @property {string} result
 * @property {string} first
 * @property {number} plies
 * @property {string} round
 * @property {boolean} forfeit
 * @property {string} words All that a search finds.
 *
 * @typedef {object} Forfeit
 * @property {number} game
 * @property {string} bot
 * @property {string} opponent
 * @property {string} kind
 * @property {string} reason
 * @property {string[]} dialogue The last lines; empty where none are kept.
 *
 * @typedef {object} NotableMove
 * @property {number} game
 * @property {number} ply
 * @property {string} move
 * @property {string} opponent
 * @property {Amount} amount Stones or discs that it gave away, or kept where all others gave them.
 * @property {string} better The best moves, for a bad one.
 *
 * @typedef {object} BotDetails
 * @property {[string, string][]} figures
 * @property {[string, string, string] | null} rating With the ends of its interval.
 * @property {NotableMove[]} lost The moves that lost games, the worst first.
 * @property {number} games_lost The games that were lost so: `lost` may have fewer.
 * @property {NotableMove[]} worst
 * @property {NotableMove[]} best
 * @property {number} games_judged The games that the moves are from.
 *
 * @typedef {object} Links Where the parts of a page lead.
 * @property {(number: number, ply?: number, filter?: Filter) => string | null} game Null where its
 *   moves are not there. The filter is that of the list in which it stands.
 * @property {(name: string, filter?: Filter) => string} bot
 * @property {(filter: Filter) => string} games
 *
 * @typedef {Partial<Record<"search" | "of" | "against" | "result" | "round" | "fold" | "sort" | "page", string>>} Filter
 *   Which games a list shows, and how; what is absent or empty filters nothing. `sort` names a
 *   column, with a minus before it from the last to the first. `page` is the bot on whose page the
 *   list stands.
 */

/**
 * The name of a round that has one, as `Final`; empty for a number. Those of a bracket have names, in
 * the order of their games.
 *
 * @param {string} round
 */
export function stageOf(round) {
  return /\p{L}/u.test(round) ? round : "";
}

/** Letters that are no letter with a mark: what people type for them. @type {Record<string, string>} */
const PLAIN = {"\u00f8": "o", "\u0142": "l", "\u0111": "d", "\u00e6": "ae", "\u0153": "oe", "\u0131": "i", "\u00f0": "d", "\u00fe": "th"};

/**
 * The text as searches compare it: in small letters without marks, so that `grosser` is found in
 * `Großer` and `muller` in `Müller`.
 *
 * @param {string} text
 */
export function folded(text) {
  // Capital letters first: that of ß is SS.
  const small = text.toUpperCase().toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");
  return small.replace(/[\u00f8\u0142\u0111\u00e6\u0153\u0131\u00f0\u00fe]/g, (letter) => PLAIN[letter]);
}

/**
 * The games as objects.
 *
 * @param {ListData} data
 * @returns {ListedGame[]}
 */
export function listedGames({bots, games}) {
  const names = bots.map(({name}) => folded(name));
  return games.map(([number, south, north, score, margin, winner, result, first, plies, round, forfeit]) => {
    const words = `${number}\n${names[south]}\n${names[north]}\n${folded(`${score}\n${result}\n${stageOf(round)}`)}`;
    return {number, south: bots[south].name, north: bots[north].name, score, margin, winner, result, first: first === "S" ? "South" : "North", plies, round, forfeit: Boolean(forfeit), words};
  });
}

const KEYS = /** @type {const} */ (["search", "of", "against", "result", "round", "fold", "sort", "page"]);

/**
 * The filter in the words of an address.
 *
 * @param {URLSearchParams} words
 * @returns {Filter}
 */
export function readFilter(words) {
  return Object.fromEntries(KEYS.flatMap((key) => (words.get(key) ? [[key, words.get(key) ?? ""]] : [])));
}

/**
 * The same as words of an address; empty for all games.
 *
 * @param {Filter} filter
 */
export function filterWords(filter) {
  return new URLSearchParams(KEYS.flatMap((key) => (filter[key] ? [[key, filter[key] ?? ""]] : []))).toString();
}
