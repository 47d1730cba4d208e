// @ts-check
/**
 * The tools of a relay: a field that takes the same lines as the terminal, and buttons for the lines
 * that are needed most.
 *
 * @typedef {import("./table_types.js").TableState} TableState
 * @typedef {{element: HTMLElement, show: (state: TableState, busy: boolean) => void}} RelayTools
 */

import {h} from "./dom.js";

/**
 * @param {{send: (line: string) => Promise<string>, onCheck: () => void}} actions
 * @returns {RelayTools}
 */
export function createRelayTools({send, onCheck}) {
  const field = h("input", {
    id: "line",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    enterkeyhint: "send",
    maxlength: 500,
  });
  const swap = h("button", {type: "button"});
  const check = h("button", {type: "button", onclick: onCheck}, "Check the boards");
  const undo = h("button", {type: "button", onclick: () => send("undo")}, "Undo");

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    const line = field.value.trim();
    const problem = line && (await send(line));
    if (field.value.trim() !== line) return; // the next line is being typed
    if (problem) field.select();
    else field.value = "";
    field.focus();
  }

  return {
    element: h(
      "form",
      {class: "relay-tools row no-print", onsubmit: submit},
      h("label", {for: "line"}, "Type it"),
      field,
      h("button", {class: "primary"}, "Enter"),
      swap,
      undo,
      check,
    ),
    show(state, busy) {
      const offBoard = state.moves.find(({cell}) => cell === null);
      swap.hidden = !offBoard;
      swap.textContent = `Play ${offBoard?.name}`;
      swap.onclick = () => send(offBoard?.line ?? "");
      undo.disabled = state.game.plies.length === 0 || busy;
      check.disabled = busy;
    },
  };
}
