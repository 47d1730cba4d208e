// @ts-check
/** The standings, the rounds and the cross-table, which move with the results. */

import {h, refill} from "./dom.js";
import {changeRows} from "./moving_table.js";

/** @import {MatchesData, TableData} from "./watch_types.js" */

/** The column of each table that names the bot. */
const BOT = 1;

/** The standings. */
export const createStandings = () => createTable("Standings", (row) => row[BOT]);

/** Who met whom in each round; not to be seen where bots are not paired by rounds. */
export const createRounds = () => createTable("Rounds", (row) => `${row[0]} ${row[BOT]}`);

/**
 * @param {string} name
 * @param {(row: string[]) => string} keyOf What the row keeps when its cells change.
 */
function createTable(name, keyOf) {
  const head = h("tr");
  const body = h("tbody");
  const table = h("table", {class: `data ${name.toLowerCase()}`}, h("caption", {}, name), h("thead", {}, head), body);
  const element = frame(name, table);

  /** @param {TableData} data */
  function show({headers, numbers, rows}) {
    /** @param {number} at */
    const kind = (at) => (numbers[at] ? "number" : false);
    element.hidden = rows.length === 0;
    refill(head, ...headers.map((header, at) => h("th", {scope: "col", class: kind(at)}, header)));
    changeRows(body, () => {
      refill(body, ...rows.map((row) => h("tr", {"data-row": keyOf(row)}, ...row.map((text, at) => cell(text, at, kind(at))))));
    });
  }

  return {element, show};
}

/**
 * A table that scrolls where it is too wide, also by keys.
 *
 * @param {string} name
 * @param {HTMLElement} table
 */
function frame(name, table) {
  return h("div", {class: "table-frame", role: "region", "aria-label": name, tabindex: 0}, table);
}

/**
 * @param {string} text
 * @param {number} at
 * @param {string | false} kind
 */
function cell(text, at, kind) {
  const properties = {class: kind, "data-cell": at};
  return at === BOT ? h("th", {scope: "row", ...properties}, text) : h("td", properties, text);
}

/** The points of each bot against each other, the warmer the more. */
export function createMatches() {
  const head = h("tr");
  const body = h("tbody");
  const element = frame("Matches", h("table", {class: "data heat"}, h("caption", {}, "Matches"), h("thead", {}, head), body));

  /** @param {MatchesData} data */
  function show({bots, cells}) {
    refill(head, h("th", {scope: "col"}, "bot"), ...bots.map((name, at) => h("th", {scope: "col", class: "number", title: name}, at + 1)));
    changeRows(body, () => {
      refill(
        body,
        ...cells.map((row, line) =>
          h(
            "tr",
            {"data-row": bots[line]},
            h("th", {scope: "row"}, h("span", {class: "line-number muted number"}, line + 1), " ", bots[line]),
            ...row.map((each, at) => (at === line ? h("td", {class: "own"}) : match(each, bots[at]))),
          ),
        ),
      );
    });
  }

  return {element, show};
}

/**
 * @param {[string, number] | null} match
 * @param {string} opponent
 */
function match(match, opponent) {
  if (!match) return h("td", {"data-cell": opponent});
  const [points, warmth] = match;
  return h("td", {class: `number heat-${warmth}`, "data-cell": opponent}, points);
}
