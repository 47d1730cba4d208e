// @ts-check
/** The board of a game with discs: squares in rows, with their coordinates at the edges. */

import {h, svg} from "./dom.js";
import {createSpot, describe} from "./spot.js";

/** @import {Moment, Script, Stage} from "./animation.js" */
/** @import {FaceOptions} from "./board.js" */
/** @import {Cells, Ply, Side} from "./types.js" */

/** Milliseconds at speed 1. */
const PLACING = 200;
const FLIP = 260;
const BETWEEN_FLIPS = 90;

/** What a click makes of a square while the board is edited. */
const CYCLE = ".SN";

/** Draws discs, and how they flip. */
export class Squares {
  #names;
  #black;
  #squares;
  /** @type {string[]} */
  #shown = [];

  /**
   * @param {number} size Squares a side.
   * @param {Side} black The side with the black discs.
   * @param {FaceOptions} options
   */
  constructor(size, black, {names, title}) {
    this.#names = names;
    this.#black = black;
    this.#squares = Array.from({length: size * size}, (_, cell) => createSquare(cell, size));
    this.spots = this.#squares.map(({spot}) => spot);
    const {columns, rows} = coordinates(names, size);
    const heads = columns.map((text) => edge("columnheader", text));
    const lines = rows.map((text, y) => row(edge("rowheader", text), ...this.spots.slice(y * size, (y + 1) * size).map(({element}) => element)));
    this.element = h("div", {class: "squares", role: "table", "aria-label": title}, row(edge("cell", ""), ...heads), ...lines);
    this.element.style.setProperty("--squares", String(size));
  }

  /** @param {Cells} cells */
  draw(cells) {
    [...String(cells)].forEach((holder, cell) => this.#set(cell, holder));
  }

  /**
   * The next holder of a square, or the one before.
   *
   * @param {Cells} cells
   * @param {number} cell
   * @param {boolean} up
   */
  changed(cells, cell, up) {
    const text = String(cells);
    const next = CYCLE.at((CYCLE.indexOf(text[cell]) + (up ? 1 : -1)) % CYCLE.length);
    return text.slice(0, cell) + next + text.slice(cell + 1);
  }

  /**
   * @param {Cells} cells
   * @param {Side} side
   */
  score(cells, side) {
    return String(cells).split(side === "south" ? "S" : "N").length - 1;
  }

  /**
   * A disc is laid, then others flip, the nearest first.
   *
   * @param {Cells} before
   * @param {Cells} after
   * @param {Ply} ply
   * @param {Stage} stage
   * @returns {Script}
   */
  script(before, after, ply, stage) {
    const from = this.spots[ply.cell ?? 0];
    const moments = this.spots
      .filter(({cell}) => before[cell] !== after[cell])
      .flatMap((spot) => {
        const holder = String(after)[spot.cell];
        if (before[spot.cell] === ".") return this.#laying(spot.cell, holder, stage);
        const distance = Math.max(Math.abs(spot.x - from.x), Math.abs(spot.y - from.y));
        return this.#flip(spot.cell, holder, PLACING + distance * BETWEEN_FLIPS, stage);
      });
    return {moments, length: Math.max(0, ...moments.map(({at}) => at)) + PLACING};
  }

  /**
   * @param {number} cell
   * @param {string} holder
   * @param {Stage} stage
   * @returns {Moment[]}
   */
  #laying(cell, holder, stage) {
    const frames = [{transform: "scale(1.5)", opacity: 0}, {transform: "none", opacity: 1}];
    const act = () => {
      this.#set(cell, holder);
      stage.animate(this.#squares[cell].disc, frames, PLACING);
    };
    return [{at: 0, act}];
  }

  /**
   * The disc stands on its edge when it changes its colour.
   *
   * @param {number} cell
   * @param {string} holder
   * @param {number} at
   * @param {Stage} stage
   * @returns {Moment[]}
   */
  #flip(cell, holder, at, stage) {
    const {disc} = this.#squares[cell];
    const [flat, upright] = [{transform: "none"}, {transform: "rotateY(90deg)"}];
    const rise = () => stage.animate(disc, [flat, upright], FLIP / 2);
    const fall = () => {
      this.#set(cell, holder);
      stage.animate(disc, [upright, flat], FLIP / 2);
    };
    return [{at, act: rise}, {at: at + FLIP / 2, act: fall}];
  }

  /**
   * @param {number} cell
   * @param {string} holder
   */
  #set(cell, holder) {
    if (this.#shown[cell] === holder) return;
    this.#shown[cell] = holder;
    const {disc, spot} = this.#squares[cell];
    const colour = holder === "." ? "empty" : (holder === "S") === (this.#black === "south") ? "black" : "white";
    disc.setAttribute("class", `disc is-${colour}`);
    describe(spot, `${this.#names[cell]}: ${colour}`);
  }
}

/**
 * @param {number} cell
 * @param {number} size
 */
function createSquare(cell, size) {
  const disc = svg("svg", {class: "disc", viewBox: "0 0 40 40"}, svg("circle", {cx: 20, cy: 20, r: 17}));
  return {disc, spot: createSpot({cell, x: cell % size, y: Math.floor(cell / size)}, "square", disc)};
}

/** @param {...HTMLElement} cells */
function row(...cells) {
  return h("div", {class: "square-row", role: "row"}, ...cells);
}

/**
 * @param {"columnheader" | "rowheader" | "cell"} role
 * @param {string} text
 */
function edge(role, text) {
  return h("span", {class: "edge", role}, text);
}

/**
 * What the names of a column, and those of a row, have in common: `f` and `5` of `f5`.
 *
 * @param {string[]} names
 * @param {number} size
 */
function coordinates(names, size) {
  const places = Array.from({length: size}, (_, place) => place);
  return {
    columns: places.map((x) => shared(places.map((y) => names[y * size + x]))),
    rows: places.map((y) => shared(places.map((x) => names[y * size + x]))),
  };
}

/** @param {string[]} names */
function shared(names) {
  const reversed = names.map((name) => [...name].reverse().join(""));
  const end = [...beginning(reversed)].reverse().join("");
  return (beginning(names) || end).trim();
}

/** @param {string[]} names */
function beginning([first, ...others]) {
  let length = first.length;
  for (const name of others) {
    while (!name.startsWith(first.slice(0, length))) length -= 1;
  }
  return first.slice(0, length);
}
