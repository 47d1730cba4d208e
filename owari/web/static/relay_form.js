// @ts-check
/**
 * The form that begins a relay, and the relays that can go on.
 *
 * @typedef {{word: string, title: string}} Choice
 * @typedef {{name: string, title: string, numberings: {name: string, summary: string}[]}} PlayableGame
 * @typedef {{south: string, north: string, sentence: string}} DuePair
 * @typedef {object} Offers What `/api/games` says.
 * @property {PlayableGame[]} games
 * @property {Choice[]} players
 * @property {Choice[]} levels
 * @property {{id: string, kind: string, title: string, sentence: string}[]} unfinished
 * @property {{key: string, title: string, pairs: DuePair[]}[]} tournaments
 */

import {h, refill} from "./dom.js";
import {ask} from "./table_client.js";

/** @returns {HTMLElement} */
export function createRelayForm() {
  const element = h(
    "div",
    {class: "relay-begin stack"},
    h("h1", {}, "Relay"),
    h(
      "p",
      {},
      "The other program runs on a computer that is not yours. Enter the moves that you hear, and",
      " read ours aloud. Both boards are kept, renumbered and checked here.",
    ),
  );
  void fillIn(element);
  return element;
}

/** @param {HTMLElement} element */
async function fillIn(element) {
  const answer = await ask("/api/games");
  if (!answer.ok) {
    element.append(h("p", {class: "note bad", role: "alert"}, answer.problem));
    return;
  }
  /** @type {Offers} */
  const offers = answer.body;
  const unfinished = offers.unfinished.filter(({kind}) => kind === "relay");
  element.append(h("div", {class: "columns"}, newRelay(offers), goOn(unfinished)));
}

/** @param {Offers["unfinished"]} unfinished */
function goOn(unfinished) {
  const links = unfinished.map(({id, title, sentence}) =>
    h(
      "li",
      {},
      h("a", {href: `/relay/${encodeURIComponent(id)}`}, title),
      h("span", {class: "muted"}, ` ${sentence}`),
    ),
  );
  return h(
    "section",
    {class: "card"},
    h("h2", {}, "Go on with a relay"),
    links.length > 0 ? h("ul", {class: "unfinished"}, ...links) : h("p", {class: "muted"}, "No relay waits."),
  );
}

/** @param {Offers} offers */
function newRelay(offers) {
  const fields = createFields(offers);
  const problem = h("p", {class: "note bad", role: "alert", hidden: true});
  const form = h(
    "form",
    {class: "card stack", onsubmit: begin},
    h("h2", {}, "A new relay"),
    fields.first,
    h("div", {class: "columns"}, fields.game.element, fields.numbering.element),
    h("label", {}, fields.match, " A match of two games; each side moves first once"),
    h("div", {class: "columns"}, fields.us.element, fields.strength.element, fields.amount.element),
    fields.results?.element,
    fields.pair?.element,
    h("div", {class: "columns"}, fields.ourName.element, fields.theirName.element),
    problem,
    h("div", {}, h("button", {class: "primary"}, "Begin the relay")),
  );

  /** @param {Event} event */
  async function begin(event) {
    event.preventDefault();
    const answer = await ask("/api/tables", body(form, fields));
    if (answer.ok) location.assign(`/relay/${encodeURIComponent(answer.body.id)}`);
    else {
      problem.textContent = answer.problem;
      problem.hidden = false;
    }
  }

  return form;
}

/**
 * @param {HTMLFormElement} form
 * @param {ReturnType<typeof createFields>} fields
 */
function body(form, fields) {
  const strength = fields.strength.control.value;
  const amount = Number(fields.amount.control.value);
  return {
    kind: "relay",
    game: fields.game.control.value,
    numbering: fields.numbering.control.value,
    first: new FormData(form).get("first"),
    match: fields.match.checked,
    us: fields.us.control.value,
    ...STRENGTHS[strength]?.(amount) ?? {level: strength},
    us_name: fields.ourName.control.value.trim() || undefined,
    them_name: fields.theirName.control.value.trim() || undefined,
    results: fields.results?.control.value || undefined,
  };
}

/** @type {Record<string, (amount: number) => object>} */
const STRENGTHS = {
  "#depth": (amount) => ({depth: amount}),
  "#seconds": (amount) => ({seconds: amount}),
  "#perfect": () => ({perfect: true}),
};

