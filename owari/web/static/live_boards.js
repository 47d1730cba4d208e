// @ts-check
/**
 * The boards of the games in play: one for each slot, at most eight at a time, each with its clocks
 * and how its game ended.
 */

import {createBoard} from "./board.js";
import {h, refill} from "./dom.js";
import {kept} from "./ply_text.js";
import {createLiveClock} from "./live_clock.js";
import {matchOf, matchScore} from "./bracket.js";

/** @import {Board} from "./board.js" */
/** @import {GameData, Side} from "./types.js" */
/** @import {BracketMatch, BoardData, EndedGame, MovesData, Times} from "./watch_types.js" */

/** More boards than these are too small to be seen from the last row. */
const MOST_BOARDS = 8;
/** In place of the slot of a game that is not in play. */
const NO_SLOT = -1;

/**
 * @param {(number: number) => void} replay
 * @param {(count: number) => void} onCount Called with the number of boards.
 */
export function createLiveBoards(replay, onCount) {
  const grid = h("div", {class: "live-boards"});
  const more = h("p", {class: "muted", hidden: true});
  const nothing = h("p", {class: "live-nothing muted", hidden: true}, "No game is in play.");
  const element = h("section", {"aria-label": "Games in play"}, nothing, grid, more);
  /** By their slots, in the order in which they came: no board makes way for one that comes later. @type {Map<number, LiveBoard>} */
  const boards = new Map();
  /** @type {EndedGame[]} The games that ended last. */
  let ended = [];
  /** @type {Record<number, string>} What games of a bracket are called. */
  let stages = {};
  /** @type {BracketMatch[]} */
  let matches = [];

  /** @param {BoardData} data */
  function boardOf({slot}) {
    let board = boards.get(slot);
    if (!board) {
      board = createLiveBoard({
        replay,
        stageOf: (number) => stages[number] ?? "",
        scoreOf: (number, south) => matchScore(matches, number, south),
        isForThird: (number) => Boolean(matchOf(matches, number)?.for_third),
        endOf: (number) => ended.find((game) => game.number === number),
        leave: () => boards.get(slot) === board && boards.delete(slot) && arrange(),
        makeWay,
      });
      boards.set(slot, board);
      arrange();
    }
    return board;
  }

  /** @param {BoardData} data */
  function begin(data) {
    boardOf(data).begin(data);
    makeWay();
  }

  /** Games that are over leave the room to those in play, once people could read their results. */
  function makeWay() {
    if ([...boards.values()].some((board) => board.plays())) tidy();
  }

  /** Takes the boards away whose games are over, and whose results people could read. */
  function tidy() {
    const over = [...boards].filter(([, board]) => board.isOver());
    for (const [slot] of over) boards.delete(slot);
    if (over.length > 0) arrange();
  }

  function arrange() {
    const shown = [...boards.values()].slice(0, MOST_BOARDS).map(({element}) => element);
    // A board that is taken out and put back would lose its animation.
    if (shown.some((each, at) => grid.children[at] !== each) || shown.length !== grid.children.length) {
      refill(grid, ...shown);
    }
    grid.dataset.boards = String(shown.length);
    const hidden = boards.size - shown.length;
    more.hidden = hidden === 0;
    more.textContent = hidden === 1 ? "One more game is in play." : `${hidden} more games are in play.`;
    nothing.hidden = boards.size > 0;
    onCount(boards.size);
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
      const inOrder = [...data].sort((one, other) => Number(one.game.id) - Number(other.game.id));
      for (const each of inOrder) begin(each);
      arrange();
    },
    begin,
    /** @param {GameData} game One that ended before it had a board. */
    showEnded(game) {
      tidy();
      begin({slot: NO_SLOT, game, count: game.plies.length, turn: null, thinking: 0, used: {south: 0, north: 0}});
      boards.get(NO_SLOT)?.clear();
    },
    /** @param {MovesData} data */
    move: (data) => boards.get(data.slot)?.move(data),
    /** @param {{slot: number}} data */
    clear: ({slot}) => boards.get(slot)?.clear(),
    /** @param {EndedGame[]} games */
    tell(games) {
      ended = games;
      for (const game of games) for (const board of boards.values()) board.tell(game);
    },
    /**
     * @param {Record<number, string>} names What games of a bracket are called.
     * @param {BracketMatch[]} bracket
     */
    name(names, bracket) {
      stages = names;
      matches = bracket;
      for (const board of boards.values()) board.name();
    },
    tidy,
    count: () => boards.size,
    /** The width of the largest board. */
    widest: () => Math.max(0, ...[...grid.querySelectorAll(".pits, .squares")].map((board) => board.getBoundingClientRect().width)),
    /** No clock runs on while nobody knows what happens; the next state lets them run again. */
    stopClocks() {
      for (const board of boards.values()) board.stopClocks();
    },
    /** The numbers of the games on the boards, and of those that wait for one. */
    numbers: () => new Set([...boards.values()].flatMap((board) => board.numbers())),
  };
}

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
 * @property {() => void} name Writes again what its game is called.
 * @property {() => void} stopClocks
 * @property {() => boolean} plays Whether its game, or one behind it, is in play.
 * @property {() => boolean} isOver For long enough.
 * @property {() => number[]} numbers Of the game that is shown, and of the one in play behind it.
 */

/**
 * @param {object} page
 * @param {(number: number) => void} page.replay
 * @param {(number: number) => string} page.stageOf What a game of a bracket is called.
 * @param {(number: number, south: string) => HTMLElement | null} page.scoreOf The score of its match in a bracket.
 * @param {(number: number) => boolean} page.isForThird Whether it belongs to the match for place three.
 * @param {(number: number) => EndedGame | undefined} page.endOf How a game ended, if the page knows.
 * @param {() => void} page.leave Takes away the board, whose game nobody plays to its end.
 * @param {() => void} page.makeWay Called when people could read the result.
 * @returns {LiveBoard}
 */
