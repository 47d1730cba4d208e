// @ts-check
/**
 * The moves of a relay as a list with the names on both boards. A move can be picked to correct it.
 *
 * @typedef {import("./table_types.js").TableState} TableState
 * @typedef {import("./types.js").Ply} Ply
 * @typedef {{element: HTMLElement, show: (state: TableState, picked: number | null) => void}} RelayMoves
 */

import {h, refill} from "./dom.js";

const NO_MOVE = "No move has been played yet.";
const CORRECT = "Click a move that was entered wrongly to correct it.";

/**
 * @param {{onPick: (ply: number) => void}} listeners `ply` is counted from 1.
 * @returns {RelayMoves}
 */
export function createRelayMoves({onPick}) {
  const list = h("ol", {class: "relay-moves", tabindex: "0", "aria-label": "Moves of the game"});
  const hint = h("p", {class: "muted small"});
  /** @type {string} */
  let drawn = "";
  return {
    element: h("section", {class: "card"}, h("h2", {}, "Moves"), hint, list),
    show(state, picked) {
      const {plies} = state.game;
      const texts = plies.map(({text}) => text).join(" ");
      const key = JSON.stringify([state.game.first, texts, picked, state.screen?.names]);
      if (key === drawn) return; // a redrawn list would lose the focus
      drawn = key;
      hint.textContent = plies.length > 0 ? CORRECT : NO_MOVE;
      refill(list, ...plies.map((ply, at) => row(state, ply, at + 1, picked, onPick)));
      const last = list.lastElementChild;
      if (picked === null && last instanceof HTMLElement) list.scrollTop = last.offsetTop;
    },
  };
}

/**
 * @param {TableState} state
 * @param {Ply} ply
 * @param {number} number
 * @param {number | null} picked
 * @param {(ply: number) => void} onPick
 */
function row(state, ply, number, picked, onPick) {
  const [ours, theirs] = namesOf(state, ply);
  const content = [
    h("span", {class: "who"}, ply.side === "south" ? "we" : "they"),
    h("span", {class: "called"}, ours),
    ours !== theirs && h("span", {class: "muted there"}, `${theirs} there`),
  ];
  return h(
    "li",
    {class: ply.side},
    ply.cell !== null
      ? h(
          "button",
          {
            type: "button",
            class: "quiet",
            "aria-pressed": number === picked,
            "data-ply": number,
            onclick: () => onPick(number),
          },
          ...content,
        )
      : h("span", {class: "row"}, ...content),
  );
}

/**
 * The names of a move on our board and on the other screen.
 *
 * @param {TableState} state
 * @param {Ply} ply
 * @returns {[string, string]}
 */
function namesOf({game, screen}, ply) {
  if (ply.cell === null) return [ply.text, ply.text];
  const name = game.names[ply.cell];
  return [name, screen?.names[ply.cell] ?? name];
}
