// @ts-check
/** The board of a game with discs: squares in rows, with their coordinates at the edges. */

import {h, svg} from "./dom.js";
import {createSpot, describe} from "./spot.js";

/** @import {Moment, Script, Stage} from "./animation.js" */
/** @import {Face, FaceOptions} from "./board.js" */
/** @import {Cells, Ply, Side} from "./types.js" */

/** Milliseconds at speed 1. */
const PLACING = 200;
const FLIP = 260;
const BETWEEN_FLIPS = 90;

/** What a click makes of a square while the board is edited. */
const CYCLE = ".SN";

/**
 * @param {number} size Squares a side.
 * @param {Side} black The side with the black discs.
 * @param {FaceOptions} options
 * @returns {Face}
 */
export function createSquares(size, black, {names, title}) {
  let shown = "";
  const squares = Array.from({length: size * size}, (_, cell) => {
    const disc = svg("svg", {class: "disc", viewBox: "0 0 40 40"}, svg("circle", {cx: 20, cy: 20, r: 17}));
    return {disc, spot: createSpot({cell, x: cell % size, y: Math.floor(cell / size)}, "square", disc)};
  });
  const spots = squares.map(({spot}) => spot);
  const {columns, rows} = coordinates(names, size);
  const element = h(
    "div",
    {class: "squares", role: "table", "aria-label": title},
    h("div", {role: "row", class: "square-row"}, edge("cell", ""), columns.map((text) => edge("columnheader", text))),
    rows.map((text, y) =>
      h("div", {role: "row", class: "square-row"}, edge("rowheader", text), spots.slice(y * size, (y + 1) * size).map((spot) => spot.element)),
    ),
  );
  element.style.setProperty("--squares", String(size));

  /**
   * @param {number} cell
   * @param {string} holder
   */
  function set(cell, holder) {
    const {disc, spot} = squares[cell];
    const colour = holder === "." ? "empty" : (holder === "S") === (black === "south") ? "black" : "white";
    disc.setAttribute("class", `disc is-${colour}`);
    describe(spot, `${names[cell]}: ${colour}`);
  }

  /** @param {Cells} cells */
  function draw(cells) {
    const text = String(cells);
    squares.forEach((_, cell) => text[cell] !== shown[cell] && set(cell, text[cell]));
    shown = text;
  }

  /**
   * @param {Cells} cells
   * @param {number} cell
   * @param {boolean} up
   */
  function changed(cells, cell, up) {
    const text = String(cells);
    const next = CYCLE.at((CYCLE.indexOf(text[cell]) + (up ? 1 : -1)) % CYCLE.length);
    return text.slice(0, cell) + next + text.slice(cell + 1);
  }

  /**
   * The disc is laid, then the others flip, the nearest first.
   *
   * @param {Cells} before
   * @param {Cells} after
   * @param {Ply} ply
   * @param {Stage} stage
   * @returns {Script}
   */
  function script(before, after, ply, stage) {
    const from = ply.cell ?? 0;
    const changes = spots.filter(({cell}) => before[cell] !== after[cell]);
    /** @type {Moment[]} */
    const moments = [];
    let length = 0;

    /**
     * @param {number} cell
     * @param {number} at
     */
    function turn(cell, at) {
      const holder = String(after)[cell];
      const laid = before[cell] === ".";
      const half = laid ? 0 : FLIP / 2;
      if (half) moments.push({at, act: () => stage.animate(squares[cell].disc, [{transform: "none"}, {transform: "rotateY(90deg)"}], half)});
      moments.push({at: at + half, act: () => reveal(cell, holder, laid)});
      length = Math.max(length, at + (laid ? PLACING : FLIP));
    }

    /**
     * @param {number} cell
     * @param {string} holder
     * @param {boolean} laid
     */
    function reveal(cell, holder, laid) {
      set(cell, holder);
      shown = shown.slice(0, cell) + holder + shown.slice(cell + 1);
      const first = laid ? {transform: "scale(1.5)", opacity: 0} : {transform: "rotateY(90deg)", opacity: 1};
      stage.animate(squares[cell].disc, [first, {transform: "none", opacity: 1}], laid ? PLACING : FLIP / 2);
    }

    for (const {cell, x, y} of changes) {
      const distance = Math.max(Math.abs(x - spots[from].x), Math.abs(y - spots[from].y));
      turn(cell, before[cell] === "." ? 0 : PLACING + distance * BETWEEN_FLIPS);
    }
    moments.sort((one, other) => one.at - other.at);
    return {moments, length};
  }

  return {element, spots, draw, changed, script, score: (cells, side) => String(cells).split(side === "south" ? "S" : "N").length - 1};
}

/**
 * @param {"columnheader" | "rowheader" | "cell"} role
 * @param {string} text
 */
function edge(role, text) {
  return h("span", {class: `edge is-${role}`, role}, text);
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
