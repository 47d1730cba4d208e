// @ts-check
/**
 * The fields of the forms for a new table: each with its label, those that choose the game and how
 * far the engine looks ahead, and the lists of the games that can go on or are over.
 *
 * @typedef {import("./offers.js").Choice} Choice
 * @typedef {import("./offers.js").OfferedGame} OfferedGame
 * @typedef {import("./offers.js").KeptTable} KeptTable
 */

import {createBoard} from "./board.js";
import {h, refill} from "./dom.js";

/** Characters of a title that a list shows whole on a phone. */
const LONGEST_TITLE = 30;

/**
 * A list of choices. What the chosen title leaves open stands below it, as does a title, such as a
 * long name, that the list may cut.
 *
 * @param {string} id
 * @param {string} label
 * @param {Choice[]} choices
 * @param {string} [chosen]
 */
export function selectField(id, label, choices, chosen) {
  const more = h("span", {class: "hint", id: `${id}-more`});
  const control = h("select", {id, "aria-describedby": more.id, onchange: explain});
  /** @type {Choice[]} */
  let offered = [];

  function explain() {
    const choice = offered.find(({word}) => word === control.value);
    const title = choice && choice.title.length > LONGEST_TITLE ? choice.title : "";
    more.textContent = [title, choice?.more].filter(Boolean).join(": ");
    more.hidden = !more.textContent;
  }

  const field = {
    element: h("div", {class: "field"}, h("label", {for: id}, label), control, more),
    control,
    /** @param {string} word */
    choose(word) {
      control.value = word;
      explain();
    },
    /**
     * @param {Choice[]} others
     * @param {string} [word]
     */
    offer(others, word) {
      const groups = [...new Set(others.map(({group = ""}) => group))];
      const options = groups.flatMap((name) => {
        const own = others.filter(({group = ""}) => group === name).map((each) => h("option", {value: each.word}, each.title));
        return name ? [h("optgroup", {label: name}, own)] : own;
      });
      offered = others;
      refill(control, ...options);
      if (word !== undefined && others.some((each) => each.word === word)) control.value = word;
      explain();
    },
  };
  field.offer(choices, chosen);
  return field;
}

/**
 * @param {string} id
 * @param {string} label
 * @param {{hint?: string, maxlength?: number}} [options]
 */
export function textField(id, label, {hint = "", maxlength = 100} = {}) {
  const control = h("input", {id, maxlength, autocomplete: "off", spellcheck: "false"});
  return {element: labelled(control, label, hint), control};
}

/**
 * @param {string} id
 * @param {string} label
 * @param {{min: number, max: number, value: number, step?: number}} bounds
 */
function numberField(id, label, {min, max, value, step = 1}) {
  const control = h("input", {id, type: "number", min, max, step, value, required: true});
  return {element: labelled(control, label), control};
}

/**
 * One choice of a few, all in sight.
 *
 * @param {string} name
 * @param {string} legend
 * @param {Choice[]} choices
 * @param {{chosen?: string, missing?: string}} options Where none is chosen, `missing` asks for it.
 */
export function radioField(name, legend, choices, {chosen, missing = ""}) {
  const buttons = choices.map(({word}) =>
    h("input", {type: "radio", name, value: word, checked: word === chosen, required: true}),
  );
  const labels = buttons.map((button, at) => h("label", {}, button, choices[at].title));
  const asked = h("p", {class: "note bad", role: "alert", hidden: true}, missing);
  const element = h("fieldset", {onchange: () => (asked.hidden = true)}, h("legend", {}, legend), h("div", {class: "row"}, ...labels), asked);

  /** @param {Event} event */
  function ask(event) {
    event.preventDefault(); // a browser says it in a bubble, far from the button that was pressed
    asked.hidden = false;
    element.scrollIntoView({block: "center"});
    buttons[0].focus({preventScroll: true});
  }

  for (const button of buttons) button.addEventListener("invalid", ask);
  return {
    element,
    value: () => buttons.find(({checked}) => checked)?.value ?? "",
    /** @param {string} word */
    choose(word) {
      for (const button of buttons) button.checked = button.value === word;
      asked.hidden = true;
    },
  };
}

/**
 * @param {HTMLInputElement} control
 * @param {string} label
 * @param {string} [hint]
 */
function labelled(control, label, hint = "") {
  const said = `${control.id}-hint`;
  if (hint) control.setAttribute("aria-describedby", said);
  return h(
    "div",
    {class: "field"},
    h("label", {for: control.id}, label),
    control,
    hint && h("span", {class: "hint", id: said}, hint),
  );
}

const MOST = {pits: 12, stones: 24};
const SQUARES = [4, 6, 8, 10, 12, 14, 16];

/**
 * @param {OfferedGame[]} games
 * @param {{numbering: string, seats?: {south: string, north: string}}} labels What the numbering of
 *   the board is called on this page, and whose rows its picture shows.
 */
