// @ts-check
/** One board of the page that watches: the game of a slot, its clocks, and how it ended. */

import {createBoard} from "./board.js";
import {h, refill} from "./dom.js";
import {createLiveClock} from "./live_clock.js";

/** @import {BoardData, EndedGame, MovesData, Times} from "./watch_types.js" */
/** @import {Board} from "./board.js" */

/** Milliseconds for which a game that has ended stays, so that people can read its result. */
export const HOLD = 4000;
/** Speed of the animation where several plies arrive together. */
const HURRY = 3;

/**
 * @typedef {object} LiveBoard
 * @property {HTMLElement} element
 * @property {(data: BoardData) => void} begin
 * @property {(data: MovesData) => void} move
 * @property {() => void} clear Its game is over, and no other begins.
 * @property {(game: EndedGame) => void} tell How the game ended, if it is the one on the board.
 * @property {() => boolean} isOver
 * @property {() => number} number Of the game in play; 0 without one.
 */

/**
 * @param {object} page
 * @param {(number: number) => void} page.replay
 * @param {(number: number) => EndedGame | undefined} page.endOf How a game ended, if the page knows.
 * @param {() => void} page.leave Takes away the board, whose game nobody plays to its end.
 * @returns {LiveBoard}
 */
export function createLiveBoard({replay, endOf, leave}) {
  const place = h("div");
  const heading = h("h3");
  const result = h("p", {class: "live-result"});
  const clocks = {south: createLiveClock(), north: createLiveClock()};
  const asides = {south: clocks.south.element, north: clocks.north.element};
  const element = h("article", {class: "live-board card"}, heading, place, result);

  /** @type {Board | null} */
  let board = null;
  /** @type {BoardData | null} */
  let shown = null;
  /** @type {BoardData | null} The next game of the slot, while the last one stays to be read. */
  let next = null;
  let over = false;
  let told = false;
  // Whether the slot plays no game after those that have come.
  let vacant = false;
  let overSince = 0;
  let timer = 0;
  // Newer moves end the animation of older ones.
  let latest = 0;

  /** @param {BoardData} data */
  function begin(data) {
    vacant = false;
    next = null;
    clearTimeout(timer);
    if (!shown || shown.game.id === data.game.id) return show(data);
    end();
    next = data;
    timer = setTimeout(showNext, Math.max(0, overSince + HOLD - performance.now()));
  }

  function showNext() {
    if (!next) return;
    const data = next;
    next = null;
    show(data);
    if (vacant) clear();
  }

  /** @param {BoardData} data */
  function show(data) {
    const {game} = data;
    latest += 1;
    shown = data;
    over = false;
    told = false;
    element.classList.remove("is-over");
    const round = game.heading.Round;
    heading.textContent = `Game ${game.id}${round ? `, round ${round}` : ""}`;
    board = createBoard(game.layout, {names: game.names, seats: game, asides, title: `${game.south} against ${game.north}`});
    refill(place, board.element);
    const last = game.plies.at(-1) ?? null;
    board.show(game.cells[game.cells.length - 1], {turn: data.turn, last});
    setClocks(data);
  }

  /** @param {MovesData} data */
  async function move(data) {
    if (next) {
      next = caughtUp(next, data);
      return;
    }
    if (!shown || !board) return;
    const mine = ++latest;
    const goesOn = shown.count + data.plies.length === data.count;
    shown = caughtUp(shown, data);
    setClocks(data);
    const speed = data.plies.length > 1 ? HURRY : 1;
    for (const [at, ply] of data.plies.entries()) {
      const turn = at + 1 < data.plies.length ? data.plies[at + 1].side : data.turn;
      const [before, after] = [data.cells[at], data.cells[at + 1]];
      if (goesOn) await board.play(before, after, ply, {speed, turn});
      else board.show(after, {turn, last: ply});
      if (mine !== latest) return;
    }
  }

  /** @param {Times} data */
  function setClocks(data) {
    refill(result, h("span", {class: "muted"}, data.count ? `Ply ${data.count}` : "The game begins"));
    for (const side of /** @type {const} */ (["south", "north"])) {
      clocks[side].set(shown?.game[side] ?? "", data.used[side], data.turn === side ? data.thinking : null);
    }
  }

  function end() {
    if (over) return;
    over = true;
    overSince = performance.now();
    element.classList.add("is-over");
    for (const clock of Object.values(clocks)) clock.stop();
  }

  function clear() {
    vacant = true;
    if (next) return;
    end();
    const ended = endOf(number());
    if (ended) tell(ended);
    clearTimeout(timer);
    // The results come after the moves. A game without one was broken off.
    timer = setTimeout(() => told || leave(), HOLD);
  }

  function number() {
    return Number((next ?? shown)?.game.id ?? 0);
  }

  /** @param {EndedGame} game */
  function tell(game) {
    if (String(game.number) !== shown?.game.id || told) return;
    told = true;
    latest += 1;
    end();
    // The last plies come so fast before the next game that the page may not have seen them.
    if (game.cells) board?.show(game.cells, {last: game.ply});
    refill(
      result,
      h("span", {title: game.reason}, h("strong", {}, game.score), ` ${game.verdict}`),
      h("button", {type: "button", onclick: () => replay(game.number)}, "Replay"),
    );
  }

  return {element, begin, move, tell, clear, isOver: () => over && !next, number};
}

/**
 * A board after more moves.
 *
 * @param {BoardData} board
 * @param {MovesData} data
 * @returns {BoardData}
 */
function caughtUp(board, {plies, cells, count, turn, thinking, used}) {
  return {...board, count, turn, thinking, used, game: {...board.game, plies: plies.slice(-1), cells: cells.slice(-2)}};
}
