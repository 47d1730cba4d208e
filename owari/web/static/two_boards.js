// @ts-check
/**
 * Both boards of a relay: ours, and the other screen as it should look. A click on either means the
 * same move.
 *
 * @typedef {import("./board.js").Board} Board
 * @typedef {import("./table_types.js").Difference} Difference
 * @typedef {import("./table_types.js").TableState} TableState
 * @typedef {import("./types.js").Cells} Cells
 * @typedef {import("./types.js").GameData} GameData
 * @typedef {import("./types.js").Side} Side
 * @typedef {object} TwoBoards
 * @property {HTMLElement} element
 * @property {(state: TableState) => Promise<void>} follow Shows the state; new plies are animated.
 * @property {(cells: Cells, turn: Side) => void} rewind Shows an earlier position.
 * @property {(cells: number[] | null) => void} setLegal
 * @property {(differences: Difference[]) => void} markDifferences
 * @property {(on: boolean) => void} edit Lets a person change the other screen.
 * @property {() => Cells} theirCells The other screen as it was edited.
 */

import {createBoard} from "./board.js";
import {h} from "./dom.js";

const SPEED = 2;
/** More new plies than these are shown at once: nobody waits for a whole game. */
const MOST_ANIMATED = 6;

/**
 * @param {TableState} state
 * @param {{onPick: (cell: number) => void, onEdit: (cells: Cells) => void}} listeners
 * @returns {TwoBoards}
 */
export function createTwoBoards(state, {onPick, onEdit}) {
  const {game, screen} = state;
  const turned = screen?.turned ?? false;
  const ours = createBoard(game.layout, {
    names: game.names,
    seats: {south: seat(game.south, "us", "South"), north: seat(game.north, "them", "North")},
    title: "Our board",
    onPick,
  });
  const theirs = createBoard(game.layout, {
    names: screen?.names ?? game.names,
    seats: turned
      ? {south: seat(game.south, "us", "North"), north: seat(game.north, "them", "South")}
      : {south: seat(game.south, "us", ""), north: seat(game.north, "them", "")},
    turned,
    title: "Their screen",
    onPick,
    onEdit,
  });
  const boards = [ours, theirs];
  /** @type {GameData | null} */
  let shown = null;
  let latest = 0;

  /**
   * @param {GameData} next
   * @param {Side | null} turn
   */
  function show(next, turn) {
    const last = next.plies.at(-1);
    for (const board of boards) board.show(current(next), {turn, last: last ?? null});
  }

  return {
    element: h(
      "div",
      {class: "two-boards"},
      frame("Our board", "ours", ours),
      frame("Their screen, as it should look", "theirs", theirs),
    ),
    async follow({game: next, turn}) {
      const [before, mine] = [shown, ++latest];
      shown = next;
      for (const number of newPlies(before, next)) {
        const [from, to, ply] = [next.cells[number], next.cells[number + 1], next.plies[number]];
        await Promise.all(boards.map((board) => board.play(from, to, ply, {speed: SPEED})));
        if (mine !== latest) return;
      }
      show(next, turn);
    },
    rewind(cells, turn) {
      latest++;
      for (const board of boards) board.show(cells, {turn, last: null});
    },
    setLegal(cells) {
      for (const board of boards) board.setLegal(cells);
    },
    markDifferences(differences) {
      const cells = differences.map(({cell}) => cell);
      for (const board of boards) board.mark(cells, "difference");
    },
    edit(on) {
      theirs.edit(on);
    },
    theirCells: () => theirs.cells(),
  };
}

/**
 * The numbers, from 0, of the plies to animate: those that `after` has beyond the same game before.
 *
 * @param {GameData | null} before
 * @param {GameData} after
 * @returns {number[]}
 */
function newPlies(before, after) {
  if (!before) return [];
  const known = before.plies.length;
  const isLonger = after.plies.length > known && after.plies.length - known <= MOST_ANIMATED;
  const goesOn =
    before.first === after.first &&
    before.plies.every((ply, number) => ply.text === after.plies[number]?.text);
  return isLonger && goesOn ? after.plies.map((_, number) => number).slice(known) : [];
}

/**
 * @param {GameData} game
 * @returns {Cells}
 */
function current(game) {
  return game.cells[game.cells.length - 1];
}

/**
 * `Rocket, us (South)`; `us (South)` where nobody has a name.
 *
 * @param {string} name
 * @param {string} party
 * @param {string} side
 */
function seat(name, party, side) {
  const who = name && name !== party ? `${name}, ${party}` : party;
  return side ? `${who} (${side})` : who;
}

/**
 * @param {string} caption
 * @param {string} kind
 * @param {Board} board
 */
function frame(caption, kind, board) {
  return h(
    "figure",
    {class: `card relay-board ${kind}`},
    h("figcaption", {}, caption),
    board.element,
  );
}
