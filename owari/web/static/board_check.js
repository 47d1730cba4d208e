// @ts-check
/**
 * The check of a relay: a person makes the other screen look as the other side sees it, and reads
 * where it differs from our board and which command mends that.
 *
 * @typedef {import("./table_types.js").Remedy} Remedy
 * @typedef {import("./types.js").Cells} Cells
 * @typedef {import("./types.js").Layout} Layout
 * @typedef {object} BoardCheck
 * @property {HTMLElement} element
 * @property {(said: string[], remedies: Remedy[]) => void} show
 * @property {() => void} focus The button that began the check cannot keep the focus.
 */

import {h, refill} from "./dom.js";

/**
 * @param {{onRemedy: (line: string) => void, onEnd: () => void}} listeners
 * @returns {BoardCheck}
 */
export function createBoardCheck({onRemedy, onEnd}) {
  const end = h("button", {type: "button", onclick: onEnd}, "End the check");
  const actions = h("div", {class: "row"}, end);
  const title = h("h2", {id: "check-title", tabindex: -1}, "Check the boards");
  const found = h("div", {class: "found", "aria-live": "polite"});
  return {
    element: h(
      "section",
      {class: "note board-check", "aria-labelledby": "check-title"},
      title,
      h(
        "p",
        {},
        "Change “Their screen” until it looks as the other side sees it.",
        " A click adds a stone or changes a disc; a right click and the minus key do the opposite.",
      ),
      found,
      actions,
    ),
    focus: () => title.focus(),
    show(said, remedies) {
      const buttons = remedies.map(({line}) =>
        h("button", {type: "button", class: "primary", onclick: () => onRemedy(line)}, `Do ${line}`),
      );
      refill(found, ...said.map((sentence) => h("p", {}, sentence)));
      refill(actions, ...buttons, end);
    },
  };
}

/**
 * The line that compares our board with the other screen, as a person types it in the terminal:
 * stones in the order of the other side's own board, or rows of squares with X for Black.
 *
 * @param {Layout} layout
 * @param {Cells} cells
 * @returns {string}
 */
export function checkLine(layout, cells) {
  if (layout.family === "pits" && typeof cells !== "string") {
    const half = layout.size + 1;
    return `check ${[...cells.slice(half), ...cells.slice(0, half)].join(",")}`;
  }
  if (layout.family === "squares" && typeof cells === "string") {
    const black = layout.black === "south" ? "S" : "N";
    const marks = [...cells].map((mark) => (mark === "." ? "-" : mark === black ? "X" : "O"));
    const rows = Array.from({length: layout.size}, (_, row) =>
      marks.slice(row * layout.size, (row + 1) * layout.size).join(""),
    );
    return `check ${rows.join("/")}`;
  }
  return `check ${cells}`;
}
