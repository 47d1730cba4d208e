// @ts-check
/**
 * A board: shows positions, animates what happens between them, and lets cells be picked or edited.
 * It knows no rules: it is told positions, moves and which cells are legal.
 */

import {createStage, isStill} from "./animation.js";
import {h, refill} from "./dom.js";
import {createPicking} from "./picking.js";
import {createPits} from "./pits.js";
import {setMark, setNote} from "./spot.js";
import {createSquares} from "./squares.js";
import {createTextBoard} from "./text_board.js";

/** @import {Script, Stage} from "./animation.js" */
/** @import {Mark, Spot} from "./spot.js" */
/** @import {Cells, Layout, Ply, Side} from "./types.js" */

/**
 * @typedef {object} FaceOptions
 * @property {string[]} names A name for each cell, in the order of Cells.
 * @property {{south: string, north: string}} seats Who sits there.
 * @property {boolean} turned Drawn as North sees it. Squares stay: nobody turns their board.
 * @property {string} title What a screen reader calls the board.
 *
 * @typedef {object} Face What a family of games draws.
 * @property {HTMLElement} element
 * @property {Spot[]} spots
 * @property {(cells: number[]) => void} [admit] Before these can be picked.
 * @property {(cells: Cells) => void} draw
 * @property {(cells: Cells, cell: number, up: boolean) => Cells} changed After a click of an editor.
 * @property {(before: Cells, after: Cells, ply: Ply, stage: Stage) => Script} script
 * @property {(cells: Cells, side: Side) => number | null} score Where the board itself shows none.
 *
 * @typedef {object} BoardOptions
 * @property {string[]} names
 * @property {{south: string, north: string}} seats
 * @property {boolean} [turned]
 * @property {string} [title]
 * @property {(cell: number) => void} [onPick] For cells that were made legal.
 * @property {(cells: Cells) => void} [onEdit] After each change while the board is edited.
 *
 * @typedef {{side: Side, cell: number | null}} LastPly
 * @typedef {{turn?: Side | null, last?: LastPly | null}} Showing
 * @typedef {ReturnType<typeof createBoard>} Board
 */

/** @type {Side[]} */
const SIDES = ["south", "north"];

/**
 * @param {Layout} layout
 * @param {BoardOptions} options
 */