/** @param {Offers} offers */
function createFields({games, players, levels, tournaments}) {
  const first = h(
    "fieldset",
    {},
    h("legend", {}, "Who moves first?"),
    h("div", {class: "row"}, radio("us", "We do"), radio("them", "They do")),
  );
  const game = select("game", "Game", games.map(({name, title}) => ({word: name, title})));
  const numbering = select("numbering", "Their screen names its pits or squares", []);
  const us = select("us", "Our moves come from", [...players, {word: "manual", title: "a person who types them"}]);
  const strength = select("strength", "Look-ahead of the engine", [
    ...levels,
    {word: "#depth", title: "a number of plies"},
    {word: "#seconds", title: "a time for each move"},
    {word: "#perfect", title: "all the engine has"},
  ]);
  const amount = number();
  const ourName = text("us-name", "Our name");
  const theirName = text("them-name", "Their name");
  const match = h("input", {type: "checkbox", id: "match"});

  function fitGame() {
    const chosen = games.find(({name}) => name === game.control.value);
    refill(
      numbering.control,
      ...(chosen?.numberings ?? []).map(({name, summary}) => h("option", {value: name, selected: name === "board"}, summary)),
    );
  }
  function fitStrength() {
    amount.element.hidden = !["#depth", "#seconds"].includes(strength.control.value);
    amount.name(strength.control.value === "#depth" ? "Plies" : "Seconds");
  }
  game.control.addEventListener("change", fitGame);
  strength.control.addEventListener("change", fitStrength);
  fitGame();
  fitStrength();
  const {results, pair} = createResults(tournaments, ourName.control, theirName.control);
  return {first, game, numbering, us, strength, amount, ourName, theirName, match, results, pair};
}

/**
 * The tournament that gets the results, and the pairs that it waits for.
 *
 * @param {Offers["tournaments"]} tournaments
 * @param {HTMLInputElement} ourName
 * @param {HTMLInputElement} theirName
 */
function createResults(tournaments, ourName, theirName) {
  if (tournaments.length === 0) return {results: null, pair: null};
  const none = {word: "", title: "none"};
  const results = select("results", "Enter the result in a tournament", [
    none,
    ...tournaments.map(({key, title}) => ({word: key, title})),
  ]);
  const pair = select("pair", "Which game", []);
  const due = () => tournaments.find(({key}) => key === results.control.value)?.pairs ?? [];

  function fitPairs() {
    const pairs = due();
    pair.element.hidden = pairs.length === 0;
    ourName.required = theirName.required = results.control.value !== "";
    const options = pairs.map(({sentence}, at) => h("option", {value: at}, sentence));
    refill(pair.control, h("option", {value: ""}, "choose, or type the names below"), ...options);
  }
  function takeNames() {
    const chosen = due()[Number(pair.control.value || -1)];
    if (chosen) [ourName.value, theirName.value] = [chosen.south, chosen.north];
  }
  results.control.addEventListener("change", fitPairs);
  pair.control.addEventListener("change", takeNames);
  fitPairs();
  return {results, pair};
}

/**
 * @param {string} value
 * @param {string} label
 */
function radio(value, label) {
  return h("label", {}, h("input", {type: "radio", name: "first", value, required: true}), ` ${label}`);
}

/**
 * @param {string} id
 * @param {string} label
 * @param {Choice[]} choices
 */
function select(id, label, choices) {
  const control = h("select", {id}, ...choices.map(({word, title}) => h("option", {value: word}, title)));
  return {control, element: h("div", {class: "field"}, h("label", {for: id}, label), control)};
}

/**
 * @param {string} id
 * @param {string} label
 */
function text(id, label) {
  const control = h("input", {id, maxlength: 100, autocomplete: "off"});
  return {control, element: h("div", {class: "field"}, h("label", {for: id}, label), control)};
}

function number() {
  const control = h("input", {id: "amount", type: "number", min: 1, max: 100, value: 8, required: true});
  const label = h("label", {for: "amount"});
  return {
    control,
    element: h("div", {class: "field"}, label, control),
    /** @param {string} words */
    name(words) {
      label.textContent = words;
    },
  };
}
