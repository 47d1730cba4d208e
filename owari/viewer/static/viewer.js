// @ts-check
/** A game to replay: board, controls, what was said, the list of moves, the curve and the times. */

import {announce} from "./announcer.js";
import {createBoard} from "./board.js";
import {createStrip} from "./clock_strip.js";
import {createControls} from "./controls.js";
import {createCurve} from "./curve.js";
import {h, refill} from "./dom.js";
import {scoreOf} from "./game_values.js";
import {createMoveList} from "./move_list.js";
import {SIDE_NAMES, deed, duration, facts, loss} from "./ply_text.js";

/** @import {GameData, Ply, Side} from "./types.js" */

/**
 * @typedef {object} ViewerOptions
 * @property {number} [speed] A factor for animations: 1 is normal, 0 none.
 * @property {number} [ply] The number of plies before the position to begin with.
 * @property {(ply: number) => void} [onPly] Called after each change of the position.
 *
 * @typedef {ReturnType<typeof createViewer>} Viewer
 */

/** Between two moves that play by themselves, in milliseconds at speed 1. */
const PAUSE = 700;

/**
 * @param {GameData} game
 * @param {ViewerOptions} [options]
 */
export function createViewer(game, {speed = 1, ply = 0, onPly = () => {}} = {}) {
  const count = game.plies.length;
  let shown = clamp(ply);
  let turned = false;
  /** Counts what was begun, so that a replay knows whether it is still wanted. */
  let runs = 0;
  let playing = false;

  let board = newBoard();
  const place = h("div", {class: "viewer-board"}, board.element);
  const said = h("div", {class: "said"});
  const controls = createControls(count, speed, {onGo: goTo, onPlay: toggle, onSpeed: (wanted) => (speed = wanted), onTurn: turn});
  const moves = createMoveList(game, {onPick: goTo});
  const curve = createCurve(game, {onPick: goTo});
  const times = createTimes(game);
  const element = h(
    "section",
    {class: "viewer", "aria-label": title(game)},
    head(game),
    h(
      "div",
      {class: "viewer-parts"},
      h("div", {class: "viewer-main"}, place, controls.element, said),
      h("div", {class: "viewer-moves"}, count ? moves.element : h("p", {class: "muted"}, "No moves are recorded.")),
      h("div", {class: "viewer-course"}, curve?.element, times?.element, review(game)),
    ),
  );

  function newBoard() {
    const {layout, names, south, north} = game;
    return createBoard(layout, {names, seats: {south, north}, turned, title: title(game)});
  }

  /** @param {number} number */
  function clamp(number) {
    return Math.min(Math.max(Math.trunc(number) || 0, 0), count);
  }

  /** @returns {{turn: Side | null, last: Ply | null}} */
  function showing() {
    return {turn: game.plies[shown]?.side ?? null, last: game.plies[shown - 1] ?? null};
  }

  function mark() {
    controls.mark(shown, spoken(game, shown));
    moves.mark(shown);
    curve?.mark(shown);
    times?.mark(shown);
    refill(said, ...remarks(game, shown));
  }

  /**
   * Shows a position; a step on is animated.
   *
   * @param {number} number
   */
  async function move(number) {
    const before = shown;
    shown = clamp(number);
    if (shown === before) return;
    mark();
    announce(spoken(game, shown));
    onPly(shown);
    if (shown !== before + 1) return board.show(game.cells[shown], showing());
    const {turn} = showing();
    await board.play(game.cells[before], game.cells[shown], game.plies[before], {speed, turn});
  }

  /**
   * Goes to the position after this number of plies, and pauses.
   *
   * @param {number} number
   */
  function goTo(number) {
    pause();
    void move(number);
  }

  /** Plays on from here, or from the start after the end. */
  async function play() {
    const run = ++runs;
    setPlaying(true);
    if (shown === count) await move(0);
    while (run === runs && shown < count) {
      await move(shown + 1);
      await new Promise((resolve) => setTimeout(resolve, PAUSE / (speed || 1)));
    }
    if (run === runs) setPlaying(false);
  }

  function pause() {
    runs += 1;
    setPlaying(false);
  }

  function toggle() {
    if (playing) pause();
    else void play();
  }

  /** @param {boolean} on */
  function setPlaying(on) {
    playing = on;
    controls.setPlaying(on);
  }

  function turn() {
    turned = !turned;
    board = newBoard();
    refill(place, board.element);
    board.show(game.cells[shown], showing());
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    if (!element.checkVisibility() || isTyping(event)) return;
    const target = keyTarget(event.key);
    if (event.key === " ") toggle();
    else if (target !== null) goTo(target);
    else return;
    event.preventDefault();
  }

  /** @param {string} key */
  function keyTarget(key) {
    const targets = {ArrowLeft: shown - 1, ArrowRight: shown + 1, Home: 0, End: count};
    return Object.entries(targets).find(([name]) => name === key)?.[1] ?? null;
  }

  function dispose() {
    pause();
    document.removeEventListener("keydown", onKey);
    curve?.dispose();
    element.remove();
  }

  document.addEventListener("keydown", onKey);
  board.show(game.cells[shown], showing());
  mark();
  setPlaying(false);
  return {element, goTo, play, pause, dispose};
}

