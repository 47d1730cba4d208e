// @ts-check
/**
 * The standings, the rounds and the cross-table, which move with the results, and the lists of the
 * bots, and of the games that ended last and come next.
 */

import {h, refill} from "./dom.js";

/** @import {Links} from "./list_types.js" */
/** @import {ComingGame, EndedGame, MatchesData, TableData} from "./watch_types.js" */

/** The column of each table that names the bot. */
const BOT = 1;

/** The standings. */
export const createStandings = (/** @type {Links} */ links) => createTable("Standings", (row) => row[BOT], links);

/** Who met whom in each round; not to be seen where bots are not paired by rounds. */
export const createRounds = (/** @type {Links} */ links) => createTable("Rounds", (row) => `${row[0]} ${row[BOT]}`, links);

/**
 * @param {string} name
 * @param {(row: string[]) => string} keyOf What the row keeps when its cells change.
 * @param {Links} links
 */
function createTable(name, keyOf, links) {
  const head = h("tr");
  const body = h("tbody");
  const table = h("table", {class: `data ${name.toLowerCase()}`}, h("caption", {}, name), h("thead", {}, head), body);
  const element = frame(name, table);

  /** @param {TableData} data */
  function show({headers, numbers, rows}) {
    /** @param {number} at */
    const kind = (at) => (numbers[at] ? "number" : false);
    element.hidden = rows.length === 0;
    element.style.setProperty("--bots", String(rows.length));
    refill(head, ...headers.map((header, at) => h("th", {scope: "col", class: kind(at)}, header)));
    changeRows(body, () => {
      refill(body, ...rows.map((row) => h("tr", {"data-row": keyOf(row)}, ...row.map((text, at) => cell(text, at, kind(at), links)))));
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
  return h("div", {class: `table-frame ${name.toLowerCase()}-frame`, role: "region", "aria-label": name, tabindex: 0}, table);
}

/**
 * @param {string} text
 * @param {number} at
 * @param {string | false} kind
 * @param {Links} links
 */
function cell(text, at, kind, links) {
  const properties = {class: kind, "data-cell": at};
  return at === BOT ? h("th", {scope: "row", ...properties}, h("a", {href: links.bot(text)}, text)) : h("td", properties, text);
}

/**
 * The points of each bot against each other, the warmer the more. A cell leads to the games.
 *
 * @param {Links} links
 */
export function createMatches(links) {
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
            h("th", {scope: "row"}, h("span", {class: "line-number muted number"}, line + 1), " ", h("a", {href: links.bot(bots[line])}, bots[line])),
            ...row.map((each, at) => (at === line ? h("td", {class: "own"}) : match(each, bots[line], bots[at], links))),
          ),
        ),
      );
    });
  }

  return {element, show};
}

/**
 * @param {[string, number] | null} match
 * @param {string} of
 * @param {string} against
 * @param {Links} links
 */
function match(match, of, against, links) {
  if (!match) return h("td", {"data-cell": against});
  const [points, warmth] = match;
  const label = `${points}: the games of ${of} against ${against}`;
  return h("td", {class: `number heat-${warmth}`, "data-cell": against}, h("a", {class: "pair", "aria-label": label, href: links.games({of, against})}, points));
}

/** Milliseconds. */
const GLIDE = 700;
const GLOW = 2500;

/**
 * Changes a table whose rows are known by `data-row` and whose cells by `data-cell`.
 *
 * @param {HTMLElement} body
 * @param {() => void} change
 */
function changeRows(body, change) {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const before = new Map(rowsOf(body).map((row) => [row.dataset.row, {top: row.offsetTop, texts: textsOf(row)}]));
  change();
  if (before.size === 0) return;
  for (const row of rowsOf(body)) {
    const old = before.get(row.dataset.row);
    if (!old) continue;
    const by = old.top - row.offsetTop;
    if (by !== 0 && !still) {
      row.animate([{transform: `translateY(${by}px)`}, {transform: "none"}], {duration: GLIDE, easing: "ease-in-out"});
    }
    for (const cell of cellsOf(row)) {
      if (old.texts.get(cell.dataset.cell) !== cell.textContent) glow(cell);
    }
  }
}

