// @ts-check
/** What pages say of a ply: in the list of moves, beside the board and to screen readers. */

import {scoreOf} from "./game_values.js";

/** @import {Amount, GameData, Ply, Side, Value} from "./types.js" */

/** @type {Record<Side, string>} */
export const SIDE_NAMES = {south: "South", north: "North"};

const MINUS = "\u2212";
const MINUTE = 60;

/**
 * `Game 17: Depth 8 – Rocket`.
 *
 * @param {GameData} game
 */
export function gameTitle({id, south, north}) {
  return `${id && `Game ${id}: `}${south} \u2013 ${north}`;
}

/**
 * `South (Depth 8) sows 4`, `North (Rocket) swap`.
 *
 * @param {GameData} game
 * @param {Ply} ply
 */
export function deed(game, ply) {
  const made = ply.cell === null ? `: ${ply.text}` : ` ${game.verb} ${game.names[ply.cell]}`;
  return seatName(game, ply.side) + made;
}

/**
 * `South (Rocket)`, or `South · Rocket`; `South` where that is the name.
 *
 * @param {GameData} game
 * @param {Side} side
 * @param {string} [between] What parts both, in place of brackets.
 */
export function seatName(game, side, between = "") {
  const [seat, name] = [SIDE_NAMES[side], game[side]];
  if (name === seat) return seat;
  return between ? seat + between + name : `${seat} (${name})`;
}

/**
 * `The game is over. North keeps the 3 stones left. 17-19, Rocket wins.`, or that it is unfinished.
 *
 * @param {GameData} game
 */
export function ending(game) {
  if (game.result === "*") return `The game is ${game.summary}.`;
  const decided = game.decision ? [`${game.decision.text}.`] : [];
  return ["The game is over.", ...kept(game), `${game.summary}.`, ...decided].join(" ");
}

/**
 * What the sides have in the score beyond the last position.
 *
 * @param {Pick<GameData, "layout" | "cells" | "score" | "pieces">} game
 */
export function kept({layout, cells, score, pieces}) {
  const shown = layout.family === "pits" && scoreOf(layout, cells[cells.length - 1]);
  if (!shown) return [];
  const left = shown.map((number, side) => score[side] - number);
  return Object.values(SIDE_NAMES)
    .map((name, side) => `${name} keeps the ${left[side]} ${left[side] === 1 ? pieces.slice(0, -1) : pieces} left.`)
    .filter((_, side) => left[side] > 0);
}

/**
 * `depth 8, value +2 estimated, 0.120 s`, or `eval 39` for a score.
 *
 * @param {Ply} ply
 */
export function facts({depth, value, seconds}) {
  const known = [
    depth !== undefined && `depth ${depth}`,
    value && (value.kind === "score" ? shortValue(value) : `value ${signed(value.number)} ${value.kind}`),
    seconds !== undefined && duration(seconds),
  ];
  return known.filter(Boolean).join(", ");
}

/**
 * `Gave away ~3 stones: S2 was best.` Empty for a move that gave nothing away.
 *
 * @param {GameData} game
 * @param {Ply} ply
 */
export function loss(game, ply) {
  if (!ply.loss) return "";
  const many = ply.best?.includes(",") ? "were best" : "was best";
  const amount = amountText(ply.loss);
  const pieces = ply.loss.number === 1 ? game.pieces.slice(0, -1) : game.pieces;
  return `Gave away ${amount} ${pieces}: ${ply.best} ${many}.`;
}

/**
 * `+2`, `~+2` for an estimate, `eval 39` for a score, which is no margin and has no sign of one.
 *
 * @param {Value} value
 */
export function shortValue(value) {
  const text = signed(value.number);
  return value.kind === "score" ? `eval ${text.replace(/^\+/, "")}` : approximately(value) + text;
}

/**
 * `▾3`, `▾~3` for an estimate, `▾≥3` for a bound.
 *
 * @param {Amount} lost
 */
export function shortLoss(lost) {
  return `\u25be${lost.kind === "at least" ? "\u2265" : approximately(lost)}${lost.number}`;
}

/**
 * `3`, `~3` for an estimate, `at least 3` for a bound.
 *
 * @param {Amount} amount
 */
export function amountText(amount) {
  return `${amount.kind === "at least" ? "at least " : approximately(amount)}${amount.number}`;
}

/** @param {Value | Amount} value */
function approximately({kind}) {
  return kind === "estimated" ? "~" : "";
}

/**
 * `+2`, `0`, `−33.33`.
 *
 * @param {number} number
 */
export function signed(number) {
  const size = Math.abs(number);
  const digits = Number.isInteger(number) ? String(size) : size < 0.1 ? size.toPrecision(3) : size.toFixed(2);
  return number > 0 ? `+${digits}` : number < 0 ? MINUS + digits : digits;
}

/**
 * A whole number, or a text with some, with a true minus.
 *
 * @param {number | string} number
 */
export function minus(number) {
  return String(number).replaceAll("-", MINUS);
}

/**
 * `0.120 s`, `12.3 s`, `1:05`.
 *
 * @param {number} seconds
 */
export function duration(seconds) {
  if (seconds >= MINUTE) {
    const whole = Math.floor(seconds); // as clocks say it
    return `${Math.floor(whole / MINUTE)}:${String(whole % MINUTE).padStart(2, "0")}`;
  }
  return `${seconds.toFixed(seconds < 10 ? 3 : 1)} s`;
}

/**
 * The same to two digits or so: `3 ms`, `0.12 s`, `1.3 s`, `1:05`. Empty for less than a
 * millisecond.
 *
 * @param {number} seconds
 */
export function roughly(seconds) {
  const milliseconds = Math.round(1000 * seconds);
  if (milliseconds < 100) return milliseconds ? `${milliseconds} ms` : "";
  return seconds < MINUTE ? `${seconds.toFixed(seconds < 1 ? 2 : 1)} s` : duration(seconds);
}