/**
 * Whether the key belongs to the field or button that has the focus.
 *
 * @param {KeyboardEvent} event
 */
function isTyping({target, key}) {
  if (!(target instanceof Element)) return false;
  if (target.matches("input[type=range]")) return key !== " ";
  if (target.matches("input, select, textarea, dialog, [contenteditable]")) return true;
  return key === " " && target.matches("button, a, summary");
}

/** @param {GameData} game */
function title({id, south, north}) {
  return `${id && `Game ${id}: `}${south} \u2013 ${north}`;
}

/**
 * Who played, how it ended, and where the game belongs.
 *
 * @param {GameData} game
 */
function head(game) {
  const facts = [game.rules, ...Object.entries(game.heading).map(([name, text]) => `${name} ${text}`)];
  return h(
    "header",
    {class: "viewer-head"},
    h("h2", {}, title(game)),
    h("p", {class: "ending"}, game.summary),
    game.reason && h("p", {class: "note bad"}, game.reason),
    h("p", {class: "small muted"}, facts.join(" \u00b7 ")),
  );
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
    shown === game.plies.length && `The end: ${game.summary}.`,
  ];
  return parts.filter(Boolean).join(" ");
}

/**
 * The thinking times; null where none is known.
 *
 * @param {GameData} game
 */
function createTimes(game) {
  if (!game.plies.some((ply) => ply.seconds !== undefined)) return null;
  const bars = game.plies.map((ply) => ({
    seconds: ply.seconds ?? null,
    title: `${deed(game, ply)}: ${ply.seconds === undefined ? "no time" : duration(ply.seconds)}`,
    side: ply.side,
  }));
  const strip = createStrip(bars, {label: "Thinking time of each ply"});
  const used = {south: h("span", {class: "clock south"}), north: h("span", {class: "clock north"})};
  const head = h("p", {class: "clocks small"}, "Time used: ", used.south, used.north);

  /** @param {number} ply */
  function mark(ply) {
    strip.mark(ply);
    for (const side of /** @type {Side[]} */ (["south", "north"])) {
      const own = game.plies.slice(0, ply).filter((each) => each.side === side);
      const seconds = own.reduce((sum, each) => sum + (each.seconds ?? 0), 0);
      used[side].textContent = `${SIDE_NAMES[side]} ${duration(seconds)}`;
    }
  }
  return {element: h("div", {class: "times"}, head, strip.element), mark};
}

/**
 * What an analysis says of the whole game.
 *
 * @param {GameData} game
 */
function review({review: sentences}) {
  return sentences?.length ? h("div", {class: "note"}, sentences.map((text) => h("p", {}, text))) : null;
}
