// @ts-check
/** The board of a sowing game: two rows of pits and a goal at each end. */

import {h, svg} from "./dom.js";
import {across, deriveSowing} from "./sowing.js";
import {createSpot, describe} from "./spot.js";

/** @import {Moment, Script, Stage} from "./animation.js" */
/** @import {Face, FaceOptions} from "./board.js" */
/** @import {Spot} from "./spot.js" */
/** @import {Cells, Ply} from "./types.js" */
/** @import {Transfer} from "./sowing.js" */

/** So many seeds are drawn; the number tells of the others. */
const DRAWN = {pit: 12, goal: 24};
/** Milliseconds at speed 1. */
const FLIGHT = 300;
const BETWEEN_STONES = 150;
const LONGEST_SOWING = 2400;
const PAUSE = 180;
const TURN_ROUND = 800;

const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));
/** How far the seeds lie from the middle of a hollow, in percent of its width and height. */
const SPREAD = {pit: 33, goal: 37};

/**
 * @param {number} size Pits a side.
 * @param {FaceOptions} options
 * @returns {Face}
 */
export function createPits(size, {names, seats, turned, title}) {
  /** @type {number[]} */
  let shown = [];
  const places = layOut(size, turned);
  const pits = places.map((place) => createPit(place, size));
  const spots = pits.map(({spot}) => spot);
  pits.forEach(({name}, cell) => (name.textContent = isGoal(cell, size) ? "" : names[cell]));

  const owners = turned ? [seats.south, seats.north] : [seats.north, seats.south];
  const rows = owners.map((owner, y) => row(owner, spots.filter((spot) => spot.y === y)));
  const element = h("div", {class: "pits", role: "table", "aria-label": title}, ...rows);
  element.style.setProperty("--pits", String(size));
  if (size > 4) element.classList.add("is-wide");

  /**
   * @param {number} cell
   * @param {number} stones
   */
  function set(cell, stones) {
    if (shown[cell] === stones) return;
    shown[cell] = stones;
    const {spot, seeds, count} = pits[cell];
    count.textContent = String(stones);
    spot.element.classList.toggle("is-empty", stones === 0);
    drawSeeds(seeds, Math.min(stones, isGoal(cell, size) ? DRAWN.goal : DRAWN.pit));
    const owner = cell <= size ? seats.south : seats.north;
    const what = isGoal(cell, size) ? `goal of ${owner}` : `pit ${names[cell]}`;
    describe(spot, `${what}: ${stones} ${stones === 1 ? "stone" : "stones"}`);
  }

  /** @param {Cells} cells */
  function draw(cells) {
    stonesOf(cells).forEach((stones, cell) => set(cell, stones));
  }

  /**
   * @param {Cells} cells
   * @param {number} cell
   * @param {boolean} up
   */
  function changed(cells, cell, up) {
    const next = [...stonesOf(cells)];
    next[cell] = Math.max(0, next[cell] + (up ? 1 : -1));
    return next;
  }

  /**
   * @param {Cells} before
   * @param {Cells} after
   * @param {Ply} ply
   * @param {Stage} stage
   * @returns {Script}
   */
  function script(before, after, ply, stage) {
    if (ply.cell === null) return turnRound(element, stage);
    const {sown, captured, swept} = deriveSowing(stonesOf(before), stonesOf(after), ply.cell);
    const pit = ply.cell;
    const step = Math.min(BETWEEN_STONES, LONGEST_SOWING / sown.length);
    /** @type {Moment[]} */
    const moments = [];
    let length = 0;

    /**
     * @param {Transfer} transfer
     * @param {number} at
     */
    function carry({from, to, stones}, at) {
      moments.push({at, act: () => leave(from, to, stones)}, {at: at + FLIGHT, act: () => set(to, shown[to] + stones)});
      length = at + FLIGHT;
    }

    /**
     * @param {number} from
     * @param {number} to
     * @param {number} stones
     */
    function leave(from, to, stones) {
      set(from, shown[from] - stones);
      stage.fly(flyingSeeds(stones), hollow(from), hollow(to), FLIGHT);
    }

    sown.forEach((to, number) => carry({from: pit, to, stones: 1}, number * step));
    for (const transfers of [captured, swept]) {
      const start = length + PAUSE;
      transfers.forEach((transfer, number) => carry(transfer, start + (number * step) / 2));
    }
    moments.sort((one, other) => one.at - other.at);
    return {moments, length: length + PAUSE};
  }

  /** @param {number} cell */
  function hollow(cell) {
    return pits[cell].seeds;
  }

  return {element, spots, draw, changed, script, score: () => null};
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
 * @param {number} size
 */
function createPit(place, size) {
  const seeds = svg("svg", {class: "hollow"});
  const count = h("span", {class: "count"});
  const name = h("span", {class: "name"});
  const goal = isGoal(place.cell, size);
  const where = goal ? (place.x ? "is-right" : "is-left") : place.y ? "is-bottom" : "is-top";
  const spot = createSpot(place, `${goal ? "goal" : "pit"} ${where}`, name, seeds, count);
  return {spot, seeds, count, name};
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
 * @param {number} count
 */
function drawSeeds(picture, count) {
  while (picture.childElementCount > count) picture.lastElementChild?.remove();
  const kind = picture.closest(".goal") ? "goal" : "pit";
  while (picture.childElementCount < count) {
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
  drawSeeds(picture, Math.min(stones, DRAWN.pit));
  return h("div", {class: "flying pile"}, picture);
}

/**
 * A swap turns the board round; the seats stay.
 *
 * @param {HTMLElement} board
 * @param {Stage} stage
 * @returns {Script}
 */
function turnRound(board, stage) {
  const act = () => stage.animate(board, [{transform: "none"}, {transform: "rotate(180deg)"}], TURN_ROUND);
  return {moments: [{at: 0, act}], length: TURN_ROUND};
}

/**
 * @param {Cells} cells
 * @returns {number[]}
 */
function stonesOf(cells) {
  return /** @type {number[]} */ (cells);
}
