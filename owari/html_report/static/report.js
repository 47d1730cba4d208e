// @ts-check
/** The page of a report: its lists, tables and downloads, and the game or the bot in its address. */

import {createBotPage} from "./bot_page.js";
import {h, refill} from "./dom.js";
import {forfeitsList} from "./forfeit_list.js";
import {createGameList} from "./game_list.js";
import {gameView} from "./game_view.js";
import {filterWords, listedGames, readFilter} from "./list_types.js";
import {linkTo, onAddress, readLink, titleWindow} from "./permalink.js";
import {scrollBack} from "./reading_place.js";
import {readData, unpacked} from "./report_data.js";
import {makeSortable} from "./sorting.js";
import {soundSwitch} from "./sounds.js";
import {themeSwitch} from "./theme.js";

/** @import {Filter, Links} from "./list_types.js" */

const data = readData();
const replays = new Set(data.replays);
const bots = data.list.bots;
const games = listedGames(data.list);
/** @type {Links} */
const links = {
  game: (number, ply = 0, filter = {}) => (replays.has(number) ? linkTo({game: String(number), ply, filter}) : null),
  bot: (name, filter = {}) => `#${new URLSearchParams({bot: name})}${filterWords(filter) && `&${filterWords(filter)}`}`,
  games: (filter) => `#games${filterWords(filter) && `&${filterWords(filter)}`}`,
};
const list = createGameList({games, bots, links, onFilter: (filter) => keep(links.games(filter))});
const report = part("report");
const view = part("game");
const showGame = gameView(view, data, games.filter(({number}) => replays.has(number)), links);
/** How far down the report was before a game or a bot took its place. */
let scrolled = 0;
/** The link to what is shown in place of the report; empty without it. */
let shown = "";
/** How far down games and bots were read, by the numbers of their entries in the history. @type {Map<number, number>} */
const places = new Map();
let entry = 0;

document.querySelector(".site-head")?.append(soundSwitch(), themeSwitch());
part("game-list").append(list.element);
document.getElementById("forfeit-list")?.append(forfeitsList(data.forfeits, links));
document.querySelectorAll("table.data tbody th").forEach((cell) => linkBot(/** @type {HTMLElement} */ (cell)));
document.querySelectorAll("table.sortable").forEach((table) => makeSortable(/** @type {HTMLTableElement} */ (table)));
document.querySelectorAll("table.heat td[title]").forEach((cell) => linkPair(/** @type {HTMLTableCellElement} */ (cell)));
connectDownloads();
addEventListener("scroll", () => places.set(entry, scrollY));
onAddress(follow);
follow();

/** Shows what the address names: a game, a bot, some of the games, or the report. */
function follow() {
  const words = new URLSearchParams(location.hash.slice(1));
  const link = readLink();
  const bot = words.get("bot");
  const takesPlace = link !== null || bot !== null;
  const wasReport = !report.hidden;
  if (wasReport && takesPlace) scrolled = scrollY;
  report.hidden = takesPlace;
  view.hidden = !takesPlace;
  const before = enter();
  if (!takesPlace && !wasReport) back(shown);
  shown = location.hash;
  void showGame(link);
  if (bot !== null) showBot(bot, readFilter(words));
  if (takesPlace) return void scrollBack(before, () => shown === location.hash);
  if (!words.has("games")) return;
  const filter = readFilter(words);
  list.show(filter);
  if (filterWords(filter)) list.focus();
}

/** How far down this entry of the history was read; a new one begins at its top. */
function enter() {
  entry = history.state?.entry ?? Date.now();
  if (!history.state?.entry) history.replaceState({...history.state, entry}, "");
  return places.get(entry) ?? 0;
}

/**
 * @param {string} name
 * @param {Filter} filter Of its games.
 */
function showBot(name, filter) {
  const details = Object.hasOwn(data.details, name) ? data.details[name] : null;
  const ways = h("nav", {class: "row game-ways no-print", "aria-label": "Report"}, h("a", {class: "button", href: "#top"}, "Back to the report"));
  if (!details) return refill(view, ways, h("p", {class: "note warn"}, "This report has no such bot."));
  titleWindow(name);
  const {forfeits, list: {pieces}} = data;
  const page = createBotPage({name, data: {bots, games, pieces, forfeits, details}, links, onFilter: (now) => keep(links.bot(name, now))});
  page.show(filter);
  refill(view, ways, page.element);
  page.focus();
}

/**
 * Where the report was, at the link that led away, unless the address names a part of the report.
 *
 * @param {string} from
 */
function back(from) {
  const named = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
  if (named && !["games", "top"].includes(named.id)) named.scrollIntoView();
  else scrollTo(0, scrolled);
  const game = readLink(from);
  const bot = new URLSearchParams(from.slice(1)).get("bot");
  const addresses = game ? [0, Infinity].map((ply) => linkTo({...game, ply})) : [bot !== null ? links.bot(bot) : from];
  const link = report.querySelector(addresses.map((address) => `a[href="${CSS.escape(address)}"]`).join());
  if (link instanceof HTMLElement) link.focus({preventScroll: true});
}

/**
 * Keeps the filter in the address, so that it can be sent.
 *
 * @param {string} address
 */
function keep(address) {
  history.replaceState(history.state, "", address);
}

/**
 * A name that leads to the page of the bot.
 *
 * @param {HTMLElement} cell
 */
function linkBot(cell) {
  const name = cell.textContent ?? "";
  if (Object.hasOwn(data.details, name)) refill(cell, h("a", {href: links.bot(name)}, name));
}

/**
 * A cell of the cross-table that leads to the games of its two bots.
 *
 * @param {HTMLTableCellElement} cell
 */
function linkPair(cell) {
  const row = /** @type {HTMLTableRowElement} */ (cell.parentElement);
  // The first two columns have the line and the bot.
  const [of, against] = [row.rowIndex - 1, cell.cellIndex - 2].map((place) => bots[place].name);
  const label = `${cell.textContent}: list the games of ${cell.title}`;
  refill(cell, h("a", {class: "pair", "aria-label": label, href: links.games({of, against})}, cell.textContent));
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
