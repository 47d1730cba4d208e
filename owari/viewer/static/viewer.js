// @ts-check
/** A game to replay: board, controls, what was said, the list of moves, the curve and the times. */

import {announce} from "./announcer.js";
import {createBranch} from "./branch.js";
import {createBoard} from "./board.js";
import {createControls} from "./controls.js";
import {createCurve} from "./curve.js";
import {createEvaluationBar} from "./evaluation_bar.js";
import {h, refill} from "./dom.js";
import {scoreOf} from "./game_values.js";
import {createMoveList} from "./move_list.js";
import {deed, ending, facts, gameTitle, loss} from "./ply_text.js";
import {createReplay, listenForKeys} from "./replay.js";
import {createTimes} from "./thinking_times.js";

/** @import {GameData, Ply, Side} from "./types.js" */

/**
 * @typedef {object} ViewerOptions
 * @property {number} [speed] A factor for animations: 1 is normal, 0 none.
 * @property {"h1" | "h2"} [heading] `h1` where the game is all that a page shows.
 * @property {number} [ply] The number of plies before the position to begin with.
 * @property {(ply: number) => void} [onPly] Called after each change of the position.
 * @property {(turn: Side | null, still: boolean) => void} [onTurn] Called with the side that the board
 *   says is to move, and whether its stones lie still; with null where it shows no newest position.
 * @property {{south: HTMLElement, north: HTMLElement}} [asides] At the end of each seat's line.
 * @property {import("./branch.js").Rules | null} [rules] Who knows the rules, where a page has a server.
 *
 * @typedef {ReturnType<typeof createViewer>} Viewer
 */

/** Between two moves that play by themselves, in milliseconds at speed 1. */
const REST = 700;

/**
 * @param {GameData} game
 * @param {ViewerOptions} [options]
 */
