// @ts-check
/**
 * The form for a new game: the game, the opponent and who begins, with a board for the first move;
 * all other settings are folded. Below it are the games that wait for their next move, and the last
 * ones that are over.
 *
 * @typedef {import("./offers.js").Choice} Choice
 * @typedef {import("./offers.js").Offers} Offers
 */

import {createBoard} from "./board.js";
import {h, refill} from "./dom.js";
import {createGameFields, createLookAhead, keptGames, playersOf, radioField, selectField, textField} from "./form_fields.js";
import {ask} from "./requests.js";
import {createTables} from "./table_client.js";

/** @type {Choice} */
const PERSON = {word: "human", title: "A person beside you"};
const ENGINE = "engine";
/** The opponent that proves its moves. */
const STRONGEST = "strongest";

/**
 * @param {"h1" | "h2"} [heading] `h2` on a page that has more.
 * @returns {Promise<HTMLElement>}
 */
export async function createNewGame(heading = "h1") {
  const answer = await ask("/api/games");
  return h(
    "div",
    {class: "new-game stack"},
    h(heading, {}, "Play"),
    ...(answer.ok ? parts(answer.body) : [h("p", {class: "note bad", role: "alert"}, answer.problem)]),
  );
}

/**
 * @param {Offers} offers
 * @returns {HTMLElement[]}
 */
function parts(offers) {
  return [
    createForm(offers),
    keptGames(offers.unfinished, "play", "Go on with a game"),
    keptGames(offers.ended, "play", "Games that are over"),
  ];
}

/** @param {Offers} offers */
function createForm(offers) {
  const fields = createFields(offers);
  const problem = h("p", {class: "note bad", role: "alert", hidden: true});
  const begin = h("button", {class: "primary"}, "Begin the game");
  const place = h("div", {class: "first-board"});
  const create = createTables();

  /**
   * Begins the game, with its first move where somebody has made one on the board.
   *
   * @param {string} [line]
   */
  async function start(line) {
    begin.disabled = true;
    const answer = await create(fields.body());
    if (!answer.ok) {
      begin.disabled = false;
      problem.textContent = answer.problem;
      problem.hidden = false;
      showBoard();
      return;
    }
    const {id, revision} = answer.body;
    const table = encodeURIComponent(id);
    if (line) await ask(`/api/tables/${table}/lines`, {line, revision});
    location.assign(`/play/${table}`);
  }

  /** The board of the game, on which a person who begins can make the first move. */
  function showBoard() {
    const {start: position, yours} = fields.beginning();
    place.hidden = !position;
    if (!position) return refill(place);
    const {layout, cells, names, turn, moves} = position;
    const board = createBoard(layout, {
      names,
      seats: fields.seats(),
      turned: fields.seat() === "north",
      title: "Board",
      onPick: (cell) => {
        board.setLegal(null);
        void start(moves.find((move) => move.cell === cell)?.line);
      },
    });
    board.show(cells, {turn});
    board.setLegal(yours ? moves.map(({cell}) => cell) : null);
    refill(place, board.element, h("p", {class: "hint muted"}, yours ? "Make the first move here, or begin with the button." : ""));
  }

  const element = h(
    "form",
    {
      class: "begin-form stack",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void start();
      },
      onchange: showBoard,
    },
    h(
      "div",
      {class: "begin-parts"},
      h("div", {class: "card stack"}, fields.game.parts.game, fields.game.parts.rules, fields.opponent.element, fields.begins.element, moreSettings(fields), problem, h("div", {}, begin)),
      place,
    ),
  );
  showBoard();
  return element;
}

