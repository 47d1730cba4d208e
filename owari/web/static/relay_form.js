// @ts-check
/**
 * The form that begins a relay, the matches by hand that a tournament waits for, the relays that can
 * go on, and the last ones that are over.
 *
 * @typedef {import("./offers.js").Offers} Offers
 * @typedef {import("./offers.js").DuePair} DuePair
 */

import {h} from "./dom.js";
import {createGameFields, createLookAhead, keptGames, playersOf, radioField, selectField, textField} from "./form_fields.js";
import {ask} from "./requests.js";
import {createTables} from "./table_client.js";

const ENGINE = "engine";
const PERSON = {word: "manual", title: "a person types them"};
const SIDES = [
  {word: "us", title: "We do"},
  {word: "them", title: "They do"},
];

/** @returns {Promise<HTMLElement>} */
export async function createRelayForm() {
  const answer = await ask("/api/games");
  return h(
    "div",
    {class: "relay-begin stack"},
    h("h1", {}, "Relay"),
    h(
      "p",
      {},
      "The other program runs on a computer that is not yours. Enter the moves that you hear, and",
      " read ours aloud. Every move is renumbered and checked here.",
    ),
    ...(answer.ok ? parts(answer.body) : [h("p", {class: "note bad", role: "alert"}, answer.problem)]),
  );
}

/** @param {Offers} offers */
function parts(offers) {
  return [
    keptGames(offers.unfinished, "relay", "Go on with a relay"),
    createForm(offers),
    keptGames(offers.ended, "relay", "Relays that are over"),
  ];
}

/** @param {Offers} offers */
function createForm(offers) {
  const fields = createFields(offers);
  const problem = h("p", {class: "note bad", role: "alert", hidden: true});
  const begin = h("button", {class: "primary"}, "Begin the relay");

  const create = createTables();

  /** @param {Event} event */
  async function send(event) {
    event.preventDefault();
    begin.disabled = true;
    const answer = await create(fields.body());
    if (answer.ok) return location.assign(`/relay/${encodeURIComponent(answer.body.id)}`);
    begin.disabled = false;
    problem.textContent = answer.problem;
    problem.hidden = false;
  }

  const {first, game, match, us, lookAhead, awaited, ourName, theirName} = fields;
  return h(
    "form",
    {class: "card stack begin-form", onsubmit: send},
    h("h2", {}, "A new relay"),
    awaited.element,
    game.element,
    h("div", {class: "columns"}, us.element, lookAhead.element),
    game.numbering.element,
    h("div", {class: "columns"}, ourName.element, theirName.element),
    h("details", {class: "more"}, h("summary", {}, "More settings"), game.evaluation.element),
    first.element,
    h("label", {}, match, "A match of two games: each side moves first once"),
    problem,
    h("div", {}, begin),
  );
}

/** @param {Offers} offers */
function createFields({games, players, levels, tournaments}) {
  const first = radioField("first", "Who moves first?", SIDES, {missing: "Choose who moves first."});
  const game = createGameFields(games, {numbering: "How their screen names a move", seats: {south: "They, on their screen", north: "We, on their screen"}});
  const match = h("input", {type: "checkbox", id: "match"});
  const us = selectField("us", "Our moves", []);
  const lookAhead = createLookAhead(levels);
  const ourName = textField("us-name", "Our name");
  const theirName = textField("them-name", "Their name");
  const awaited = createAwaitedMatch(tournaments, {
    onTournament(tournament) {
      // A tournament knows its bots by their names.
      ourName.control.required = theirName.control.required = tournament !== undefined;
      if (tournament) game.choose(tournament.game);
      offer();
    },
    onMatch(waiting) {
      [ourName.control.value, theirName.control.value] = [waiting.us, waiting.them];
      first.choose(waiting.first);
      match.checked = waiting.games > 1;
      us.choose(waiting.player);
      fitPlayer();
    },
  });

  /** Offers who can play the game. */
  function offer() {
    const all = [PERSON, ...playersOf(players, game.name())];
    us.offer(all, all.some(({word}) => word === us.control.value) && us.control.value ? us.control.value : ENGINE);
    fitPlayer();
  }

  function fitPlayer() {
    const plays = us.control.value === ENGINE;
    lookAhead.element.hidden = !plays;
    game.evaluation.control.disabled = !plays;
  }
  us.control.addEventListener("change", fitPlayer);
  game.onChange(offer);
  offer();

  function body() {
    const plays = !lookAhead.element.hidden;
    return {
      kind: "relay",
      game: game.name(),
      numbering: game.numbering.control.value,
      first: first.value(),
      match: match.checked,
      us: us.control.value,
      ...(plays ? lookAhead.body() : {}),
      evaluation: (plays && game.otherEvaluation()) || undefined,
      us_name: ourName.control.value.trim() || undefined,
      them_name: theirName.control.value.trim() || undefined,
      results: awaited.key() || undefined,
    };
  }

  return {first, game, match, us, lookAhead, awaited, ourName, theirName, body};
}

/**
 * @param {Offers["tournaments"]} tournaments
 * @param {{onTournament: (tournament: Offers["tournaments"][0] | undefined) => void, onMatch: (match: DuePair) => void}} listeners
 */
function createAwaitedMatch(tournaments, {onTournament, onMatch}) {
  const known = tournaments.map(({key, title}) => ({word: key, title}));
  const results = selectField("results", "Enter the results in", [{word: "", title: "no tournament"}, ...known]);
  const match = selectField("awaited", "Match that waits", []);
  const chosen = () => tournaments.find(({key}) => key === results.control.value);

  function fit() {
    const pairs = chosen()?.pairs ?? [];
    const waiting = pairs.map(({sentence}, at) => ({word: String(at), title: sentence}));
    match.element.hidden = pairs.length === 0;
    match.offer([{word: "", title: "another; type the names"}, ...waiting], "");
    onTournament(chosen());
  }

  function take() {
    const pair = match.control.value && chosen()?.pairs[Number(match.control.value)];
    if (pair) onMatch(pair);
  }

  results.control.addEventListener("change", fit);
  match.control.addEventListener("change", take);
  fit();
  return {
    element: h("div", {class: "columns", hidden: tournaments.length === 0}, results.element, match.element),
    /** The word of the tournament; empty for none. */
    key: () => results.control.value,
  };
}
