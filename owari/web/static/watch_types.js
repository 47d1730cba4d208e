// @ts-check
/**
 * What the pages that watch a tournament are told, as `live_boards.py` and `tournament_data.py`
 * write it.
 *
 * @import {Cells, GameData, Ply, Side} from "./types.js"
 *
 * @typedef {object} Times
 * @property {number} count The plies so far.
 * @property {Side | null} turn
 * @property {number} thinking Seconds since the last ply.
 * @property {{south: number, north: number}} used Seconds.
 * @typedef {Times & {slot: number, game: GameData}} BoardData A game in play, with its last ply.
 * @typedef {Times & {slot: number, plies: Ply[], cells: Cells[]}} MovesData
 *   The last plies that are new, the position before them and the one after each.
 *
 * @typedef {object} EndedGame
 * @property {number} number
 * @property {string} south
 * @property {string} north
 * @property {string} score As text.
 * @property {[number, number]} counts South's and North's part of the score.
 * @property {Side | ""} winner
 * @property {string} verdict
 * @property {string} reason
 * @property {boolean} is_fault
 * @property {Cells | null} cells At the end; null where no moves are known.
 * @property {Ply | null} ply The last one.
 * @property {{south: number, north: number} | null} used Seconds of the record; null where no moves are known.
 * @typedef {{number: number, round: number, south: string, north: string}} ComingGame
 * @typedef {object} TableData
 * @property {string[]} headers
 * @property {boolean[]} numbers Which columns hold numbers.
 * @property {string[][]} rows
 * @typedef {object} BracketMatch
 * @property {number} round
 * @property {string} stage Such as `Semi-final`.
 * @property {boolean} for_third Whether it is the match for place three.
 * @property {(string | null)[]} bots Two; null where a bot has no opponent.
 * @property {string[]} points Of each.
 * @property {number[]} won The games that each has won.
 * @property {number[]} games Their numbers, as far as they are known.
 * @property {number} played How many of them have ended.
 * @property {string} winner Empty until it is decided.
 * @property {string} decision What decided it.
 * @typedef {{bots: string[], cells: ([string, number] | null)[][]}} MatchesData
 *   Points and warmth, from 0 to 10, of each bot against each other.
 * @typedef {object} ResultsData
 * @property {string} title
 * @property {string} rules The game that is played.
 * @property {string[]} bots All that have entered, in their order.
 * @property {string} problem A sentence where there are no results to show.
 * @property {string} round The one in play, where bots are paired by rounds; empty once all is over.
 * @property {number} played Games of this round, or of the tournament.
 * @property {number} scheduled
 * @property {boolean} complete Whether nothing is left to play.
 * @property {boolean} crowned Whether the champion is known; a match for place three may go on.
 * @property {Record<number, string>} stages Names of the games of a bracket: `Final`.
 * @property {BracketMatch[]} bracket Its matches, those of the first round first.
 * @property {string[]} leaders
 * @property {string[]} notes
 * @property {TableData} standings
 * @property {TableData} rounds Who met whom; without rows unless bots are paired by rounds.
 * @property {MatchesData} matches
 * @property {EndedGame[]} last The newest first.
 * @property {ComingGame[]} next Games without a result; also those in play.
 * @property {string} left How long the rest takes.
 */

export {};
