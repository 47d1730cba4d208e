// @ts-check
/**
 * What `/api/games` offers for a new table, as `offers.py` writes it.
 *
 * @typedef {{word: string, title: string, group?: string, game?: string, more?: string}} Choice With the
 *   heading above it in a list, the only game that a player plays, and what the title leaves open.
 * @typedef {object} OfferedGame
 * @property {string} name
 * @property {string} title The rules in a few sentences.
 * @property {import("./types.js").Layout} layout
 * @property {Record<string, {cells: import("./types.js").Cells, names: string[], moves: {cell: number, line: string}[]}>} starts
 *   The usual board by the side that begins, with the lines of the first moves.
 * @property {string | null} size Of the usual board, as `6x4` or `8`; null where there is no other.
 * @property {{name: string, title: string, more: string, names: string[]}[]} numberings
 * @property {string[]} evaluations
 * @property {string} evaluation The one that the engine uses by itself.
 * @typedef {{id: string, kind: "play" | "relay", title: string, sentence: string}} KeptTable
 * @typedef {{us: string, them: string, first: "us" | "them", games: number, player: string, sentence: string}} DuePair
 *   A match that somebody plays by hand, and who plays for us in it.
 * @typedef {object} Offers
 * @property {OfferedGame[]} games
 * @property {Choice[]} players All but people.
 * @property {Choice[]} levels
 * @property {KeptTable[]} unfinished
 * @property {KeptTable[]} ended
 * @property {{key: string, title: string, game: string, pairs: DuePair[]}[]} tournaments
 */

export {};
