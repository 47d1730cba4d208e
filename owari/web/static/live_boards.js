// @ts-check
/** The boards of the games in play: one for each slot, at most eight at a time. */

import {h, refill} from "./dom.js";
import {createLiveBoard} from "./live_board.js";

/** @import {BoardData, EndedGame, MovesData} from "./watch_types.js" */
/** @import {LiveBoard} from "./live_board.js" */

/** More boards than these are too small to be seen from the last row. */
const MOST_BOARDS = 8;

/**
 * @param {(number: number) => void} replay
 * @param {(count: number) => void} onCount Called with the number of boards.
 */
export function createLiveBoards(replay, onCount) {
  const grid = h("div", {class: "live-boards"});
  const more = h("p", {class: "muted", hidden: true});
  const nothing = h("p", {class: "live-nothing muted", hidden: true}, "No game is in play.");
  const element = h("section", {"aria-label": "Games in play"}, nothing, grid, more);
  /** @type {Map<number, LiveBoard>} */
  const boards = new Map();
  /** @type {EndedGame[]} The games that ended last. */
  let ended = [];

  /** @param {number} slot */
  function boardOf(slot) {
    let board = boards.get(slot);
    if (!board) {
      board = createLiveBoard({
        replay,
        endOf: (number) => ended.find((game) => game.number === number),
        leave: () => boards.delete(slot) && arrange(),
      });
      boards.set(slot, board);
      arrange();
    }
    return board;
  }

  function arrange() {
    const slots = [...boards.keys()].sort((one, other) => one - other);
    const shown = slots.slice(0, MOST_BOARDS).flatMap((slot) => boards.get(slot)?.element ?? []);
    // A board that is taken out and put back would lose its animation.
    if (shown.some((each, at) => grid.children[at] !== each) || shown.length !== grid.children.length) {
      refill(grid, ...shown);
    }
    grid.dataset.boards = String(shown.length);
    const hidden = slots.length - shown.length;
    more.hidden = hidden === 0;
    more.textContent = hidden === 1 ? "One more game is in play." : `${hidden} more games are in play.`;
    nothing.hidden = slots.length > 0;
    onCount(slots.length);
  }

  return {
    element,
    /**
     * All games in play, after a new connection.
     *
     * @param {BoardData[]} data
     */
    reset(data) {
      const slots = new Set(data.map(({slot}) => slot));
      for (const [slot, board] of boards) if (!slots.has(slot)) board.clear();
      for (const each of data) boardOf(each.slot).begin(each);
      arrange();
    },
    /** @param {BoardData} data */
    begin: (data) => boardOf(data.slot).begin(data),
    /** @param {MovesData} data */
    move: (data) => boards.get(data.slot)?.move(data),
    /** @param {{slot: number}} data */
    clear: ({slot}) => boards.get(slot)?.clear(),
    /** @param {EndedGame[]} games */
    tell(games) {
      ended = games;
      for (const game of games) for (const board of boards.values()) board.tell(game);
    },
    /** Takes the boards away whose games are over. */
    tidy() {
      for (const [slot, board] of boards) if (board.isOver()) boards.delete(slot);
      arrange();
    },
    /** The numbers of the games on the boards. */
    numbers: () => new Set([...boards.values()].map((board) => board.number())),
  };
}
