// @ts-check
/**
 * All games of a tournament, and the page of a bot, which follow the tournament while it runs. The
 * address has the filter, so that it can be sent.
 */

import {createBotPage} from "./bot_page.js";
import {h, refill} from "./dom.js";
import {createGameList} from "./game_list.js";
import {filterWords, listedGames, readFilter} from "./list_types.js";
import {LOST, listen} from "./live_events.js";
import {keepPlace, placeBefore, scrollBack} from "./reading_place.js";
import {inquire, outcome, request} from "./requests.js";
import {botPath, watchLinks} from "./watch_links.js";

/** @import {BotData} from "./bot_page.js" */
/** @import {Filter} from "./list_types.js" */

/** Milliseconds between two readings at least. */
const REST = 2000;
/** The same as a multiple of what the last reading took. */
const SHARE = 20;

const {place, bot} = JSON.parse(document.getElementById("data")?.textContent ?? "");
const address = `/api/watch/${place}`;
const main = /** @type {HTMLElement} */ (document.getElementById("lists"));
const links = watchLinks(place);
const trouble = h("p", {class: "note warn", role: "status", hidden: true});
/** @type {{element: HTMLElement, update: (data: BotData) => void, opened: () => string[]} | null} */
let page = null;
let took = 0;
let timer = 0;
/** Whether something has happened since the last reading began. */
let wanted = false;

/** @param {Filter} filter */
function keep(filter) {
  const words = new URLSearchParams(filterWords(filter));
  // Some names of bots stand there too.
  const name = new URLSearchParams(location.search).get("name");
  if (name) words.set("name", name);
  history.replaceState(history.state, "", location.pathname + (words.size ? `?${words}` : ""));
}

/** What the page shows, or a sentence that says why it shows nothing. */
async function read() {
  const get = page ? inquire : request; // a person waits for the first reading
  const [all, own] = await Promise.all([`${address}/games`, bot && address + botPath(bot)].map(async (each) => (each ? outcome(await get(each)) : null)));
  if (!all) return "";
  if (!all.ok) return all.problem;
  if (own && !own.ok) return own.problem;
  return {...all.body, games: listedGames(all.body), ...own?.body};
}

/** @param {BotData} data */
function create(data) {
  const shared = {links, onFilter: keep};
  const list = bot ? createBotPage({name: bot, data, ...shared}) : createGameList({...data, ...shared});
  const before = placeBefore();
  refill(main, trouble, list.element);
  list.open(before?.opened ?? []);
  list.show(readFilter(new URLSearchParams(location.search)));
  if (before) void scrollBack(before.top);
  return list;
}

async function show() {
  const begun = performance.now();
  wanted = false;
  const data = await read();
  tell(typeof data === "string" ? data : "");
  if (typeof data !== "string") {
    if (page) page.update(data);
    else page = create(data);
  }
  took = performance.now() - begun;
  timer = 0;
  if (wanted) again();
}

/** Reads anew before long. */
function again() {
  wanted = true;
  timer ||= setTimeout(show, Math.max(REST, SHARE * took));
}

/** @param {string} problem Why the page does not follow; empty where all is well. */
function tell(problem) {
  if (!trouble.isConnected) refill(main, trouble);
  trouble.textContent = problem;
  trouble.hidden = !problem;
}

keepPlace(() => page?.opened() ?? []);
await show();
listen(`${address}/events`, {
  events: {state: again, results: again},
  onConnection: (connected) => tell(connected ? "" : LOST),
  onRefused(problem) {
    tell(problem);
    return true;
  },
});
