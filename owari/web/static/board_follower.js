// @ts-check
/**
 * Boards that follow a game: plies that are new are animated one after the other, and everything
 * else, such as a move taken back, is shown at once.
 *
 * @typedef {import("./board.js").Board} Board
 * @typedef {import("./types.js").Cells} Cells
 * @typedef {import("./types.js").GameData} GameData
 * @typedef {import("./types.js").Side} Side
 * @typedef {object} BoardFollower
 * @property {(game: GameData, turn: Side | null) => Promise<boolean>} follow Resolves when the boards
 *   stand still; to false where something newer is shown.
 * @property {(cells: Cells, turn: Side | null) => void} rewind Shows another position, such as an
 *   earlier one; the next game to follow is shown at once.
 */

/** More new plies than these are shown at once: nobody waits for a whole game. */
const MOST_ANIMATED = 6;

/**
 * @param {Board[]} boards
 * @param {{speed?: number}} [options]
 * @returns {BoardFollower}
 */
export function createBoardFollower(boards, {speed = 1} = {}) {
  /** @type {GameData | null} */
  let shown = null;
  let latest = 0;

  return {
    async follow(game, turn) {
      const [before, mine] = [shown, ++latest];
      shown = game;
      for (const number of newPlies(before, game)) {
        const [from, to, ply] = [game.cells[number], game.cells[number + 1], game.plies[number]];
        await Promise.all(boards.map((board) => board.play(from, to, ply, {speed})));
        if (mine !== latest) return false;
      }
      const [cells, last] = [game.cells[game.cells.length - 1], game.plies.at(-1) ?? null];
      for (const board of boards) board.show(cells, {turn, last});
      return true;
    },
    rewind(cells, turn) {
      latest++;
      shown = null;
      for (const board of boards) board.show(cells, {turn, last: null});
    },
  };
}

/**
 * The numbers, from 0, of the plies that `after` has beyond the same game before.
 *
 * @param {GameData | null} before
 * @param {GameData} after
 * @returns {number[]}
 */
function newPlies(before, after) {
  if (!before) return [];
  const known = before.plies.length;
  const more = after.plies.length - known;
  const goesOn =
    before.id === after.id &&
    before.first === after.first &&
    before.plies.every(({text}, number) => text === after.plies[number]?.text);
  return goesOn && more <= MOST_ANIMATED ? after.plies.map((_, at) => at).slice(known) : [];
}
