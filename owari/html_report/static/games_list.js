// @ts-check
/** The list of all games: searched, sorted, and drawn as far as somebody looks. */

import {h, refill} from "./dom.js";
import {lazyRows, listEnd} from "./lazy_rows.js";
import {linkTo} from "./permalink.js";
import {compare, sortButton} from "./sorting.js";

/** @typedef {import("./report_data.js").GameRow} GameRow */

const HEADERS = ["game", "South", "North", "score", "result", "first", "plies"];
const NUMBERS = new Set(["game", "score", "plies"]);
const SCORE = HEADERS.indexOf("score");

/**
 * @typedef {object} GamesList
 * @property {HTMLElement} element
 * @property {(words: string) => void} search Shows the games with these words, as if typed.
 */

/**
 * @param {GameRow[]} games
 * @param {Set<number>} replays The games that can be opened.
 * @returns {GamesList}
 */
export function gamesList(games, replays) {
  const field = h("input", {type: "search", id: "game-search", placeholder: "Names, results, numbers", oninput: show});
  const only = h("input", {type: "checkbox", onchange: show});
  const count = h("p", {class: "muted", role: "status"});
  const headers = HEADERS.map((name) => h("th", {scope: "col", class: NUMBERS.has(name) && "number"}, name));
  const body = h("tbody");
  const end = listEnd();
  const rows = lazyRows(body, end, (/** @type {GameRow} */ game) => drawn(game, replays));
  let sorted = games.map((game) => ({game, words: searched(game)}));

  function show() {
    const wanted = field.value.toLowerCase().match(/"[^"]+"|\S+/g) ?? [];
    const words = wanted.map((word) => word.replaceAll('"', ""));
    const found = sorted.filter(
      (each) => (each.game.forfeit || !only.checked) && words.every((word) => each.words.includes(word)),
    );
    refill(count, `${found.length.toLocaleString("en")} of ${games.length.toLocaleString("en")} games${found.length ? "" : ". No game has all of these words."}`);
    frame.hidden = found.length === 0;
    rows(found.map((each) => each.game));
  }

  for (const [column, header] of headers.entries()) {
    sortButton(header, (descending) => {
      const sign = descending ? -1 : 1;
      sorted = [...sorted].sort((a, b) => sign * compare(keyOf(a.game, column), keyOf(b.game, column)));
      show();
    });
  }
  const frame = h(
    "div",
    {class: "table-frame", tabindex: 0, role: "region", "aria-label": "List of games"},
    h("table", {class: "data games"}, h("thead", {}, h("tr", {}, headers)), body),
  );
  show();
  const filter = games.some((game) => game.forfeit) && h("label", {class: "row"}, only, "Only forfeits");
  const element = h(
    "div",
    {class: "stack"},
    h("div", {class: "row no-print"}, h("label", {class: "field"}, "Search", field), filter),
    count,
    frame,
    end,
  );
  return {
    element,
    search(words) {
      field.value = words;
      only.checked = false;
      show();
      field.scrollIntoView({block: "center"});
      field.focus({preventScroll: true});
    },
  };
}

/** @param {GameRow} game */
function searched(game) {
  return game.cells.join("\n").toLowerCase();
}

/**
 * @param {GameRow} game
 * @param {number} column
 */
function keyOf(game, column) {
  return column === SCORE ? game.margin : game.cells[column];
}

/**
 * @param {GameRow} game
 * @param {Set<number>} replays
 */
function drawn(game, replays) {
  const number = Number(game.cells[0]);
  const link = replays.has(number) ? h("a", {href: linkTo({game: String(number), ply: 0})}, number) : number;
  const cells = game.cells.map((cell, column) =>
    h("td", {class: NUMBERS.has(HEADERS[column]) && "number"}, column ? cell : link),
  );
  return h("tr", {class: game.forfeit && "forfeit"}, cells);
}
