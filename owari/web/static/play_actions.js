// @ts-check
/**
 * What a person can do at the table beside a move on the board: ask, take back, resign, swap, and
 * set how far the engine looks ahead.
 *
 * @typedef {import("./table_types.js").TableState} TableState
 */

import {h, refill} from "./dom.js";

/**
 * @param {object} page
 * @param {(line: string) => Promise<string>} page.send
 * @param {() => void} page.onTurn
 * @param {HTMLElement} page.evaluation The button for the evaluation bar.
 */
export function createActions({send, onTurn, evaluation}) {
  const lines = h("span", {class: "lines row"});
  const hint = button("Hint", () => wait(hint, "hint"));
  const values = button("Values", () => wait(values, "values"));
  const undo = button("Undo", () => send("undo"));
  const resign = button("Resign", () => question.showModal());
  const turn = button("Turn the board", onTurn);
  const question = resignDialog(() => send("resign"));
  const depth = createDepth(send);
  /** @type {TableState | null} */
  let state = null;

  /**
   * A search takes a while: nobody asks for two at once.
   *
   * @param {HTMLButtonElement} pressed
   * @param {string} line
   */
  async function wait(pressed, line) {
    pressed.setAttribute("aria-busy", "true");
    hint.disabled = values.disabled = true;
    await send(line);
    pressed.removeAttribute("aria-busy");
    if (state) show(state);
  }

  /** @param {TableState} next */
  function show(next) {
    state = next;
    const {game, moves, over, people, to_move: toMove} = next;
    const asked = toMove !== "person";
    const searching = [hint, values].some((each) => each.hasAttribute("aria-busy"));
    hint.disabled = values.disabled = asked || searching;
    values.textContent = game.layout.family === "squares" ? "What is each square worth?" : "What is each pit worth?";
    undo.disabled = game.plies.length === 0;
    resign.disabled = asked;
    turn.hidden = game.layout.family !== "pits";
    element.hidden = over || people.length === 0;
    depth.element.hidden = !next.commands.some(({usage}) => usage.startsWith("depth")) || people.length > 1;
    depth.show(next.look_ahead);
    const others = moves.filter(({cell}) => cell === null);
    refill(lines, ...others.map(({line, name}) => button(`Play: ${name}`, () => send(line), "primary")));
  }

  const element = h(
    "div",
    {class: "play-actions no-print", hidden: true},
    h("div", {class: "row"}, lines, hint, values, evaluation, undo, turn, resign),
    depth.element,
    question,
  );
  return {element, show};
}

/**
 * @param {string} text
 * @param {() => void} onclick
 * @param {string} [kind]
 */
function button(text, onclick, kind = "") {
  return h("button", {type: "button", class: kind, onclick}, text);
}

/** @param {(line: string) => Promise<string>} send */
function createDepth(send) {
  const plies = h("input", {id: "plies", type: "number", min: 1, max: 99, required: true});
  /** @param {Event} event */
  function set(event) {
    event.preventDefault();
    void send(`depth ${plies.value}`);
  }
  const form = h(
    "form",
    {class: "row", onsubmit: set},
    h("label", {for: "plies"}, "Plies that the engine looks ahead"),
    plies,
    h("button", {}, "Set"),
  );
  /** @type {number | null} */
  let known = null;
  return {
    element: h("details", {class: "more"}, h("summary", {}, "Look-ahead"), form),
    /** @param {number | null} now What a person has typed since the last change stays. */
    show(now) {
      if (now !== known) plies.value = now === null ? "" : String(now);
      known = now;
    },
  };
}

/** @param {() => void} onYes */
function resignDialog(onYes) {
  const dialog = h(
    "dialog",
    {"aria-label": "Resign", onclose: () => dialog.returnValue === "yes" && onYes()},
    h(
      "form",
      {method: "dialog", class: "stack"},
      h("p", {}, "Give this game up?"),
      h("div", {class: "row"}, h("button", {value: "yes", class: "primary"}, "Resign"), h("button", {value: ""}, "Play on")),
    ),
  );
  return dialog;
}