function createLiveBoard({replay, stageOf, scoreOf, isForThird, endOf, leave, makeWay}) {
  const place = h("div");
  const heading = h("h3");
  const head = h("div", {class: "live-head"});
  const result = h("p", {class: "live-result"});
  const clocks = {south: createLiveClock(), north: createLiveClock()};
  const asides = {south: clocks.south.element, north: clocks.north.element};
  const element = h("article", {class: "live-board card"}, head, place, result);

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
  // Whether stones are on their way: until they lie still, the clock of who moved is lit.
  let moving = false;
  let stopped = false;

  /** @param {BoardData} data */
  function begin(data) {
    vacant = false;
    next = null;
    clearTimeout(timer);
    if (!shown) return show(data);
    // A page that asks again and again may know the result before the slot says that it is free.
    if (shown.game.id === data.game.id && told && data.count >= shown.count) return;
    if (shown.game.id === data.game.id) return over || data.count < shown.count ? show(data) : goOn(data);
    end();
    next = data;
    timer = setTimeout(showNext, Math.max(0, overSince + HOLD - performance.now()));
  }

  /**
   * The same game, as a page hears of it that asks again and again.
   *
   * @param {BoardData} data
   */
  function goOn(data) {
    if (data.count === shown?.count) moving || setClocks(data);
    else void move({...data, plies: data.game.plies, cells: data.game.cells});
  }

  function showNext() {
    if (!next) return;
    const data = next;
    next = null;
    show(data);
    if (vacant) clear();
  }

  function name() {
    if (!shown) return;
    const {id, heading: {Round: round}} = shown.game;
    const stage = stageOf(Number(id)) || (round && `round ${round}`);
    refill(heading, h("a", over ? {href: `#game=${id}&ply=last`, title: "See how this game ended"} : {href: `#game=${id}`, title: "Follow this game"}, `Game ${id}${stage ? `, ${stage}` : ""}`));
    refill(head, heading, scoreOf(Number(id), shown.game.south));
    element.classList.toggle("is-minor", isForThird(Number(id)));
  }

  /** @param {BoardData} data */
  function show(data) {
    const {game} = data;
    latest += 1;
    shown = data;
    over = moving = told = false;
    element.classList.remove("is-over");
    name();
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
    if (!shown || !board || told) return;
    const mine = ++latest;
    const goesOn = shown.count + data.plies.length === data.count;
    shown = caughtUp(shown, data);
    const arrived = performance.now();
    const speed = data.plies.length > 1 ? HURRY : 1;
    moving = true;
    for (const [at, ply] of data.plies.entries()) {
      const turn = at + 1 < data.plies.length ? data.plies[at + 1].side : data.turn;
      const [before, after] = [data.cells[at], data.cells[at + 1]];
      setClocks(data, ply.side);
      if (goesOn) await board.play(before, after, ply, {speed, turn});
      else board.show(after, {turn, last: ply});
      if (mine !== latest) return;
    }
    moving = false;
    if (!stopped) setClocks({...data, thinking: data.thinking + (performance.now() - arrived) / 1000});
  }

  /**
   * The clocks of a game that is over stand, also while its last stones are on their way.
   *
   * @param {Times} data
   * @param {Side | null} lit Whose turn the board shows.
   */
  function setClocks(data, lit = data.turn) {
    if (over) return;
    stopped = false;
    refill(result, h("span", {class: "muted"}, data.count ? `Ply ${data.count}` : "The game begins"));
    for (const side of /** @type {const} */ (["south", "north"])) {
      const thinking = data.turn === side && lit === side ? data.thinking : null;
      clocks[side].set(shown?.game[side] ?? "", data.used[side], thinking, lit === side);
    }
  }

  function end() {
    if (over) return;
    over = true;
    overSince = performance.now();
    name();
    element.classList.add("is-over");
    stopClocks();
  }

  function stopClocks() {
    stopped = true;
    for (const clock of Object.values(clocks)) clock.stop();
  }

  function clear() {
    vacant = true;
    if (next) return;
    end();
    const ended = endOf(Number(shown?.game.id));
    if (ended) tell(ended);
    clearTimeout(timer);
    // The results come after the moves. A game without one was broken off.
    timer = setTimeout(() => (told ? makeWay() : leave()), HOLD);
  }

  function numbers() {
    return [shown, next].flatMap((data) => (data ? [Number(data.game.id)] : []));
  }

  /** @param {EndedGame} game */
  function tell(game) {
    if (String(game.number) !== shown?.game.id || told) return;
    told = true;
    latest += 1;
    end();
    if (game.used) for (const side of /** @type {const} */ (["south", "north"])) clocks[side].set(shown.game[side], game.used[side], null, false);
    // The last plies come so fast before the next game that the page may not have seen them.
    if (game.cells) board?.show(game.cells, {last: game.ply});
    const left = game.cells ? kept({...shown.game, cells: [game.cells], score: game.counts}) : [];
    refill(
      result,
      h("span", {title: game.reason}, h("strong", {}, game.score), ` ${game.verdict}`, left.length > 0 && h("span", {class: "small muted"}, ` ${left.join(" ")}`)),
      h("button", {type: "button", title: "Play this game from its start", onclick: () => replay(game.number)}, "Replay"),
    );
  }

  return {element, begin, move, tell, clear, name, stopClocks, plays: () => !over || next !== null, isOver: () => over && !next && performance.now() - overSince >= HOLD, numbers};
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