export function createViewer(game, {speed = 1, heading = "h2", ply = 0, onPly = () => {}, onTurn = () => {}, rules = null, asides = undefined} = {}) {
  /** The position to which other moves led. @type {import("./branch.js").Looked | null} */
  let elsewhere = null;
  const board = createGameBoard(game, asides, {onPick: (cell) => branch.pick(cell), onTurn: tellTurn});
  const replay = createReplay(game.plies.length, {ply, show, stay: () => branch.back(), aside: (by) => branch.step(by), rest: () => REST / (speed || 1), onPlaying: (on) => controls.setPlaying(on)});
  const {goTo, play, pause, toggle, shown} = replay;
  const evaluation = createEvaluationBar(game);
  const controls = createControls(game.plies.length, speed, {onGo: goTo, onStep: replay.step, onPlay: toggle, onSpeed: (wanted) => (speed = wanted), onTurn: () => turn()}, evaluation?.button);
  const branch = createBranch(game, {rules, board: board.now, shown, back: () => board.show(shown()), onShown: mark});
  const title = h(heading, {tabindex: -1}, gameTitle(game));
  const remarked = h("div");
  const said = h("div", {class: "said"}, branch.path, remarked);
  const stage = h("div", {class: "viewer-stage"}, board.element, evaluation?.bar, controls.element);
  let parts = courseOf(game, goTo);
  const top = h("header", {class: "viewer-head"});
  const list = h("div", {class: "viewer-moves"});
  const course = h("div", {class: "viewer-course"});
  const element = h(
    "section",
    {class: "viewer", "aria-label": gameTitle(game)},
    top,
    h(
      "div",
      {class: "viewer-parts"},
      h("div", {class: "viewer-main"}, stage, said, branch.element),
      list,
      course,
    ),
  );
  const stopListening = listenForKeys(element, replay);

  function fill() {
    const {moves, curve, times} = parts;
    const all = game.plies.length || game.turn ? moves.element : h("p", {class: "muted"}, "No moves are recorded.");
    refill(list, review(game, lead), h("div", {class: "viewer-list"}, all));
    refill(course, curve?.element, times?.element);
  }

  /**
   * The game has gone on, or is over. Who reads its last position is led on.
   *
   * @param {GameData} more The same game with more plies.
   */
  function grow(more) {
    const held = list.contains(document.activeElement);
    const led = replay.atEnd() && !branch.isOpen();
    const before = game.plies.length;
    parts.curve?.dispose();
    Object.assign(game, more, {turn: more.turn});
    parts = courseOf(game, goTo);
    fill();
    controls.grow(game.plies.length);
    const still = replay.grow(game.plies.length, led);
    if (game.turn) mark(elsewhere);
    else branch.leave();
    if (held) list.querySelector("button")?.focus({preventScroll: true});
    if (led && game.plies.length === before) board.show(shown());
    // How it ended is said when the last stones lie still.
    return still.then(fillHead);
  }

  /**
   * More is proved of the values of the moves. What the board shows stays.
   *
   * @param {GameData} more The same game.
   */
  function revalue(more) {
    parts.curve?.dispose();
    Object.assign(game, {turning_point: undefined, decision: undefined}, more);
    parts = courseOf(game, goTo);
    fill();
    mark(elsewhere);
    branch.refresh();
  }

  /**
   * Marks the ply that is shown; none while a position is shown that other moves led to.
   *
   * @param {import("./branch.js").Looked | null} tried
   */
  function mark(tried) {
    const number = shown();
    const {moves, curve, times} = parts;
    elsewhere = tried;
    tellTurn();
    const led = branch.isLine();
    controls.mark(number, tried ? `Other moves after ply ${number}` : spoken(game, number), {tried: tried !== null, ends: led ? branch.ends() : number === game.plies.length});
    for (const part of [moves, curve]) part?.mark(number, tried !== null);
    times?.mark(number);
    if (tried) evaluation?.show(tried.standing ?? null);
    else evaluation?.mark(number);
    // The line of the moves that were tried has the room of what it replaces: nothing below it moves.
    if (!led) said.style.minHeight = "";
    else said.style.minHeight ||= `${said.offsetHeight}px`;
    refill(remarked, ...(led ? [] : remarks(game, number)));
  }

  function tellTurn() {
    const {turn, still} = board.moment();
    onTurn(elsewhere || !replay.atEnd() ? null : turn, still);
  }

  /**
   * Shows a ply for whom the board, or what is said of the ply, may be out of sight.
   *
   * @param {number} number
   */
  function lead(number) {
    goTo(number);
    const covered = Math.max(...[stage, board.element].map((part) => part.getBoundingClientRect().bottom));
    const {top: above, bottom} = said.getBoundingClientRect();
    if (above < covered || bottom > innerHeight || above < 0) element.querySelector(".viewer-parts")?.scrollIntoView();
  }

  /** Brings what an analysis says of the game into sight, below a board that stays. */
  function revealReview() {
    const note = list.querySelector(".note");
    if (!note) return;
    const inSight = () => Math.max(0, ...[stage, board.element].map((part) => (getComputedStyle(part).position === "sticky" ? part.getBoundingClientRect().bottom : 0)));
    const {top: above, bottom} = note.getBoundingClientRect();
    if (above >= 0 && bottom <= innerHeight) return;
    note.scrollIntoView({block: "end"});
    const over = inSight() - note.getBoundingClientRect().top;
    if (over > 0) scrollBy(0, -over);
  }

  function turn() {
    branch.leave();
    board.turn(shown());
  }

  /**
   * Shows a position; a step on is animated.
   *
   * @param {number} number
   * @param {number} before
   */
  async function show(number, before) {
    branch.leave();
    announce(spoken(game, number));
    onPly(number);
    if (number === before + 1) await board.play(number, speed);
    else board.show(number);
  }

  function dispose() {
    pause();
    stopListening();
    parts.curve?.dispose();
    element.remove();
  }

  function fillHead() {
    refill(top, title, ...head(game));
  }

  fillHead();
  fill();
  board.show(shown());
  branch.leave();
  pause();
  /** Reads the title to a screen reader, and leaves all keys to the replay. */
  function focus() {
    title.focus({preventScroll: true});
  }

  return {element, goTo, play, pause, focus, grow, revalue, revealReview, dispose, shown, atEnd: replay.atEnd};
}

/**
 * The list of moves, the curve and the times.
 *
 * @param {GameData} game
 * @param {(ply: number) => void} onPick
 */
function courseOf(game, onPick) {
  return {moves: createMoveList(game, {onPick}), curve: createCurve(game, {onPick}), times: createTimes(game)};
}

/**
 * How it ended, and where the game belongs.
 *
 * @param {GameData} game
 */
function head(game) {
  const {Round: round, Pair: pair, Leg: leg, ...heading} = game.heading;
  // A match of a bracket is counted as its board and the bracket count it, with the games that break a tie.
  const paired = [pair && `Pair ${pair}`, leg && `${pair ? "game" : "Game"} ${leg} of 2`].filter(Boolean).join(", ");
  const match = game.match ? `Game ${game.match.join(" of ")} of the match` : paired;
  const stage = game.stage || (round && `Round ${round}`);
  const facts = [game.rules, stage, ...Object.entries(heading).map(([name, text]) => `${name} ${text}`), match].filter(Boolean);
  return [
    h("p", {class: "ending"}, game.turn ? "In play" : game.summary),
    game.reason && h("p", {class: "note bad"}, game.reason),
    h("p", {class: "small muted"}, facts.join(" \u00b7 ")),
    originOf(game),
  ];
}

