// @ts-check
/** The controls below a board: step, play, scrub, speed. */

import {h, refill, svg} from "./dom.js";

/**
 * @typedef {object} Wishes
 * @property {(ply: number) => void} onGo
 * @property {(by: number) => void} onStep
 * @property {() => void} onPlay Play, or pause.
 * @property {(speed: number) => void} onSpeed
 * @property {() => void} onTurn Turn the board.
 */

/** Shapes in a square of 24. */
const ICONS = {
  first: "M6 5h2.5v14H6zM19 5v14l-9-7z",
  back: "M17 5v14L7 12z",
  play: "M7 4.5v15l12-7.5z",
  pause: "M6 5h4.2v14H6zM13.8 5H18v14h-4.2z",
  on: "M7 5v14l10-7z",
  last: "M15.5 5H18v14h-2.5zM5 5v14l9-7z",
  turn: "M8 4 4 8l4 4V9.5h7V6.5H8zM16 12v2.5H9v3h7V20l4-4z",
};

/** @type {[number, string][]} */
const SPEEDS = [
  [0.5, "Slow"],
  [1, "Normal"],
  [2, "Fast"],
  [4, "Very fast"],
  [0, "No animation"],
];

/**
 * @param {number} plies Of the game.
 * @param {number} speed
 * @param {Wishes} wishes
 * @param {HTMLElement | null} [extra] Another button.
 */
export function createControls(plies, speed, {onGo, onStep, onPlay, onSpeed, onTurn}, extra = null) {
  let count = plies;
  let shown = 0;
  const first = iconButton("first", "First position", "Home", () => onGo(0));
  const back = iconButton("back", "One ply back", "ArrowLeft", () => onStep(-1));
  const play = iconButton("play", "Play", "Space", onPlay);
  const on = iconButton("on", "One ply on", "ArrowRight", () => onStep(1));
  const last = iconButton("last", "Last position", "End", () => onGo(count));
  const turn = iconButton("turn", "Turn the board", "", onTurn);
  play.classList.add("primary");
  const scrubber = h("input", {type: "range", class: "scrubber", min: 0, max: count, step: 1, "aria-label": "Ply", oninput: () => (isDragged() ? onGo(Number(scrubber.value)) : (scrubber.value = String(shown)))});
  const isDragged = listenForDrags(scrubber);
  const place = h("output", {class: "place number"});
  const speeds = SPEEDS.some(([factor]) => factor === speed) ? SPEEDS : [[speed, `${speed} ×`], ...SPEEDS];
  const options = speeds.map(([value, label]) => h("option", {value}, label));
  const field = h("select", {value: speed, "aria-label": "Speed", onchange: () => onSpeed(Number(field.value))}, options);
  const element = h(
    "div",
    {class: "controls no-print", role: "group", "aria-label": "Replay"},
    h("div", {class: "control-row"}, scrubber, place),
    h("div", {class: "control-row"}, h("div", {class: "steps"}, first, back, play, on, last), h("div", {class: "extras"}, extra, field, turn)),
  );

  /**
   * @param {number} ply
   * @param {string} text What the ply is, for a screen reader on the scrubber.
   * @param {{tried: boolean, ends: boolean}} where Whether other moves led on from there, and
   *   whether nothing follows.
   */
  function mark(ply, text, {tried, ends}) {
    shown = ply;
    scrubber.value = String(ply);
    scrubber.setAttribute("aria-valuetext", text);
    scrubber.classList.toggle("is-left", tried);
    place.textContent = tried ? `after ${ply}` : `${ply} / ${count}`;
    // A button that has the focus keeps it: disabled it would lose it.
    for (const button of [first, back]) button.setAttribute("aria-disabled", String(ply === 0 && !tried));
    on.setAttribute("aria-disabled", String(ends));
    last.setAttribute("aria-disabled", String(ply === count && !tried));
  }

  /** @param {boolean} playing */
  function setPlaying(playing) {
    const name = playing ? "Pause" : "Play";
    refill(play, icon(playing ? "pause" : "play"));
    play.setAttribute("aria-label", name);
    play.title = `${name} (Space)`;
  }

  /** The game has more plies. @param {number} plies */
  function grow(plies) {
    count = plies;
    scrubber.max = String(plies);
  }

  return {element, mark, grow, setPlaying};
}

/**
 * @param {keyof typeof ICONS} name
 * @param {string} label
 * @param {string} key
 * @param {() => void} onclick
 */
function iconButton(name, label, key, onclick) {
  const title = key ? `${label} (${key})` : label;
  const keys = key ? {"aria-keyshortcuts": key} : {};
  return h("button", {type: "button", "aria-label": label, title, onclick, ...keys}, icon(name));
}

/** @param {keyof typeof ICONS} name */
function icon(name) {
  return svg("svg", {viewBox: "0 0 24 24", "aria-hidden": true}, svg("path", {d: ICONS[name]}));
}

/** A finger that has moved less may begin to scroll the page. */
const DRAG = 8;

/**
 * Tells a finger that drags a slider from one that scrolls the page, or has come down on it.
 *
 * @param {HTMLInputElement} slider
 * @returns {() => boolean} Whether the slider may change now: always, but for a finger that does not drag it.
 */
function listenForDrags(slider) {
  let dragged = true;
  let [x, y] = [0, 0];
  slider.addEventListener("pointerdown", ({pointerType, clientX, clientY}) => {
    dragged = pointerType !== "touch";
    [x, y] = [clientX, clientY];
  });
  slider.addEventListener("pointermove", ({clientX, clientY}) => {
    const across = Math.abs(clientX - x);
    dragged ||= across > DRAG && across > Math.abs(clientY - y);
  });
  // Keys change it too, but the last change of a finger comes when the finger has left.
  slider.addEventListener("keydown", () => (dragged = true));
  return () => dragged;
}
