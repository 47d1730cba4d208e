// @ts-check
/**
 * The fields that choose a game: its rules, its size, and what the engine and the board make of it.
 *
 * @typedef {import("./offers.js").OfferedGame} OfferedGame
 */

import {numberField, selectField} from "./form_fields.js";
import {h} from "./dom.js";

const MOST = {pits: 12, stones: 24};
const SQUARES = [4, 6, 8, 10, 12, 14, 16];

/**
 * @param {OfferedGame[]} games
 * @param {{numbering: string}} labels What the numbering of the board is called on this page.
 */
export function createGameFields(games, labels) {
  const game = selectField("game", "Game", games.map(({name}) => ({word: name, title: capital(name)})));
  const rules = h("p", {class: "hint muted", id: "rules"});
  const pits = numberField("pits", "Pits a side", {min: 1, max: MOST.pits, value: 6});
  const stones = numberField("stones", "Stones in each", {min: 1, max: MOST.stones, value: 4});
  const squares = selectField("squares", "Squares", SQUARES.map((size) => ({word: `${size}`, title: `${size} × ${size}`})));
  const numbering = selectField("numbering", labels.numbering, []);
  const evaluation = selectField("evaluation", "What the engine counts", []);
  const chosen = () => games.find(({name}) => name === game.control.value) ?? games[0];

  function size() {
    const {layout, size: usual} = chosen();
    if (usual === null) return null;
    return layout.family === "pits" ? `${pits.control.value}x${stones.control.value}` : squares.control.value;
  }

  function fitGame() {
    const {layout, size: usual, numberings, evaluations, evaluation: own} = chosen();
    const [across, deep = "0"] = (usual ?? "0").split("x");
    [pits.control.value, stones.control.value, squares.control.value] = [across, deep, across];
    for (const {element, control} of [pits, stones]) {
      element.hidden = control.disabled = usual === null || layout.family !== "pits";
    }
    squares.element.hidden = usual === null || layout.family !== "squares";
    numbering.offer(numberings.map(({name, summary}) => ({word: name, title: summary})), "board");
    evaluation.offer(evaluations.map((name) => ({word: name, title: name})), own);
    evaluation.element.hidden = evaluations.length < 2;
    fitSize();
  }

  function fitSize() {
    // The sentences speak of the usual size.
    const usual = chosen();
    rules.textContent = size() === usual.size ? usual.title : "";
  }

  game.control.setAttribute("aria-describedby", "rules");
  game.control.addEventListener("change", fitGame);
  for (const {control} of [pits, stones, squares]) control.addEventListener("input", fitSize);
  fitGame();
  return {
    element: h(
      "div",
      {class: "stack"},
      h("div", {class: "game-fields"}, game.element, pits.element, stones.element, squares.element),
      rules,
    ),
    numbering,
    evaluation,
    /** The game as a command line names it: `owari`, or `owari:3x2`. */
    name() {
      const {name, size: usual} = chosen();
      return size() === usual ? name : `${name}:${size()}`;
    },
    /**
     * Chooses a game as a command line names it.
     *
     * @param {string} name
     */
    choose(name) {
      const [base, size] = name.split(":");
      if (!games.some((each) => each.name === base)) return;
      game.control.value = base;
      fitGame();
      if (!size) return;
      const [across, deep = "0"] = size.split("x");
      [pits.control.value, stones.control.value, squares.control.value] = [across, deep, across];
      fitSize();
    },
    /** Null where it is the engine's own. */
    otherEvaluation: () => (evaluation.control.value === chosen().evaluation ? null : evaluation.control.value),
  };
}

/** @param {string} name */
function capital(name) {
  return name.charAt(0).toUpperCase() + name.slice(1).replace("-", " ");
}
