// @ts-check
/**
 * The form for a new game: the game and its size, who sits where, who moves first, and how far the
 * engine looks ahead; and the games that wait for their next move.
 *
 * @typedef {import("./offers.js").Choice} Choice
 * @typedef {import("./offers.js").Offers} Offers
 */

import {h} from "./dom.js";
import {createGameFields, createLookAhead, radioField, selectField, textField, unfinishedGames} from "./form_fields.js";
import {ask} from "./requests.js";
import {createTables} from "./table_client.js";

/** @type {Choice} */
const PERSON = {word: "human", title: "a person at this page"};
const ENGINE = "engine";

/** @returns {Promise<HTMLElement>} */
export async function createNewGame() {
  const answer = await ask("/api/games");
  return h(
    "div",
    {class: "new-game stack"},
    h("h1", {}, "Play"),
    ...(answer.ok ? parts(answer.body) : [h("p", {class: "note bad", role: "alert"}, answer.problem)]),
  );
}

/**
 * @param {Offers} offers
 * @returns {HTMLElement[]}
 */
function parts(offers) {
  return [createForm(offers), unfinishedGames(offers.unfinished, "play", "Go on with a game")];
}

/** @param {Offers} offers */
function createForm(offers) {
  const fields = createFields(offers);
  const problem = h("p", {class: "note bad", role: "alert", hidden: true});
  const begin = h("button", {class: "primary"}, "Begin the game");

  const create = createTables();

  /** @param {Event} event */
  async function send(event) {
    event.preventDefault();
    begin.disabled = true;
    const answer = await create(fields.body());
    if (answer.ok) return location.assign(`/play/${encodeURIComponent(answer.body.id)}`);
    begin.disabled = false;
    problem.textContent = answer.problem;
    problem.hidden = false;
  }

  return h(
    "form",
    {class: "begin-form card stack", onsubmit: send},
    fields.game.element,
    h("div", {class: "columns"}, fields.south.element, fields.north.element),
    fields.first.element,
    fields.lookAhead.element,
    moreSettings(fields),
    problem,
    h("div", {}, begin),
  );
}

/** @param {Offers} offers */
function createFields({games, players, levels}) {
  const game = createGameFields(games, {numbering: "Names on the board"});
  const south = selectField("south", "South", [PERSON, ...players], PERSON.word);
  const north = selectField("north", "North", [PERSON, ...players], ENGINE);
  const first = radioField(
    "first",
    "First move",
    [
      {word: "south", title: "South"},
      {word: "north", title: "North"},
    ],
    "south",
  );
  const lookAhead = createLookAhead(levels);
  const southName = textField("south-name", "Name of South");
  const northName = textField("north-name", "Name of North");
  const position = textField("position", "Start position", {
    hint: "As records write it; empty for the usual start.",
    maxlength: 600,
  });
  const seats = [south, north];

  function fitSeats() {
    const plays = seats.some(({control}) => control.value === ENGINE);
    lookAhead.element.hidden = !plays;
    game.evaluation.control.disabled = !plays;
  }

  for (const {control} of seats) control.addEventListener("change", fitSeats);
  fitSeats();

  function body() {
    const start = position.control.value.trim();
    const plays = !lookAhead.element.hidden;
    return {
      kind: "play",
      game: game.name(),
      south: south.control.value,
      north: north.control.value,
      numbering: game.numbering.control.value,
      // A position says itself who is to move.
      ...(start ? {position: start} : {first: first.value()}),
      ...(plays ? lookAhead.body() : {}),
      ...(plays ? given({evaluation: game.otherEvaluation() ?? ""}) : {}),
      ...given({south_name: southName.control.value, north_name: northName.control.value}),
    };
  }

  return {game, south, north, first, lookAhead, southName, northName, position, body};
}

/**
 * The settings that few people change.
 *
 * @param {ReturnType<typeof createFields>} fields
 */
function moreSettings({game, southName, northName, position}) {
  return h(
    "details",
    {class: "more"},
    h("summary", {}, "More settings"),
    h(
      "div",
      {class: "columns"},
      ...[southName, northName, game.numbering, game.evaluation, position].map(({element}) => element),
    ),
  );
}

/**
 * Without the texts that are empty.
 *
 * @param {Record<string, string>} texts
 */
function given(texts) {
  const trimmed = Object.entries(texts).map(([key, text]) => [key, text.trim()]);
  return Object.fromEntries(trimmed.filter(([, text]) => text !== ""));
}