/**
 * An edge within the cell that fades: a background would come between its words and their contrast.
 *
 * @param {HTMLElement} cell
 */
function glow(cell) {
  const colour = getComputedStyle(cell).getPropertyValue("--accent");
  cell.animate([{boxShadow: `inset 0 0 0 0.2rem ${colour}`}, {}], {duration: GLOW, easing: "ease-in"});
}

/** @param {HTMLElement} body */
function rowsOf(body) {
  return /** @type {HTMLElement[]} */ ([...body.querySelectorAll("[data-row]")]);
}

/** @param {HTMLElement} row */
function cellsOf(row) {
  return /** @type {HTMLElement[]} */ ([...row.querySelectorAll("[data-cell]")]);
}

/** @param {HTMLElement} row */
function textsOf(row) {
  return new Map(cellsOf(row).map((cell) => [cell.dataset.cell, cell.textContent]));
}

/** Games that come next, beside those in play. */
const MOST_COMING = 6;

/** Each game of the list can be replayed. */
export function createLastGames() {
  const list = h("ul", {class: "game-list"});
  const element = h("section", {class: "card", hidden: true}, h("h2", {}, "Last results"), list);

  /**
   * @param {EndedGame[]} games
   * @param {Record<number, string>} [stages] What games of a bracket are called.
   */
  function show(games, stages = {}) {
    element.hidden = games.length === 0;
    refill(list, ...games.map((game) => h("li", {}, entry(game, stages[game.number]))));
  }

  return {element, show};
}

/**
 * @param {EndedGame} game
 * @param {string} [stage]
 */
function entry({number, south, north, score, winner, verdict, reason, is_fault}, stage) {
  return h(
    "a",
    {href: `#game=${number}`, title: reason},
    h("span", {class: "game-number muted number"}, number),
    h("span", {class: "game-pair"}, name(south, winner === "south"), h("span", {class: "muted"}, " – "), name(north, winner === "north"), stageMark(stage)),
    h("span", {class: "game-score number"}, score),
    is_fault && h("span", {class: "game-verdict badge bad"}, verdict),
  );
}

/** @param {string} [stage] What a game of a bracket is called. */
function stageMark(stage) {
  return stage && h("span", {class: "game-stage muted"}, ` ${stage}`);
}

/**
 * @param {string} bot
 * @param {boolean} won
 */
function name(bot, won) {
  return won ? h("strong", {}, bot) : bot;
}

/** The names of all bots, for who waits for the first result. */
export function createRoster() {
  const heading = h("h2");
  const list = h("ul");
  const element = h("section", {class: "card roster", hidden: true}, heading, list);

  /** @param {{bots?: string[], rules?: string}} results */
  function show({bots = [], rules = ""}) {
    heading.textContent = `${bots.length} ${bots.length === 1 ? "bot plays" : "bots play"} ${rules}`;
    refill(list, ...bots.map((bot) => h("li", {}, bot)));
  }

  return {element, show};
}

/** Games without a result; those on the boards are left out. */
export function createNextGames() {
  const list = h("ul", {class: "game-list"});
  const element = h("section", {class: "card", hidden: true}, h("h2", {}, "Next"), list);

  /**
   * @param {ComingGame[]} games
   * @param {Set<number>} inPlay
   * @param {Record<number, string>} [stages] What games of a bracket are called.
   */
  function show(games, inPlay, stages = {}) {
    const coming = games.filter(({number}) => !inPlay.has(number)).slice(0, MOST_COMING);
    element.hidden = coming.length === 0;
    refill(
      list,
      ...coming.map(({number, south, north}) =>
        h(
          "li",
          {},
          h("span", {class: "game-number muted number"}, number),
          h("span", {class: "game-pair"}, south, h("span", {class: "muted"}, " – "), north, stageMark(stages[number])),
        ),
      ),
    );
  }

  return {element, show};
}
