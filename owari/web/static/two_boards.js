// @ts-check
/**
 * Both boards of a relay: ours, and the other screen as it should look. A click on either means the
 * same move.
 *
 * @typedef {import("./board.js").Board} Board
 * @typedef {import("./board_follower.js").BoardFollower} BoardFollower
 * @typedef {import("./table_types.js").Difference} Difference
 * @typedef {import("./table_types.js").TableState} TableState
 * @typedef {import("./types.js").Cells} Cells
 * @typedef {object} TwoBoards
 * @property {HTMLElement} element
 * @property {BoardFollower["follow"]} follow
 * @property {BoardFollower["rewind"]} rewind
 * @property {(cells: number[] | null) => void} setLegal
 * @property {(differences: Difference[]) => void} markDifferences
 * @property {(on: boolean) => void} edit Lets a person change the other screen.
 * @property {() => Cells} theirCells The other screen as it was edited.
 */

import {createBoard} from "./board.js";
import {createBoardFollower} from "./board_follower.js";
import {h} from "./dom.js";

const SPEED = 2;
const AS_IT_SHOULD = "Their screen, as it should look";
const AS_IT_DOES = "Their screen, as it looks there";

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
  const theirCaption = h("figcaption", {}, AS_IT_SHOULD);
  const {follow, rewind} = createBoardFollower(boards, {speed: SPEED});

  return {
    element: h(
      "div",
      {class: "two-boards"},
      frame(h("figcaption", {}, "Our board"), "ours", ours),
      frame(theirCaption, "theirs", theirs),
    ),
    follow,
    rewind,
    setLegal(cells) {
      for (const board of boards) board.setLegal(cells);
    },
    markDifferences(differences) {
      const cells = differences.map(({cell}) => cell);
      for (const board of boards) board.mark(cells, "difference");
    },
    edit(on) {
      theirs.edit(on);
      theirCaption.textContent = on ? AS_IT_DOES : AS_IT_SHOULD;
    },
    theirCells: () => theirs.cells(),
  };
}

/**
 * `us (South) · Rocket`, as a long name may be cut; `us (South)` where nobody has a name.
 *
 * @param {string} name
 * @param {string} party
 * @param {string} side
 */
function seat(name, party, side) {
  const who = side ? `${party} (${side})` : party;
  return name && name !== party ? `${who} · ${name}` : who;
}

/**
 * @param {HTMLElement} caption
 * @param {string} kind
 * @param {Board} board
 */
function frame(caption, kind, board) {
  return h(
    "figure",
    {class: `card relay-board ${kind}`},
    caption,
    board.element,
  );
}
