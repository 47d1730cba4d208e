// @ts-check
/**
 * Boards that follow a game: plies that are new are animated one after the other, and everything
 * else, such as a move taken back, is shown at once.
 *
 * @typedef {import("./board.js").Board} Board
 * @typedef {import("./types.js").Cells} Cells
 * @typedef {import("./types.js").GameData} GameData
 * @typedef {import("./types.js").Ply} Ply
 * @typedef {import("./types.js").Side} Side
 * @typedef {object} BoardFollower
 * @property {(game: GameData, turn: Side | null) => Promise<boolean>} follow Resolves when the boards
 *   stand still; to false where something newer is shown.
 * @property {(cells: Cells, turn: Side | null) => void} rewind Shows another position, such as an
 *   earlier one; the next game to follow is shown at once.
 * @property {() => Side | null} moving Whose stones are on their way; null where all lie still.
 */

/** More new plies than these are shown at once: nobody waits for a whole game. */
const MOST_ANIMATED = 6;

/**
 * @param {Board[]} boards
 * @param {{speed?: number, onMoving?: () => void}} [options] `onMoving`: called as each ply
 *   sets out.
 * @returns {BoardFollower}
 */
export function createBoardFollower(boards, {speed = 1, onMoving = () => {}} = {}) {
  /** @type {GameData | null} */
  let followed = null;
  /** Plies that the boards have played. */
  let shown = 0;
  /** Counts what breaks off the animations: jumps. */
  let jumps = 0;
  let latest = 0;
  let animations = Promise.resolve();

  /**
   * @param {Cells} cells
   * @param {Side | null} turn
   * @param {Ply | null} last
   */
  function show(cells, turn, last) {
    for (const board of boards) board.show(cells, {turn, last});
  }

  /** @param {GameData} game */
  async function animate(game) {
    const mine = jumps;
    while (mine === jumps && shown < game.plies.length) {
      onMoving();
      const [from, to, ply] = [game.cells[shown], game.cells[shown + 1], game.plies[shown]];
      await Promise.all(boards.map((board) => board.play(from, to, ply, {speed})));
      if (mine === jumps) shown++;
    }
  }

  return {
    async follow(game, turn) {
      const mine = ++latest;
      const showEnd = () => show(game.cells[game.cells.length - 1], turn, game.plies.at(-1) ?? null);
      if (!goesOn(followed, game) || game.plies.length - shown > MOST_ANIMATED) {
        jumps++;
        shown = game.plies.length;
        showEnd(); // which ends what is being animated
      }
      followed = game;
      // A quick answer waits until the stones of the move before it have arrived.
      animations = animations.then(() => animate(game));
      await animations;
      if (mine !== latest) return false;
      showEnd();
      return true;
    },
    rewind(cells, turn) {
      latest++;
      jumps++;
      followed = null;
      show(cells, turn, null);
    },
    moving: () => followed?.plies[shown]?.side ?? null,
  };
}

/**
 * Whether this is the same game as before, with more plies or none.
 *
 * @param {GameData | null} before
 * @param {GameData} after
 */
function goesOn(before, after) {
  return (
    before !== null &&
    before.id === after.id &&
    before.first === after.first &&
    before.plies.every(({text}, number) => text === after.plies[number]?.text)
  );
}
