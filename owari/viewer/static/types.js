// @ts-check
/**
 * The data that pages get, as `game_data.py` writes it.
 *
 * @typedef {"south" | "north"} Side
 * @typedef {{family: "pits", size: number} | {family: "squares", size: number, black: Side} | {family: "text"}} Layout
 *   `size`: pits a side, or squares a side.
 * @typedef {number[] | string} Cells
 *   Pits: the stones in the order of position texts: South's pits, South's goal, North's pits,
 *   North's goal. Squares: one character a square, row by row from the top: `S`, `N` or `.`.
 *   Text: the text of the position.
 * @typedef {{kind: "exact" | "estimated" | "score", number: number}} Value
 *   From the view of the side that was to move.
 * @typedef {{kind: "exact" | "estimated" | "at least", number: number}} Amount
 *   Stones or discs; a bound where it is proved that it is more than 0, but not how much.
 * @typedef {object} Ply
 * @property {Side} side
 * @property {string} text The move in the notation of records, as `S4`.
 * @property {number | null} cell The pit or square; null for a pass or a swap.
 * @property {number} [seconds]
 * @property {number} [depth]
 * @property {Value} [value] What the mover states.
 * @property {string} [comment]
 * @property {Amount} [loss] Stones or discs that the move gave away, from an analysis; more than 0.
 * @property {string} [best] The best moves, where the move gave something away; behind `probably` where they are guessed.
 * @property {Value} [worth] The analysed value of the position before the move, for its mover.
 * @typedef {object} GameData
 * @property {string} id The number in its tournament or file.
 * @property {string} rules
 * @property {Layout} layout
 * @property {string} south
 * @property {string} north
 * @property {Side} first
 * @property {Cells[]} cells The start and the position after each ply.
 * @property {string[]} [positions] The same as text, by which a position is named to a server or a command.
 * @property {Ply[]} plies
 * @property {string} result `1-0`, `0-1`, `1/2-1/2`, `0-0` or `*`, South first.
 * @property {Side} [turn] Who is to move in a game that is in play.
 * @property {{used: {south: number, north: number}, thinking: number}} [clock] Of a game in play: the
 *   seconds that each side has used, and those since the last ply.
 * @property {[number, number]} score South's and North's.
 * @property {number} margin South's, with the empty squares for the winner.
 * @property {string} termination
 * @property {string} reason A sentence; empty after a normal end.
 * @property {{side: Side, seconds: number, late: boolean}} [lost_turn] The turn that a forfeit ended,
 *   with all moves of a chain; at least so long where the side was late.
 * @property {string} summary How the game ended, in words.
 * @property {string[]} names The names of all cells on the board, in the order of Cells. In the
 *   layout `text` those of all moves, by the number of their cell.
 * @property {string} verb What a move does, as `sows`.
 * @property {string} pieces `stones` or `discs`.
 * @property {string[]} [review] Sentences of an analysis.
 * @property {boolean} [rests] Whether the engine rests for who asks for one now.
 * @property {number} [turning_point] The number of the ply, from 1, that decided the game.
 * @property {number[]} [told_plies] The plies that these sentences name.
 * @property {{text: string, sides: Side[]}} [decision] What decided the game after its last ply: a
 *   forfeit, a resignation or an adjudication, in words, and whose it was.
 * @property {Value} [standing] The analysed value of the last position, from South's view.
 * @property {string} [stage] What the game is called in a bracket: `Final`, in place of its round.
 * @property {[number, number]} [match] Its place among the games of its match in a bracket, and how
 *   many these are.
 * @property {{text: string, address?: string}} [origin] The game that this one goes on from, as
 *   `before ply 7 of Ann – Ben`, with its address where this page has it.
 * @property {Record<string, string>} heading Event, Date, Round, Opening, Pair, Leg, Machine, as known.
 */

export {};
