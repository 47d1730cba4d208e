// @ts-check
/**
 * The head of a relay's table: who plays, which game of the match it is, the time used, and whether
 * the server answers.
 *
 * @typedef {import("./table_types.js").TableState} TableState
 * @typedef {object} RelayHead
 * @property {HTMLElement} element
 * @property {(state: TableState) => void} show
 * @property {(connected: boolean) => void} connect
 */

import {h} from "./dom.js";
import {createClocks} from "./table_clocks.js";

const LOST = "No connection. Every move shown is saved; the page comes back by itself.";

/** @returns {RelayHead} */
export function createRelayHead() {
  const title = h("h1");
  const match = h("p", {class: "match"});
  const clocks = createClocks({south: "we", north: "they"});
  const connection = h("p", {class: "note warn", role: "status", hidden: true}, LOST);
  return {
    element: h("header", {class: "relay-head"}, title, match, clocks.element, connection),
    show(state) {
      const {game} = state;
      title.textContent = `${game.south} against ${game.north}`;
      document.title = `${game.south} against ${game.north} – Relay – Owari`;
      match.textContent = state.match ? matchText(state.match) : "";
      match.hidden = !state.match;
      clocks.show(state);
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
