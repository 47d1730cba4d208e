// @ts-check
/**
 * The state of a table, as `table_state.py` writes it.
 *
 * @typedef {import("./types.js").Cells} Cells
 * @typedef {import("./types.js").GameData} GameData
 * @typedef {import("./types.js").Side} Side
 * @typedef {object} LegalMove
 * @property {number | null} cell Null for a pass or a swap.
 * @property {string} line What a person types to make the move.
 * @property {string} name On our board.
 * @property {string} there On the other screen of a relay.
 * @typedef {object} Difference
 * @property {number} cell
 * @property {string} ours
 * @property {string} theirs
 * @property {string} sentence
 * @typedef {{lines: string[], sentence: string}} Remedy Lines that make the boards agree, one after
 *   the other, and what they do.
 * @typedef {{names: string[], turned: boolean, cells: Cells}} Screen The other screen of a relay.
 * @typedef {object} TableState
 * @property {string} id
 * @property {"play" | "relay"} kind
 * @property {number} revision Of the game: a line for an older one is refused.
 * @property {number} version Of the state: the page keeps the highest that has arrived.
 * @property {GameData} game As far as it has come.
 * @property {Cells} cells
 * @property {Side | null} turn
 * @property {Side[]} people The sides that persons play.
 * @property {"person" | "computer" | null} to_move
 * @property {boolean} parted Whether our move on the other screen of a relay is illegal on our board.
 * @property {boolean} thinking
 * @property {LegalMove[]} moves
 * @property {{text: string, kind: string}[]} said The sentences of the last change.
 * @property {{name: string, sentences: string[], doubtful: boolean} | null} enter Our moves since
 *   theirs, to enter on their side; `doubtful` where a correction may say that they are there.
 * @property {Screen | null} screen
 * @property {Difference[] | null} differences
 * @property {Remedy[]} remedies
 * @property {string} verdict What a check has found, in one short line.
 * @property {Record<string, string> | null} worth What each cell is worth.
 * @property {{margin: number, exact: boolean} | null} standing What the position is worth for South,
 *   once somebody has asked for the worth of its moves.
 * @property {number[]} best The cells of the best moves, where somebody has asked for a hint.
 * @property {number | null} look_ahead The plies that the engine looks ahead, where it has a depth.
 * @property {Record<Side, number>} clocks Seconds used until the moves last changed.
 * @property {number} spent Seconds since then.
 * @property {boolean} over
 * @property {string} ending
 * @property {boolean} confirm Whether the end waits for a person.
 * @property {{index: number, count: number, score: string} | null} match
 * @property {GameData[]} series The earlier games of the match.
 * @property {string} file
 * @property {boolean} saved Whether the file holds every move.
 * @property {{path: string, number: number | null, sentence: string} | null} results
 * @property {{usage: string, summary: string}[]} commands
 */

export {};