/** @param {Offers} offers */
function createFields({games, players, levels}) {
  const game = createGameFields(games, {numbering: "Names on the board"});
  const others = players.filter(({word}) => word !== ENGINE);
  const strengths = [...levels, {word: STRONGEST, title: "As strong as it can", more: "proves its moves"}].map((each) => ({...each, group: "The engine"}));
  const opponent = selectField("opponent", "Opponent", []);
  const begins = radioField("begins", "Who begins", [{word: "you", title: "You"}, {word: "opponent", title: "The opponent"}], {chosen: "you"});
  const seat = radioField("seat", "You sit at", [{word: "south", title: "South, below"}, {word: "north", title: "North, above"}], {chosen: "south"});
  const you = selectField("you", "Who plays for you", []);
  const lookAhead = createLookAhead([{word: "", title: "As the opponent says"}], "");
  const yourName = textField("your-name", "Your name");
  const opponentName = textField("opponent-name", "Name of the opponent");
  const position = textField("position", "Start position", {
    hint: "As records write it; empty for the usual start.",
    maxlength: 600,
  });
  const isLevel = () => strengths.some(({word}) => word === opponent.control.value);
  const other = () => (isLevel() ? ENGINE : opponent.control.value);
  const enginePlays = () => [other(), you.control.value].includes(ENGINE);

  /** Offers who can play the game. A bot of a file plays the game of that file. */
  function offer() {
    const name = game.name();
    const all = [PERSON, ...strengths, ...playersOf(others, name)];
    const before = opponent.control.value;
    opponent.offer(all, all.some(({word}) => word === before) ? before : "medium");
    you.offer([{word: PERSON.word, title: "You, at this page"}, ...playersOf(players, name)], you.control.value || PERSON.word);
    fit();
  }

  function fit() {
    lookAhead.element.hidden = !enginePlays();
    game.evaluation.control.disabled = !enginePlays();
  }

  for (const {control} of [opponent, you]) control.addEventListener("change", fit);
  game.onChange(offer);
  offer();

  /** How far the engine looks: what is chosen in the settings, or the strength of the opponent. */
  function limit() {
    const own = lookAhead.body();
    if (own.level !== "") return own;
    if (!isLevel()) return {level: "medium"};
    return opponent.control.value === STRONGEST ? {perfect: true} : {level: opponent.control.value};
  }

  /** Both sides' values by the seat of the person. @template T @param {T} mine @param {T} theirs */
  function seated(mine, theirs) {
    return seat.value() === "south" ? {south: mine, north: theirs} : {south: theirs, north: mine};
  }

  function first() {
    const mine = begins.value() === "you";
    return (seat.value() === "south") === mine ? "south" : "north";
  }

  function body() {
    const start = position.control.value.trim();
    const names = seated(yourName.control.value, opponentName.control.value);
    return {
      kind: "play",
      game: game.name(),
      ...seated(you.control.value, other()),
      numbering: game.numbering.control.value,
      // A position says itself who is to move.
      ...(start ? {position: start} : {first: first()}),
      ...(enginePlays() ? limit() : {}),
      ...(enginePlays() ? given({evaluation: game.otherEvaluation() ?? ""}) : {}),
      ...given({south_name: names.south, north_name: names.north}),
    };
  }

  return {
    game,
    opponent,
    begins,
    settings: [seat, you, lookAhead, yourName, opponentName, position],
    body,
    seat: () => seat.value(),
    seats: () => seated(yourName.control.value || "You", opponentName.control.value || NAMES[other()] || other()),
    /** The position that the board shows, if the page knows it, and whether a person here moves. */
    beginning() {
      const start = position.control.value.trim() ? null : game.start(first());
      const yours = you.control.value === PERSON.word && (begins.value() === "you" || other() === PERSON.word);
      return {start, yours};
    },
  };
}

/** @type {Record<string, string>} */
const NAMES = {[ENGINE]: "Engine", [PERSON.word]: "Your neighbour"};

/**
 * The settings that few people change.
 *
 * @param {ReturnType<typeof createFields>} fields
 */
function moreSettings({game, settings}) {
  return h(
    "details",
    {class: "more"},
    h("summary", {}, "More settings"),
    h(
      "div",
      {class: "columns"},
      ...game.parts.sizes,
      ...[...settings, game.numbering, game.evaluation].map(({element}) => element),
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
