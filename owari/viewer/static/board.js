// @ts-check
/**
 * A board: shows positions, animates what happens between them, and lets cells be picked or edited.
 * It knows no rules: it is told positions, moves and which cells are legal.
 */

import {Stage, isStill} from "./animation.js";
import {h, refill} from "./dom.js";
import {Picking} from "./picking.js";
import {Pits} from "./pits.js";
import {createSpot, describe, setMark, setNote} from "./spot.js";
import {Squares} from "./squares.js";

/** @import {Script} from "./animation.js" */
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
 * @property {(cells: Cells, cell: number, stones: number) => Cells} [counted] After a number of an
 *   editor, where cells have numbers.
 * @property {(before: Cells, after: Cells, ply: Ply, stage: Stage) => Script} script
 * @property {(cells: Cells, side: Side) => number | null} score Where the board itself shows none.
 *
 * @typedef {object} BoardOptions
 * @property {string[]} names
 * @property {{south: string, north: string}} seats
 * @property {{south: HTMLElement, north: HTMLElement}} [asides] At the end of each seat's line.
 * @property {boolean} [turned]
 * @property {string} [title]
 * @property {(cell: number) => void} [onPick] For cells that were made legal.
 * @property {(cells: Cells) => void} [onEdit] After each change while the board is edited.
 *
 * @typedef {{cell: number | null}} LastPly
 * @typedef {{turn?: Side | null, last?: LastPly | null}} Showing
 */

/** @type {Side[]} */
const SIDES = ["south", "north"];

/**
 * @param {Layout} layout
 * @param {BoardOptions} options
 */
export function createBoard(layout, options) {
  return new Board(layout, options);
}

/** Made by `createBoard`. */
export class Board {
  #face;
  #stage;
  #seats;
  #tools;
  #picking;
  #options;
  /** @type {Cells} */
  #shown = "";
  /** @type {number[]} */
  #legal = [];
  #editing = false;
  /** @type {Spot | undefined} The cell that an editor has chosen. */
  #chosen;
  /** The digits that were given for it. */
  #digits = "";
  /** Each show or play ends the one before. */
  #showing = 0;

