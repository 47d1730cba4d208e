// @ts-check
/** The lists of a report, drawn as far as somebody looks: its games, searched and sorted, and its forfeits. */

import {h, refill} from "./dom.js";
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

/** @typedef {import("./report_data.js").Forfeit} Forfeit */

/**
 * @param {Forfeit[]} forfeits
 * @param {Set<number>} replays The games that can be opened.
 * @returns {HTMLElement}
 */
export function forfeitsList(forfeits, replays) {
  const list = h("ul", {class: "forfeits"});
  const end = listEnd();
  lazyRows(list, end, (/** @type {Forfeit} */ each) => forfeitItem(each, replays))(forfeits);
  return h("div", {}, list, end);
}

/**
 * @param {Forfeit} forfeit
 * @param {Set<number>} replays
 */
function forfeitItem({game, bot, opponent, kind, reason, dialogue}, replays) {
  const number = `Game ${game}`;
  const link = replays.has(game) ? h("a", {href: linkTo({game: String(game), ply: 0})}, number) : number;
  const pages = dialogue.length > 0 &&
    h("details", {}, h("summary", {}, "Last lines of the dialogue"), h("pre", {tabindex: 0}, dialogue.join("\n")));
  return h(
    "li",
    {},
    h("p", {class: "row"}, link, h("strong", {}, bot), h("span", {class: "muted"}, `against ${opponent}`),
      h("span", {class: "badge bad"}, kind)),
    reason && h("p", {}, reason),
    pages,
  );
}

/** Elements that are made at a time: more than a screen shows. */
const CHUNK = 60;
/** Elements that are printed at most: ten pages of games. */
const PRINTED = 500;
/** So far below the screen elements are made already. */
const AHEAD = "800px";

/**
 * Fills a container with an element for each item, a part at a time. Before the page is printed,
 * the first PRINTED are made.
 *
 * @template Item
 * @param {HTMLElement} container
 * @param {HTMLElement} end An element below the container; the list goes on when it comes into view.
 * @param {(item: Item) => HTMLElement} draw
 * @returns {(items: Item[]) => void} Shows these items from the first.
 */
function lazyRows(container, end, draw) {
  /** @type {Item[]} */
  let items = [];
  let drawn = 0;

  /** @param {number} count */
  function more(count) {
    const next = items.slice(drawn, drawn + count);
    drawn += next.length;
    container.append(...next.map(draw));
    end.hidden = drawn === items.length;
  }

  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      more(CHUNK);
      // The end may still be in view: only a new observation tells.
      observer.unobserve(end);
      observer.observe(end);
    },
    {rootMargin: AHEAD},
  );
  observer.observe(end);
  addEventListener("beforeprint", () => more(Math.max(0, PRINTED - drawn)));
  return (shown) => {
    items = shown;
    drawn = 0;
    container.replaceChildren();
    more(CHUNK);
  };
}

/** An element for the end of a list. */
function listEnd() {
  return h("p", {class: "muted list-end", "aria-hidden": true}, "More below");
}
