// @ts-check
/**
 * The head of a relay's table: who plays, which game of the match it is, the time used, and whether
 * the server answers.
 *
 * @typedef {import("./table_types.js").TableState} TableState
 * @typedef {import("./types.js").Side} Side
 * @typedef {object} RelayHead
 * @property {HTMLElement} element
 * @property {(state: TableState) => void} show
 * @property {(connected: boolean) => void} connect
 */

import {h} from "./dom.js";

const LOST = "No connection. Every move shown is saved; the page comes back by itself.";

/** @returns {RelayHead} */
export function createRelayHead() {
  const title = h("h1");
  const match = h("p", {class: "match"});
  const clocks = h("p", {class: "clocks number"});
  const connection = h("p", {class: "note warn", role: "status", hidden: true}, LOST);
  /** @type {TableState | null} */
  let state = null;
  let since = 0;

  function tick() {
    if (!state) return;
    const elapsed = state.over ? 0 : (performance.now() - since) / 1000;
    const used = (/** @type {Side} */ side) =>
      clock((state?.clocks[side] ?? 0) + (state?.turn === side ? elapsed : 0));
    clocks.textContent = `Time used: we ${used("south")}, they ${used("north")}`;
  }

  setInterval(tick, 1000);
  return {
    element: h(
      "header",
      {class: "relay-head"},
      title,
      match,
      clocks,
      connection,
    ),
    show(next) {
      if (!state || state.game.plies.length !== next.game.plies.length || state.turn !== next.turn) {
        since = performance.now();
      }
      state = next;
      const {game} = next;
      title.textContent = `${game.south} against ${game.north}`;
      match.textContent = next.match ? matchText(next.match) : "";
      match.hidden = !next.match;
      document.title = `${game.south} against ${game.north} - Relay`;
      tick();
    },
    connect(connected) {
      connection.hidden = connected;
    },
  };
}

/** @param {{index: number, count: number, score: string}} match */
function matchText({index, count, score}) {
  return [`Game ${index + 1} of ${count}`, score].filter(Boolean).join(" · ");
}

/**
 * `1:05`
 *
 * @param {number} seconds
 */
function clock(seconds) {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
