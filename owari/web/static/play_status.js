// @ts-check
/**
 * Whose turn it is, in large type, and what was said of the last change.
 *
 * @typedef {import("./table_types.js").TableState} TableState
 * @typedef {import("./types.js").Side} Side
 */

import {h, refill} from "./dom.js";

const LOST = "No connection. Every move shown is saved; the page comes back by itself.";
/** @type {Record<Side, string>} */
const NAMES = {south: "South", north: "North"};

/** @param {{onReturn: () => void}} listeners */
export function createStatus({onReturn}) {
  const turn = h("p", {class: "whose-turn"});
  const said = h("div", {class: "sayings"});
  const back = h("button", {type: "button", hidden: true, onclick: onReturn}, "Back to the game");
  const problem = h("p", {class: "note bad", role: "alert", hidden: true});
  const connection = h("p", {class: "note warn", role: "status", hidden: true}, LOST);
  return {
    element: h("section", {class: "play-status card", "aria-label": "Now"}, turn, back, said, problem, connection),
    /**
     * @param {TableState} state
     * @param {number | null} lookingAt Plies before the earlier position that is shown.
     */
    show(state, lookingAt) {
      const past = lookingAt !== null;
      turn.textContent = past ? `The board after ply ${lookingAt}` : turnOf(state);
      turn.classList.toggle("thinks", state.thinking && !past);
      back.hidden = !past;
      refill(said, ...(past ? [] : state.said).map(({text, kind}) => h("p", {class: `is-${kind}`}, text)));
    },
    /** @param {string} text */
    complain(text) {
      problem.textContent = text;
      problem.hidden = !text;
    },
    /** @param {boolean} connected */
    connect(connected) {
      connection.hidden = connected;
    },
  };
}

/** @param {TableState} state */
function turnOf({over, turn, thinking, people, game}) {
  if (over || !turn) return "The game is over";
  if (thinking) return `${game[turn]} thinks`;
  return people.length === 1 ? "Your move" : `${NAMES[turn]} to move`;
}
