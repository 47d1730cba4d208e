// @ts-check
/** The page of a report: its lists, tables and downloads, and the game in its address. */

import {h, refill} from "./dom.js";
import {forfeitsList, gamesList} from "./lists.js";
import {gameView} from "./game_view.js";
import {linkTo, onLink, readLink} from "./permalink.js";
import {readData, unpacked} from "./report_data.js";
import {makeSortable} from "./sorting.js";
import {themeSwitch} from "./theme.js";

const data = readData();
const replays = new Set(data.replays);
const games = gamesList(data.games, replays);
const report = part("report");
const view = part("game");
const showGame = gameView(view, data);
/** How far down the report was before a game took its place. */
let scrolled = 0;
/** The number of the game that is shown; empty without one. */
let shown = "";

document.querySelector(".site-head")?.append(themeSwitch());
part("game-list").append(games.element);
document.getElementById("forfeit-list")?.append(forfeitsList(data.forfeits, replays));
document.querySelectorAll("table.sortable").forEach((table) => makeSortable(/** @type {HTMLTableElement} */ (table)));
document.querySelectorAll("table.heat td[title]").forEach((cell) => makeButton(/** @type {HTMLTableCellElement} */ (cell)));
connectDownloads();
onLink((link) => void follow(link));
if (readLink()) void follow(readLink());

/** @param {import("./game_view.js").Link | null} link */
async function follow(link) {
  const wasReport = !report.hidden;
  if (wasReport && link) scrolled = scrollY;
  report.hidden = link !== null;
  view.hidden = link === null;
  if (link) scrollTo(0, 0);
  else if (!wasReport) back(shown);
  shown = link?.game ?? "";
  await showGame(link);
}

/**
 * Where the report was, at the link to the game, unless the address names a part of the report.
 *
 * @param {string} game
 */
function back(game) {
  const named = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
  if (named && named.id !== "games") named.scrollIntoView();
  else scrollTo(0, scrolled);
  const link = report.querySelector(`td a[href="${linkTo({game, ply: 0})}"]`);
  if (link instanceof HTMLElement) link.focus({preventScroll: true});
}

/**
 * A cell of the cross-table that lists the games of its two bots, also by keys.
 *
 * @param {HTMLTableCellElement} cell
 */
function makeButton(cell) {
  const label = `${cell.textContent}: list the games of ${cell.title}`;
  refill(cell, h("button", {type: "button", class: "pair", "aria-label": label, onclick: () => listPair(cell)}, cell.textContent));
}

/**
 * Lists the games of the two bots of a cell.
 *
 * @param {HTMLTableCellElement} cell
 */
function listPair(cell) {
  const row = /** @type {HTMLTableRowElement} */ (cell.parentElement);
  // The first two columns have the line and the bot.
  const names = [row.rowIndex - 1, cell.cellIndex - 2].map((place) => data.bots[place]);
  games.search(names.map((name) => `"${name}"`).join(" "));
}

/** @param {string} id */
function part(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no part ${id}.`);
  return found;
}

const TYPES = {csv: "text/csv", json: "application/json"};

/** Lets the buttons with `data-download` save the file of that name. */
function connectDownloads() {
  for (const button of document.querySelectorAll("button[data-download]")) {
    const name = button.getAttribute("data-download") ?? "";
    const file = document.querySelector(`script[data-file="${CSS.escape(name)}"]`);
    if (!file) continue;
    button.removeAttribute("hidden");
    button.addEventListener("click", async () => save(name, await unpacked(file)));
  }
}

/**
 * @param {string} name
 * @param {string} text
 */
function save(name, text) {
  const type = name.endsWith(".csv") ? TYPES.csv : TYPES.json;
  const address = URL.createObjectURL(new Blob([text], {type: `${type};charset=utf-8`}));
  const link = h("a", {href: address, download: name});
  link.click();
  // The browser reads the address after the click, at a time of its own.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