export function createBoard(layout, {names, seats, turned = false, title = "Board", onPick, onEdit}) {
  const face = createFace(layout, {names, seats, turned, title});
  const layer = h("div", {class: "flights", "aria-hidden": true});
  const stage = createStage(layer);
  const seat = {south: createSeat("south", seats, layout), north: createSeat("north", seats, layout)};
  const [top, bottom] = turned ? SIDES : [...SIDES].reverse();
  const frame = h("div", {class: "board-frame"}, seat[top].element, face.element, seat[bottom].element, layer);
  const taking = h("button", {type: "button", class: "quiet", "aria-pressed": false, onclick: toggleTaking}, "Take stones away");
  const tools = h("div", {class: "board-tools", hidden: true}, layout.family === "pits" && taking);
  const element = h("div", {class: `board is-${layout.family}`, tabindex: -1}, frame, tools);
  const picking = createPicking(element, face.spots, pick);

  /** @type {Cells} */
  let shown = layout.family === "pits" ? [] : "";
  /** @type {number[]} */
  let legal = [];
  let editing = false;
  // Each show or play ends the one before.
  let turnOfShow = 0;

  /** @param {Cells} cells */
  function draw(cells) {
    shown = cells;
    face.draw(cells);
    for (const side of SIDES) seat[side].setScore(face.score(cells, side));
  }

  /**
   * Shows a position at once.
   *
   * @param {Cells} cells
   * @param {Showing} [showing]
   */
  function show(cells, {turn = null, last = null} = {}) {
    turnOfShow += 1;
    stage.stop();
    draw(cells);
    mark(last && last.cell !== null ? [last.cell] : [], "last");
    for (const side of SIDES) seat[side].setTurn(side === turn);
  }

  /**
   * Animates a ply. The promise resolves when it has ended, or when something else is shown.
   *
   * @param {Cells} before
   * @param {Cells} after
   * @param {Ply} ply
   * @param {{speed?: number, turn?: Side | null}} [options] `turn`: the side to move after it.
   */
  async function play(before, after, ply, {speed = 1, turn = null} = {}) {
    const then = {turn, last: ply};
    if (speed <= 0 || isStill() || before.length !== after.length) return show(after, then);
    show(before, {turn: ply.side, last: ply});
    const mine = turnOfShow;
    await stage.run(face.script(before, after, ply, stage), speed);
    if (mine === turnOfShow) show(after, then);
  }

  /**
   * Says which cells can be picked; null: none.
   *
   * @param {Iterable<number> | null} cells
   */
  function setLegal(cells) {
    legal = [...(cells ?? [])];
    face.admit?.(legal);
    if (!editing) picking.offerCells(legal);
  }

  /**
   * Marks these cells, and no others in this way.
   *
   * @param {Iterable<number>} cells
   * @param {Mark} kind
   */
  function mark(cells, kind) {
    const marked = new Set(cells);
    for (const spot of face.spots) setMark(spot, kind, marked.has(spot.cell));
  }

  /**
   * Writes a short text on cells, and takes it from all others.
   *
   * @param {Map<number, string> | null} texts
   */
  function annotate(texts) {
    for (const spot of face.spots) setNote(spot, texts?.get(spot.cell) ?? "");
  }

  /**
   * Lets clicks change what the cells hold.
   *
   * @param {boolean} on
   */
  function edit(on) {
    editing = on;
    tools.hidden = !on || layout.family !== "pits";
    element.classList.toggle("is-edited", on);
    picking.offerCells(on ? face.spots.map(({cell}) => cell) : legal);
  }

  /**
   * @param {number} cell
   * @param {boolean} up
   */
  function change(cell, up) {
    turnOfShow += 1;
    stage.stop();
    draw(face.changed(shown, cell, up));
    onEdit?.(shown);
  }

  /**
   * @param {Spot} spot
   * @param {Event} event
   */
  function pick({cell}, event) {
    const down = (event instanceof MouseEvent && event.shiftKey) || taking.getAttribute("aria-pressed") === "true";
    if (editing) change(cell, !down);
    else onPick?.(cell);
  }

  function toggleTaking() {
    taking.setAttribute("aria-pressed", String(taking.getAttribute("aria-pressed") !== "true"));
  }

  element.addEventListener("contextmenu", (event) => {
    const spot = editing && picking.spotOf(event);
    if (!spot) return;
    event.preventDefault();
    change(spot.cell, false);
  });
  element.addEventListener("keydown", (event) => {
    const spot = editing && picking.spotOf(event);
    if (!spot || !["+", "-"].includes(event.key)) return;
    event.preventDefault();
    change(spot.cell, event.key === "+");
  });

  return {element, show, play, setLegal, mark, annotate, edit, cells: () => shown};
}

/**
 * @param {Layout} layout
 * @param {FaceOptions} options
 * @returns {Face}
 */
function createFace(layout, options) {
  if (layout.family === "pits") return createPits(layout.size, options);
  if (layout.family === "squares") return createSquares(layout.size, layout.black, options);
  return createTextBoard(options);
}

/**
 * The line of a player: the name, the score, and whether it is the player's turn.
 *
 * @param {Side} side
 * @param {{south: string, north: string}} seats
 * @param {Layout} layout
 */
function createSeat(side, seats, layout) {
  const colour = layout.family === "squares" && (layout.black === side ? "black" : "white");
  const score = h("span", {class: "seat-score number"});
  const turn = h("span", {class: "seat-turn"});
  const element = h(
    "div",
    {class: `seat is-${side}`},
    colour && h("span", {class: `seat-disc is-${colour}`, role: "img", "aria-label": colour}),
    h("span", {class: "seat-name"}, seats[side]),
    score,
    turn,
  );
  return {
    element,
    /** @param {number | null} points */
    setScore: (points) => refill(score, points),
    /** @param {boolean} on */
    setTurn: (on) => {
      element.classList.toggle("is-to-move", on);
      refill(turn, on && "to move");
    },
  };
}