  /**
   * @param {Layout} layout
   * @param {BoardOptions} options
   */
  constructor(layout, options) {
    const {names, seats, turned = false, title = "Board"} = options;
    this.#options = options;
    this.#face = createFace(layout, {names, seats, turned, title});
    this.#seats = {south: createSeat("south", options, layout), north: createSeat("north", options, layout)};
    const [top, bottom] = turned ? SIDES : [...SIDES].reverse();
    const layer = h("div", {class: "flights", "aria-hidden": true});
    this.#stage = new Stage(layer);
    this.#tools = createTools({onDigit: (digit) => this.#count(digit), onStep: (up) => this.#step(this.#chosen, up)});
    const frame = h("div", {class: "board-frame"}, this.#seats[top].element, this.#face.element, this.#seats[bottom].element, layer);
    this.element = h("div", {class: `board is-${layout.family}`, tabindex: -1}, frame, this.#tools.element);
    this.#picking = new Picking(this.element, this.#face.spots, (spot, event) => this.#pick(spot, event));
    this.element.addEventListener("contextmenu", (event) => this.#change(event, false));
    this.element.addEventListener("focusin", (event) => {
      const spot = this.#editing && this.#picking.spotOf(event);
      if (spot) this.#choose(spot);
    });
    this.element.addEventListener("keydown", (event) => this.#press(event));
  }

  /** The cells as shown. */
  cells() {
    return this.#shown;
  }

  /**
   * Shows a position at once.
   *
   * @param {Cells} cells
   * @param {Showing} [showing]
   */
  show(cells, {turn = null, last = null} = {}) {
    this.#draw(cells);
    this.mark(last && last.cell !== null ? [last.cell] : [], "last");
    for (const side of SIDES) this.#seats[side].setTurn(side === turn);
  }

  /**
   * Animates a ply. The promise resolves when it has ended, or when something else is shown. Until
   * all stones lie still, who moved is to move.
   *
   * @param {Cells} before
   * @param {Cells} after
   * @param {Ply} ply
   * @param {{speed?: number, turn?: Side | null}} [options] `turn`: the side to move after it.
   */
  async play(before, after, ply, {speed = 1, turn = null} = {}) {
    const then = {turn, last: ply};
    if (speed <= 0 || isStill()) return this.show(after, then);
    this.show(before, {turn: ply.side, last: ply});
    const mine = this.#showing;
    await this.#stage.run(this.#face.script(before, after, ply, this.#stage), speed);
    if (mine === this.#showing) this.show(after, then);
  }

  /**
   * Says which cells can be picked; null: none.
   *
   * @param {Iterable<number> | null} cells
   */
  setLegal(cells) {
    this.#legal = [...(cells ?? [])];
    this.#face.admit?.(this.#legal);
    if (!this.#editing) this.#picking.offer(this.#legal);
  }

  /**
   * Marks these cells, and no others in this way.
   *
   * @param {Iterable<number>} cells
   * @param {Mark} kind
   */
  mark(cells, kind) {
    const marked = new Set(cells);
    for (const spot of this.#face.spots) setMark(spot, kind, marked.has(spot.cell));
  }

  /**
   * Writes a short text on cells, and takes it from all others.
   *
   * @param {Map<number, string> | null} texts
   */
  annotate(texts) {
    for (const spot of this.#face.spots) setNote(spot, texts?.get(spot.cell) ?? "");
  }

  /**
   * Lets clicks change what the cells hold.
   *
   * @param {boolean} on
   */
  edit(on) {
    this.#editing = on;
    this.#choose(undefined);
    this.#tools.element.hidden = !on;
    this.element.classList.toggle("is-edited", on);
    this.#picking.offer(on ? this.#face.spots.map(({cell}) => cell) : this.#legal);
  }

  /** @param {Cells} cells */
  #draw(cells) {
    this.#showing += 1;
    this.#stage.stop();
    this.#shown = cells;
    this.#face.draw(cells);
    for (const side of SIDES) this.#seats[side].setScore(this.#face.score(cells, side));
  }

  /**
   * @param {Spot} spot
   * @param {MouseEvent} event
   */
  #pick({cell}, event) {
    if (!this.#editing) this.#options.onPick?.(cell);
    else if (this.#face.counted && isTouch(event)) this.#choose(this.#picking.spotOf(event) || undefined);
    else this.#change(event, !event.shiftKey);
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "+" || event.key === "-") this.#change(event, event.key === "+");
    else if (/^\d$/.test(event.key) && this.#editing && this.#picking.spotOf(event)) this.#count(event.key);
  }

  /**
   * The cell that digits are for.
   *
   * @param {Spot | undefined} spot
   */
  #choose(spot) {
    if (!this.#face.counted) return;
    this.#digits = "";
    this.#chosen = spot;
    this.mark(spot ? [spot.cell] : [], "chosen");
    this.#tools.show(spot);
  }

  /**
   * Takes a digit of the number of stones in the chosen cell: `1`, then `2` for 12.
   *
   * @param {string} digit
   */
  #count(digit) {
    const {counted} = this.#face;
    if (!counted || !this.#chosen) return;
    this.#digits = this.#digits.length < LONGEST_NUMBER ? this.#digits + digit : digit;
    this.#edited(counted.call(this.#face, this.#shown, this.#chosen.cell, Number(this.#digits)));
  }

  /**
   * @param {Spot | undefined} spot
   * @param {boolean} up
   */
  #step(spot, up) {
    if (!spot) return;
    if (spot !== this.#chosen) this.#choose(spot);
    this.#digits = "";
    this.#edited(this.#face.changed(this.#shown, spot.cell, up));
  }

  /** @param {Cells} cells */
  #edited(cells) {
    this.#draw(cells);
    this.#tools.show(this.#chosen);
    this.#options.onEdit?.(this.#shown);
  }

  /**
   * Changes, while the board is edited, the cell that the event is about.
   *
   * @param {Event} event
   * @param {boolean} up
   */
  #change(event, up) {
    const spot = this.#editing && this.#picking.spotOf(event);
    if (!spot) return;
    event.preventDefault();
    this.#step(spot, up);
  }
}

/**
 * @param {Layout} layout
 * @param {FaceOptions} options
 * @returns {Face}
 */
function createFace(layout, options) {
  if (layout.family === "pits") return new Pits(layout.size, options);
  if (layout.family === "squares") return new Squares(layout.size, layout.black, options);
  return new TextBoard(options);
}

/**
 * The board of a game that has no drawing of its own: the text of the position, and a button for each
 * legal move below it.
 */
class TextBoard {
  #names;
  #text = h("div", {class: "position-text", role: "cell"});
  #choices = h("div", {role: "row", class: "choices", hidden: true});
  /** @type {Spot[]} */
  spots = [];

  /** @param {FaceOptions} options */
  constructor({names, title}) {
    this.#names = names;
    const position = h("div", {role: "row"}, this.#text);
    this.element = h("div", {class: "text-board", role: "table", "aria-label": title}, position, this.#choices);
  }

  /** @param {Cells} cells */
  draw(cells) {
    this.#text.textContent = String(cells);
  }

  /**
   * Gets a spot for each move that is legal for the first time, as the text has no places for them.
   *
   * @param {number[]} cells
   */
  admit(cells) {
    for (const cell of cells.filter((cell) => !this.spots.some((spot) => spot.cell === cell))) {
      const name = this.#names[cell] ?? String(cell);
      const spot = createSpot({cell, x: cell, y: 0}, "choice", h("span", {}, name));
      describe(spot, name);
      this.spots.push(spot);
    }
    this.spots.sort((one, other) => one.cell - other.cell);
    this.#choices.replaceChildren(...this.spots.map((spot) => spot.element));
    this.#choices.hidden = !cells.length;
  }

  /**
   * A text is not edited.
   *
   * @param {Cells} cells
   */
  changed(cells) {
    return cells;
  }

  /** None: nothing moves. @returns {Script} */
  script() {
    return {moments: [], length: 0};
  }

  /** None: the text says it. */
  score() {
    return null;
  }
}

/** Digits of a number of stones. */
const LONGEST_NUMBER = 2;
const NONE_CHOSEN = "No pit chosen yet.";

/**
 * Whether a finger or a pen makes the event: they have no right button.
 *
 * @param {MouseEvent} event
 */
function isTouch(event) {
  return "pointerType" in event && ["touch", "pen"].includes(String(event.pointerType));
}

/**
 * What fingers need to edit a board: the number of stones in the chosen cell.
 *
 * @param {{onDigit: (digit: string) => void, onStep: (up: boolean) => void}} listeners
 */
function createTools({onDigit, onStep}) {
  const chosen = h("p", {class: "board-chosen"}, NONE_CHOSEN);
  const digits = [..."1234567890"].map((digit) => h("button", {type: "button", onclick: () => onDigit(digit)}, digit));
  const less = h("button", {type: "button", "aria-label": "One stone less", onclick: () => onStep(false)}, "−");
  const more = h("button", {type: "button", "aria-label": "One stone more", onclick: () => onStep(true)}, "+");
  const keys = [...digits.slice(0, 5), less, ...digits.slice(5), more];
  return {
    element: h("div", {class: "board-tools", hidden: true}, chosen, h("div", {class: "board-keys"}, ...keys)),
    /** @param {Spot | undefined} spot */
    show(spot) {
      chosen.textContent = spot ? capital(spot.contents) : NONE_CHOSEN;
      for (const key of keys) key.disabled = !spot;
    },
  };
}

/** @param {string} text */
function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * The line of a player: the name, the score, and whether it is the player's turn.
 *
 * @param {Side} side
 * @param {{seats: {south: string, north: string}, asides?: {south: HTMLElement, north: HTMLElement}}} options
 * @param {Layout} layout
 */
function createSeat(side, {seats, asides}, layout) {
  const colour = layout.family === "squares" && (layout.black === side ? "black" : "white");
  const disc = colour && h("span", {class: `seat-disc is-${colour}`, role: "img", "aria-label": colour});
  const score = h("span", {class: "seat-score number"});
  const turn = h("span", {class: "seat-turn"});
  const element = h("div", {class: `seat is-${side}`}, disc, h("span", {class: "seat-name"}, seats[side]), score, turn, asides?.[side]);
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
