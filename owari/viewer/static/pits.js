// @ts-check
/** The board of a sowing game: two rows of pits and a goal at each end. */

import {h, svg} from "./dom.js";
import {across, deriveSowing} from "./sowing.js";
import {createSpot, describe} from "./spot.js";

/** @import {Moment, Script, Stage} from "./animation.js" */
/** @import {FaceOptions} from "./board.js" */
/** @import {Transfer} from "./sowing.js" */
/** @import {Spot} from "./spot.js" */
/** @import {Cells, Ply} from "./types.js" */

/** @typedef {Transfer & {at: number}} Flight `at`: milliseconds at speed 1. */

/** So many seeds are drawn; the number tells of the others. */
const DRAWN = {pit: 12, goal: 24};
/** How far the seeds lie from the middle of a hollow, in percent of its width and height. */
const SPREAD = {pit: 33, goal: 37};
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

/** Milliseconds at speed 1. */
const FLIGHT = 300;
const BETWEEN_STONES = 150;
const LONGEST_SOWING = 2400;
const PAUSE = 180;
const TURN_ROUND = 800;

/** Draws stones, and how they are sown. */
export class Pits {
  #size;
  #names;
  #seats;
  #pits;
  /** @type {number[]} */
  #shown = [];

  /**
   * @param {number} size Pits a side.
   * @param {FaceOptions} options
   */
  constructor(size, {names, seats, turned, title}) {
    this.#size = size;
    this.#names = names;
    this.#seats = seats;
    this.#pits = layOut(size, turned).map((place) => createPit(place, isGoal(place.cell, size), names[place.cell]));
    this.spots = this.#pits.map(({spot}) => spot);
    const owners = turned ? [seats.south, seats.north] : [seats.north, seats.south];
    const rows = owners.map((owner, y) => row(owner, this.spots.filter((spot) => spot.y === y)));
    this.element = h("div", {class: "pits", role: "table", "aria-label": title}, ...rows);
    this.element.style.setProperty("--pits", String(size));
    this.element.classList.toggle("is-wide", size > 4);
  }

