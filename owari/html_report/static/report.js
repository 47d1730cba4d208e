// @ts-check
/** The page of a report: its lists, tables and downloads, and the game in its address. */

import {connectDownloads} from "./downloads.js";
import {forfeitsList} from "./forfeits_list.js";
import {gameView} from "./game_view.js";
import {gamesList} from "./games_list.js";
import {onLink, readLink} from "./permalink.js";
import {readData} from "./report_data.js";
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

document.querySelector(".site-head")?.append(themeSwitch());
part("game-list").append(games.element);
document.getElementById("forfeit-list")?.append(forfeitsList(data.forfeits, replays));
document.querySelectorAll("table.sortable").forEach((table) => makeSortable(/** @type {HTMLTableElement} */ (table)));
document.querySelector("table.heat")?.addEventListener("click", (event) => listPair(event.target));
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
  else if (!wasReport) back();
  await showGame(link);
}

/** Where the report was, unless the address names a part of it. */
function back() {
  const named = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
  if (named && named.id !== "games") named.scrollIntoView();
  else scrollTo(0, scrolled);
}

/**
 * Lists the games of the two bots of a cell.
 *
 * @param {EventTarget | null} target
 */
function listPair(target) {
  const cell = target instanceof Element ? target.closest("td[title]") : null;
  if (!(cell instanceof HTMLTableCellElement)) return;
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