/**
 * The game that this one goes on from, with the way there where there is one; null where it began anew.
 *
 * @param {GameData} game
 */
export function originOf({origin}) {
  if (!origin) return null;
  const {text, address} = origin;
  return h("p", {class: "small muted origin"}, "From ", address ? h("a", {href: address}, text) : text, ".");
}

/**
 * The ply that led to the position, with all that is known of it.
 *
 * @param {GameData} game
 * @param {number} shown
 */
function remarks(game, shown) {
  const ply = game.plies[shown - 1];
  if (!ply) return [h("p", {class: "deed"}, "The start position")];
  const lost = loss(game, ply);
  return [
    h("p", {class: "deed"}, `${shown}. ${deed(game, ply)}`),
    h("p", {class: "small muted number"}, facts(ply)),
    lost && h("p", {class: "note bad"}, lost),
    ply.comment && h("blockquote", {class: "comment"}, ply.comment),
    shown === game.plies.length && !game.turn && h("p", {class: "the-end"}, ending(game)),
  ];
}

/**
 * The position in a sentence for a screen reader.
 *
 * @param {GameData} game
 * @param {number} shown
 */
function spoken(game, shown) {
  const ply = game.plies[shown - 1];
  const score = scoreOf(game.layout, game.cells[shown]);
  const parts = [
    ply ? `Ply ${shown}: ${deed(game, ply)}.` : "The start position.",
    score && `${score[0]} to ${score[1]}.`,
    ply && loss(game, ply),
    ply?.comment && `Comment: ${ply.comment}`,
    shown === game.plies.length && !game.turn && ending(game),
  ];
  return parts.filter(Boolean).join(" ");
}

/**
 * What an analysis says of the whole game, and the ways to the moves that it names.
 *
 * @param {GameData} game
 * @param {(ply: number) => void} goTo
 */
function review({review: sentences, told_plies: plies = []}, goTo) {
  if (!sentences?.length) return null;
  const ways = plies.map((ply) => h("button", {type: "button", onclick: () => goTo(ply)}, `Show ply ${ply}`));
  return h("div", {class: "note"}, sentences.map((text) => h("p", {}, text)), ways.length > 0 && h("div", {class: "row no-print"}, ways));
}

/**
 * The board of a game that is replayed. It can be turned round.
 *
 * @param {GameData} game
 * @param {{south: HTMLElement, north: HTMLElement} | undefined} asides
 * @param {object} listeners
 * @param {(cell: number) => void} listeners.onPick Where other moves are tried.
 * @param {() => void} listeners.onTurn Called when another moment is shown.
 */
function createGameBoard(game, asides, {onPick, onTurn}) {
  const element = h("div", {class: "viewer-board"});
  let turned = false;
  let board = newBoard();
  /** @type {{turn: Side | null, still: boolean}} */
  let moment = {turn: null, still: true};

  function newBoard() {
    const {layout, names, south, north} = game;
    const made = createBoard(layout, {names, seats: {south, north}, asides, turned, title: gameTitle(game), onPick});
    refill(element, made.element);
    return made;
  }

  /**
   * @param {number} ply The number of plies before the position.
   * @returns {{turn: Side | null, last: Ply | null}}
   */
  function sides(ply) {
    return {turn: game.plies[ply]?.side ?? game.turn ?? null, last: game.plies[ply - 1] ?? null};
  }

  /** @param {number} ply */
  function show(ply) {
    board.show(game.cells[ply], sides(ply));
    tell(sides(ply).turn);
  }

  /**
   * @param {Side | null} turn
   * @param {boolean} [still]
   */
  function tell(turn, still = true) {
    moment = {turn, still};
    onTurn();
    return moment;
  }

  /**
   * Animates the ply that leads to this position.
   *
   * @param {number} ply
   * @param {number} speed
   */
  async function play(ply, speed) {
    const {turn} = sides(ply);
    const mine = tell(game.plies[ply - 1].side, false);
    await board.play(game.cells[ply - 1], game.cells[ply], game.plies[ply - 1], {speed, turn});
    if (mine === moment) tell(turn);
  }

  /** @param {number} ply The position to show then. */
  function turn(ply) {
    turned = !turned;
    board = newBoard();
    show(ply);
  }

  return {element, show, play, turn, now: () => board, moment: () => moment};
}