  /** @param {Cells} cells */
  draw(cells) {
    stonesOf(cells).forEach((stones, cell) => this.#set(cell, stones));
  }

  /**
   * A stone more or less.
   *
   * @param {Cells} cells
   * @param {number} cell
   * @param {boolean} up
   */
  changed(cells, cell, up) {
    const next = [...stonesOf(cells)];
    next[cell] = Math.max(0, next[cell] + (up ? 1 : -1));
    return next;
  }

  /**
   * So many stones.
   *
   * @param {Cells} cells
   * @param {number} cell
   * @param {number} stones
   */
  counted(cells, cell, stones) {
    return stonesOf(cells).map((each, at) => (at === cell ? stones : each));
  }

  /** None: the goals show it. */
  score() {
    return null;
  }

  /**
   * The stones are sown one by one, then captured, then swept. A ply without a pit is a swap.
   *
   * @param {Cells} before
   * @param {Cells} after
   * @param {Ply} ply
   * @param {Stage} stage
   * @returns {Script}
   */
  script(before, after, {cell: pit}, stage) {
    if (pit === null) return turnRound(this.element, stage);
    const {sown, captured, swept} = deriveSowing(stonesOf(before), stonesOf(after), pit);
    const step = Math.min(BETWEEN_STONES, LONGEST_SOWING / sown.length);
    /** @type {Flight[]} */
    const flights = sown.map((to, number) => ({from: pit, to, stones: 1, at: number * step}));
    for (const transfers of [captured, swept]) {
      const start = landing(flights) + PAUSE;
      flights.push(...transfers.map((transfer, number) => ({...transfer, at: start + (number * step) / 2})));
    }
    const moments = flights.flatMap((flight) => this.#moments(flight, stage));
    return {moments: moments.sort((one, other) => one.at - other.at), length: landing(flights) + PAUSE};
  }

  /**
   * @param {Flight} flight
   * @param {Stage} stage
   * @returns {Moment[]}
   */
  #moments({from, to, stones, at}, stage) {
    const leave = () => {
      this.#set(from, this.#shown[from] - stones);
      stage.fly(flyingSeeds(stones), this.#pits[from].seeds, this.#pits[to].seeds, FLIGHT);
    };
    const land = () => this.#set(to, this.#shown[to] + stones);
    return [{at, act: leave}, {at: at + FLIGHT, act: land}];
  }

  /**
   * @param {number} cell
   * @param {number} stones
   */
  #set(cell, stones) {
    if (this.#shown[cell] === stones) return;
    this.#shown[cell] = stones;
    const {spot, seeds, count} = this.#pits[cell];
    count.textContent = String(stones);
    const goal = isGoal(cell, this.#size);
    drawSeeds(seeds, stones, goal ? "goal" : "pit");
    const owner = cell <= this.#size ? this.#seats.south : this.#seats.north;
    const what = goal ? `goal of ${owner}` : `pit ${this.#names[cell]}`;
    describe(spot, `${what}: ${stones} ${stones === 1 ? "stone" : "stones"}`);
  }
}

/**
 * Where each cell lies. The goals are at both ends: the left one belongs to the row at the top.
 *
 * @param {number} size
 * @param {boolean} turned
 */
function layOut(size, turned) {
  return Array.from({length: 2 * size + 2}, (_, cell) => {
    const place = turned ? across(cell, size) : cell;
    if (isGoal(cell, size)) return place === size ? {cell, x: size + 1, y: 1} : {cell, x: 0, y: 0};
    return place < size ? {cell, x: place + 1, y: 1} : {cell, x: 2 * size + 1 - place, y: 0};
  });
}

/**
 * @param {number} cell
 * @param {number} size
 */
function isGoal(cell, size) {
  return cell === size || cell === 2 * size + 1;
}

/**
 * @param {{cell: number, x: number, y: number}} place
 * @param {boolean} goal
 * @param {string} label
 */
function createPit(place, goal, label) {
  const seeds = svg("svg", {class: "hollow"});
  const count = h("span", {class: "count"});
  const name = h("span", {class: "name"}, goal ? "" : label);
  const where = goal ? (place.x ? "is-right" : "is-left") : place.y ? "is-bottom" : "is-top";
  return {spot: createSpot(place, `${goal ? "goal" : "pit"} ${where}`, name, seeds, count), seeds, count};
}

/**
 * @param {string} owner
 * @param {Spot[]} spots
 */
function row(owner, spots) {
  const head = h("span", {class: "visually-hidden", role: "rowheader"}, owner);
  const inOrder = [...spots].sort((one, other) => one.x - other.x);
  return h("div", {class: "pit-row", role: "row"}, head, ...inOrder.map((spot) => spot.element));
}

/**
 * Lays seeds as the seeds of a sunflower lie, so that a further one moves no other.
 *
 * @param {SVGSVGElement} picture
 * @param {number} stones
 * @param {"pit" | "goal"} kind
 */
function drawSeeds(picture, stones, kind) {
  const wanted = Math.min(stones, DRAWN[kind]);
  while (picture.childElementCount > wanted) picture.lastElementChild?.remove();
  while (picture.childElementCount < wanted) {
    const number = picture.childElementCount;
    const distance = SPREAD[kind] * Math.sqrt((number + 0.4) / DRAWN[kind]);
    const x = 50 + distance * Math.cos(number * GOLDEN_ANGLE);
    const y = 50 + distance * Math.sin(number * GOLDEN_ANGLE);
    picture.append(svg("circle", {class: "seed", cx: `${x}%`, cy: `${y}%`, r: "0.08em"}));
  }
}

/** @param {number} stones */
function flyingSeeds(stones) {
  const picture = svg("svg", {class: "hollow"});
  drawSeeds(picture, stones, "pit");
  return h("div", {class: "flying"}, picture);
}

/**
 * When the last of the stones arrives.
 *
 * @param {Flight[]} flights
 */
function landing(flights) {
  return Math.max(0, ...flights.map(({at}) => at + FLIGHT));
}

/**
 * A swap turns the board round; the seats stay. On its way it gets smaller, so that it
 * stays on the page.
 *
 * @param {HTMLElement} board
 * @param {Stage} stage
 * @returns {Script}
 */
function turnRound(board, stage) {
  const {width, height} = board.getBoundingClientRect();
  const small = Math.min(width / height, height / width);
  const frames = [{transform: "none"}, {transform: `rotate(90deg) scale(${small})`}, {transform: "rotate(180deg)"}];
  return {moments: [{at: 0, act: () => stage.animate(board, frames, TURN_ROUND)}], length: TURN_ROUND};
}

/**
 * @param {Cells} cells
 * @returns {number[]}
 */
function stonesOf(cells) {
  return /** @type {number[]} */ (cells);
}
