// @ts-check
/**
 * The time that both sides have used. The clock of the side to move runs.
 *
 * @typedef {import("./table_types.js").TableState} TableState
 * @typedef {import("./types.js").Side} Side
 */

import {h} from "./dom.js";

/** @type {Side[]} */
const SIDES = ["south", "north"];

export function createClocks() {
  const times = {south: h("span", {class: "time"}), north: h("span", {class: "time"})};
  const owners = {south: h("span", {class: "clock-name"}), north: h("span", {class: "clock-name"})};
  const clock = {south: face("south"), north: face("north")};
  /** @type {TableState | null} */
  let state = null;
  let began = 0;
  /** Whose turn the board shows. @type {Side | null} */
  let lit = null;
  /** Whether nobody knows what happens at the table: no clock runs on. */
  let stopped = false;

  /** @param {Side} side */
  function face(side) {
    return h("span", {class: `clock ${side}`}, owners[side], " ", times[side]);
  }

  function tick() {
    if (!state || stopped) return;
    for (const side of SIDES) {
      const runs = lit === side;
      const more = runs && state.turn === side ? (performance.now() - began) / 1000 : 0;
      times[side].textContent = written(state.clocks[side] + more);
      clock[side].classList.toggle("runs", runs);
    }
  }

  setInterval(tick, 500);
  return {
    element: h("p", {class: "table-clocks number"}, "Time used: ", clock.south, " ", clock.north),
    /** @param {boolean} connected */
    connect(connected) {
      stopped = !connected;
      for (const side of SIDES) clock[side].classList.toggle("runs", connected && lit === side);
      tick();
    },
    /**
     * @param {TableState} next
     * @param {Side | null} [moving] Whose stones are still on their way: the board says that this
     *   side is to move, and so does its clock.
     */
    show(next, moving = null) {
      lit = moving ?? next.turn;
      for (const side of SIDES) owners[side].textContent = next.game[side];
      if (next !== state) began = performance.now() - next.spent * 1000;
      state = next;
      tick();
    },
  };
}

/**
 * `1:05`
 *
 * @param {number} seconds
 */
function written(seconds) {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