export function createGameFields(games, labels) {
  const game = selectField("game", "Game", games.map(({name}) => ({word: name, title: capital(name)})));
  const rules = h("p", {class: "hint muted", id: "rules"});
  const pits = numberField("pits", "Pits a side", {min: 1, max: MOST.pits, value: 6});
  const stones = numberField("stones", "Stones in each", {min: 1, max: MOST.stones, value: 4});
  const squares = selectField("squares", "Squares", SQUARES.map((size) => ({word: `${size}`, title: `${size} × ${size}`})));
  const numbering = selectField("numbering", labels.numbering, []);
  const evaluation = selectField("evaluation", "What the engine counts", []);
  /** The names on a small board of the usual size. */
  const picture = h("div", {class: "numbering-picture", "aria-hidden": true});
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
    numbering.offer(numberings.map(({name, title, more}) => ({word: name, title, more})), "board");
    evaluation.offer(evaluations.map((name) => ({word: name, title: name})), own);
    evaluation.element.hidden = evaluations.length < 2;
    fitSize();
    drawNames();
  }

  function drawNames() {
    const {layout, numberings, starts} = chosen();
    const names = numberings.find(({name}) => name === numbering.control.value)?.names;
    refill(picture);
    if (!names) return;
    const board = createBoard(layout, {names, seats: labels.seats ?? {south: "South", north: "North"}, title: "The names on a board"});
    board.show(starts.south.cells);
    picture.append(board.element);
    picture.inert = true;
  }

  function fitSize() {
    // The sentences speak of the usual size.
    const usual = chosen();
    rules.textContent = size() === usual.size ? usual.title : "";
  }

  game.control.setAttribute("aria-describedby", "rules");
  game.control.addEventListener("change", fitGame);
  numbering.control.addEventListener("change", drawNames);
  numbering.element.append(picture);
  for (const {control} of [pits, stones, squares]) control.addEventListener("input", fitSize);
  fitGame();
  const sizes = [pits.element, stones.element, squares.element];
  return {
    /** All fields of the game together; a page takes these or their `parts`. */
    get element() {
      return h("div", {class: "stack"}, h("div", {class: "game-fields"}, game.element, ...sizes), rules);
    },
    parts: {game: game.element, sizes, rules},
    /**
     * The start of the game where this side begins; null for sizes that the page does not know.
     *
     * @param {string} side
     */
    start(side) {
      const {layout, starts, size: usual} = chosen();
      return size() === usual ? {layout, turn: /** @type {import("./types.js").Side} */ (side), ...starts[side]} : null;
    },
    numbering,
    evaluation,
    /** @param {() => void} listener Called once somebody has chosen another game, or its size. */
    onChange(listener) {
      for (const {control} of [game, pits, stones, squares]) control.addEventListener("change", listener);
    },
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

/**
 * The players who can play this game.
 *
 * @param {Choice[]} players
 * @param {string} name
 */
export function playersOf(players, name) {
  return players.filter(({game}) => !game || game === name);
}

/** @param {string} name */
function capital(name) {
  return name.charAt(0).toUpperCase() + name.slice(1).replace("-", " ");
}

/** @type {Choice[]} */
const OTHERS = [
  {word: "depth", title: "a number of plies"},
  {word: "seconds", title: "a time for each move"},
  {word: "perfect", title: "as far as it can"},
];

/**
 * @param {Choice[]} levels
 * @param {string} [chosen]
 */
export function createLookAhead(levels, chosen = "medium") {
  const way = selectField("look-ahead", "The engine looks ahead", [...levels, ...OTHERS], chosen);
  const depth = numberField("depth", "Plies", {min: 1, max: 99, value: 8});
  const seconds = numberField("seconds", "Seconds", {min: 0.1, max: 60, value: 2, step: 0.1});
  const amounts = [depth, seconds];

  function fit() {
    for (const {element, control} of amounts) {
      // A disabled field is not checked when the form is sent.
      element.hidden = control.disabled = control.id !== way.control.value;
    }
  }

  way.control.addEventListener("change", fit);
  fit();
  return {
    element: h("div", {class: "look-ahead"}, way.element, depth.element, seconds.element),
    /** The part of a request that says it. */
    body() {
      const word = way.control.value;
      if (word === "depth") return {depth: Number(depth.control.value)};
      if (word === "seconds") return {seconds: Number(seconds.control.value)};
      return word === "perfect" ? {perfect: true} : {level: word};
    },
  };
}

/** Games in sight at once, the newest first: below them a new one begins. */
const MOST_LISTED = 3;

/**
 * Games that can go on, or that are over.
 *
 * @param {KeptTable[]} games
 * @param {KeptTable["kind"]} kind
 * @param {string} title
 */
export function keptGames(games, kind, title) {
  const own = games.filter((game) => game.kind === kind);
  const links = own.map(({id, title: name, sentence}) =>
    h(
      "li",
      {},
      h("a", {href: `/${kind}/${encodeURIComponent(id)}`}, name),
      h("span", {class: "muted"}, `: ${sentence}`),
    ),
  );
  const older = links.slice(MOST_LISTED);
  return h(
    "section",
    {class: "card kept-games", hidden: own.length === 0},
    h("h2", {}, title),
    h("ul", {}, ...links.slice(0, MOST_LISTED)),
    older.length > 0 && h("details", {class: "more"}, h("summary", {}, `${older.length} more`), h("ul", {}, ...older)),
  );
}
