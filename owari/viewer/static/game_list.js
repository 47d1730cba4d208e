// @ts-check
/** The list of all games: searched, filtered, sorted, and folded by pair or round. */

import {h, refill} from "./dom.js";
import {filterWords, folded, stageOf} from "./list_types.js";
import {lazyRows, listEnd} from "./lazy_rows.js";
import {compare, markSorted, sortButton} from "./sorting.js";

/** @import {Filter, Links, ListedBot, ListedGame} from "./list_types.js" */

/** The columns, and what an address calls them. */
const HEADERS = {game: "game", south: "South", north: "North", score: "score", result: "result", first: "first", plies: "plies"};
/** @typedef {keyof typeof HEADERS} Column */
const NUMBERS = new Set(["game", "score", "plies"]);
/** More games than these are folded by pair, where nobody has chosen. */
const MANY = 100;

/** @type {Record<string, (game: ListedGame, bot: string) => boolean>} */
const RESULTS = {
  won: (game, bot) => winnerOf(game) === bot,
  drawn: (game) => game.winner === 0,
  lost: (game, bot) => lost(game, bot),
  forfeits: (game, bot) => game.forfeit && (!bot || lost(game, bot)),
};

/**
 * @param {object} list
 * @param {ListedGame[]} list.games
 * @param {ListedBot[]} list.bots
 * @param {Links} list.links
 * @param {string} [list.of] Whose games these are, where they are those of one bot.
 * @param {(filter: Filter) => void} [list.onFilter] Called when somebody has changed the filter.
 */
export function createGameList({games, bots, links, of = "", onFilter = () => {}}) {
  /** @type {Filter} */
  let filter = {};
  /** @type {ListedGame[]} In the order of the list. */
  let order = [];
  /** @type {string[]} */
  let names = [];
  let shownFold = "";
  /** @type {Set<string>} The titles of the groups that are open. */
  const opened = new Set();
  // A report has the list of all games and that of a bot.
  const id = of ? "bot-game" : "game";
  const search = h("input", {type: "search", id: `${id}-search`, placeholder: "Names, results, numbers", oninput: changed});
  const bot = select("Bot", `${id}-of`, changed);
  const against = select("Against", `${id}-against`, changed);
  const result = select("Result", `${id}-result`, changed);
  const round = select("Round", `${id}-round`, changed);
  const fold = select("Fold", `${id}-fold`, changed);
  const all = h("button", {type: "button", hidden: true, onclick: () => show({sort: filter.sort}, true)}, "Show all games");
  const count = h("p", {class: "muted", role: "status"});
  const skip = h("a", {class: "skip-link", href: "#", onclick: skipFilter}, "Go to the games");
  const sortable = tableOf(true);
  const end = listEnd();
  /** Games are opened with the filter, so that their neighbours are those of the list. @type {Links} */
  const ways = {...links, game: (number, ply = 0) => links.game(number, ply, of ? {...filter, of, page: of} : filter)};
  const rows = lazyRows(sortable.table, end, "tbody", (/** @type {ListedGame} */ game) => row(game, ways));
  const folds = h("div", {class: "folds"});
  const foldsEnd = listEnd();
  const groups = lazyRows(folds, foldsEnd, "div", (/** @type {Group} */ group) => drawnGroup(group, ways, opened));

  bot.field.hidden = Boolean(of);
  for (const [column, header] of sortable.headers) {
    sortButton(header, (descending) => show({...filter, sort: (descending ? "-" : "") + column}, true));
  }

  /**
   * @param {ListedGame[]} all
   * @param {ListedBot[]} entered
   */
  function learn(all, entered) {
    order = all;
    names = entered.map(({name}) => name);
    const rounds = [...new Set(all.map(({round}) => round).filter(Boolean))].sort((one, other) => (stageOf(one) ? 0 : compare(one, other)));
    offer(bot, ["", ...names], (name) => name || "All bots", bot.control.value);
    offer(round, ["", ...rounds], (name) => name || "All rounds", round.control.value);
    offer(fold, ["one", "pair", "round"].filter((way) => way !== "round" || rounds.length > 1), (way) => FOLDS[way], fold.control.value);
    round.field.hidden = rounds.length < 2;
  }

  /** @param {MouseEvent} event */
  function skipFilter(event) {
    event.preventDefault();
    const first = element.querySelector(".cell-game a, .folds a, .folds summary");
    if (first instanceof HTMLElement) first.focus();
  }

  function changed() {
    const chosen = {search: search.value.trim(), of: bot.control.value, against: against.control.value, result: result.control.value, round: round.control.value, fold: fold.control.value === shownFold ? filter.fold : fold.control.value, sort: filter.sort};
    show(chosen, true);
  }

  /**
   * Shows the games of a filter.
   *
   * @param {Filter} wanted
   * @param {boolean} [byHand] Whether somebody has changed it here.
   */
  function show(wanted, byHand = false) {
    take(wanted);
    draw();
    if (byHand) onFilter(of ? {...filter, of: ""} : filter);
  }

  /** @param {Filter} wanted */
  function take(wanted) {
    filter = {...wanted};
    const who = of || (names.includes(filter.of ?? "") ? filter.of ?? "" : "");
    if (!of) filter.of = who;
    if (!who) filter.against = "";
    if (search.value.trim() !== (filter.search ?? "")) search.value = filter.search ?? "";
    bot.control.value = filter.of ?? "";
    offer(against, ["", ...names.filter((name) => name !== who)], (name) => name || "All opponents", filter.against);
    offer(result, ["", ...(who ? ["won", "drawn", "lost", "forfeits"] : ["drawn", "forfeits", NEEDS_BOT])], (kind) => WORDS[kind], filter.result);
    filter.result = result.control.value;
    filter.against = against.control.value;
    against.field.hidden = !who;
    round.control.value = filter.round ?? "";
    if (!Object.hasOwn(FOLDS, filter.fold ?? "")) filter.fold = "";
    const {column, descending} = sortingOf(filter);
    filter.sort = column === "game" && !descending ? "" : filter.sort;
    for (const [name, header] of sortable.headers) if (name === column) markSorted(header, descending);
    order = sorted(order, filter);
  }

  /** @param {boolean} [again] Whether games may have changed, and nothing else. */
  function draw(again = false) {
    const found = order.filter(wanted(filter, of));
    const none = found.length ? "" : ". No game has all of this.";
    refill(count, `${found.length.toLocaleString("en")} of ${order.length.toLocaleString("en")} games${none}`);
    all.hidden = found.length === order.length;
    const isPair = Boolean(filter.against) || names.length < 3;
    const way = filter.fold || (found.length > MANY && !isPair ? "pair" : "one");
    const folded = way !== "one";
    const stays = again && way === shownFold;
    fold.control.value = shownFold = way;
    sortable.frame.hidden = folded || found.length === 0;
    rows(folded ? [] : found, stays);
    groups(folded ? grouped(found, way, of || filter.of || "") : [], stays);
  }

  const form = h(
    "form",
    {class: "row no-print game-filters", role: "search", onsubmit: (/** @type {Event} */ event) => event.preventDefault()},
    h("div", {class: "field"}, h("label", {for: `${id}-search`}, "Search"), search),
    ...[bot, against, result, round, fold].map(({field}) => field),
  );
  const element = h("div", {class: "stack"}, skip, form, h("div", {class: "row"}, count, all), sortable.frame, end, folds, foldsEnd);
  learn(games, bots);
  show({});
  return {
    element,
    /** @param {Filter} wanted */
    show: (wanted) => show(wanted),
    /**
     * @param {{games: ListedGame[], bots: ListedBot[]}} now What is known by now; the reader stays
     *   where he is.
     */
    update(now) {
      learn(now.games, now.bots);
      take(filter);
      draw(true);
    },
    focus: () => count.scrollIntoView({block: "center"}),
    /** The titles of the groups that are open. */
    opened: () => [...opened],
    /** @param {string[]} titles Of groups to be open from the next time that they are drawn. */
    open: (titles) => titles.forEach((title) => opened.add(title)),
  };
}

/** Stands for results that are those of a bot, while none is chosen. */
const NEEDS_BOT = "of-bot";
/** @type {Record<string, string>} */
const WORDS = {"": "All results", won: "Won", drawn: "Drawn", lost: "Lost", forfeits: "Forfeits", [NEEDS_BOT]: "Won or lost: choose a bot first"};
/** @type {Record<string, string>} */
const FOLDS = {one: "One by one", pair: "By pair", round: "By round"};

/**
 * A field with a choice.
 *
 * @param {string} label
 * @param {string} id
 * @param {() => void} onchange
 */
function select(label, id, onchange) {
  const control = h("select", {id, onchange});
  return {field: h("div", {class: "field"}, h("label", {for: id}, label), control), control};
}

/**
 * @param {{control: HTMLSelectElement}} field
 * @param {string[]} words
 * @param {(word: string) => string} name
 * @param {string} [chosen]
 */
function offer({control}, words, name, chosen = "") {
  // A list that is open stays as it is.
  const same = words.length === control.options.length && words.every((word, at) => word === control.options[at].value);
  if (!same) refill(control, ...words.map((word) => h("option", {value: word, disabled: word === NEEDS_BOT}, name(word))));
  control.value = words.includes(chosen) && chosen !== NEEDS_BOT ? chosen : "";
}

/**
 * Whether a game belongs to the filter.
 *
 * @param {Filter} filter
 * @param {string} of
 * @returns {(game: ListedGame) => boolean}
 */
function wanted(filter, of) {
  const who = of || filter.of || "";
  const words = folded(filter.search ?? "").match(/"[^"]+"|\S+/g) ?? [];
  const parts = words.map((word) => word.replaceAll('"', ""));
  const fits = RESULTS[filter.result ?? ""];
  return (game) =>
    (!who || game.south === who || game.north === who) &&
    (!filter.against || game.south === filter.against || game.north === filter.against) &&
    (!filter.round || game.round === filter.round) &&
    (!fits || fits(game, who)) &&
    parts.every((part) => game.words.includes(part));
}

/**
 * By which column a list is sorted; by the numbers of the games where the filter names none.
 *
 * @param {Filter} filter
 * @returns {{column: Column, descending: boolean}}
 */
function sortingOf({sort = ""}) {
  const descending = sort.startsWith("-");
  const column = descending ? sort.slice(1) : sort;
  return isColumn(column) ? {column, descending} : {column: "game", descending: false};
}

/**
 * @param {string} name
 * @returns {name is Column}
 */
function isColumn(name) {
  return Object.hasOwn(HEADERS, name);
}

/**
 * The games in the order of a list; equal ones by their numbers.
 *
 * @param {ListedGame[]} games
 * @param {Filter} filter
 */
function sorted(games, filter) {
  const {column, descending} = sortingOf(filter);
  const sign = descending ? -1 : 1;
  return [...games].sort((one, other) => sign * compare(keyOf(one, column), keyOf(other, column)) || one.number - other.number);
}

/**
 * The numbers of the games before and after one, in the list of a filter; null where there is none.
 *
 * @param {ListedGame[]} games
 * @param {Filter} filter
 * @param {number} number
 * @returns {(number | null)[]}
 */
export function neighbours(games, filter, number) {
  const numbers = sorted(games.filter(wanted(filter, "")), filter).map((game) => game.number);
  const at = numbers.indexOf(number);
  return at < 0 ? [null, null] : [numbers[at - 1] ?? null, numbers[at + 1] ?? null];
}

/**
 * The ways from a game to the list or the bot that it was opened from, and to its neighbours there.
 *
 * @param {(number | null)[]} neighbours
 * @param {Filter | undefined} filter
 * @param {Links} links
 */
export function gameWays([before = null, after = null], filter = {}, links) {
  /**
   * @param {number | null} number
   * @param {string} label
   */
  const way = (number, label) => number !== null && h("a", {class: "button", href: links.game(number, 0, filter)}, label);
  const {page, ...words} = filter;
  const list = page
    ? h("a", {class: "button", href: links.bot(page, {...words, of: ""})}, `Back to ${page}`)
    : h("a", {class: "button", href: links.games(words)}, filterWords({...words, fold: "", sort: ""}) ? "Back to the list" : "All games");
  return [list, way(before, "Previous game"), way(after, "Next game")];
}

/** @param {ListedGame} game */
function winnerOf({winner, south, north}) {
  return winner === 1 ? south : winner === 2 ? north : "";
}

/**
 * @param {ListedGame} game
 * @param {string} bot
 */
function lost(game, bot) {
  if (game.winner === 3) return game.forfeit;
  return game.winner !== 0 && winnerOf(game) !== bot;
}

/**
 * @typedef {{title: string, note: string, games: ListedGame[]}} Group
 */

/**
 * The games by pair or by round, each group in the order of its first game.
 *
 * @param {ListedGame[]} games
 * @param {string} way
 * @param {string} bot Whose games they are; empty for those of all.
 * @returns {Group[]}
 */
function grouped(games, way, bot) {
  /** @type {Map<string, ListedGame[]>} */
  const found = new Map();
  for (const game of games) {
    const key = way === "round" ? game.round : [game.south, game.north].sort().join("\n");
    const group = found.get(key);
    if (group) group.push(game);
    else found.set(key, [game]);
  }
  return [...found].map(([key, own]) => {
    const number = own.length === 1 ? "1 game" : `${own.length.toLocaleString("en")} games`;
    if (way === "round") return {title: stageOf(key) || (key ? `Round ${key}` : "No round"), note: number, games: own};
    const {south, north} = own[0];
    const pair = north === bot ? [north, south] : [south, north];
    const [won, lostGames] = pair.map((name) => own.filter((game) => winnerOf(game) === name).length);
    return {title: pair.join(" \u2013 "), note: `${number}, ${won} won, ${own.filter(({winner}) => winner === 0).length} drawn, ${lostGames} lost`, games: own};
  });
}

/**
 * A group that shows its games when it is opened.
 *
 * @param {Group} group
 * @param {Links} links
 * @param {Set<string>} opened The titles of those that are open.
 */
function drawnGroup({title, note, games}, links, opened) {
  const {frame, table} = tableOf(false);
  const end = listEnd();
  const element = h(
    "details",
    {class: "card fold", open: opened.has(title), ontoggle: look},
    h("summary", {}, h("strong", {}, title), " ", h("span", {class: "muted"}, note)),
    frame,
    end,
  );

  function look() {
    opened[element.open ? "add" : "delete"](title);
    if (element.open && table.tBodies.length === 0) lazyRows(table, end, "tbody", (/** @type {ListedGame} */ game) => row(game, links))(games);
  }

  return element;
}

/** @param {boolean} isNamed Whether it is the only one on its page. */
function tableOf(isNamed) {
  const headers = Object.entries(HEADERS).map(([column, name]) => {
    return /** @type {const} */ ([column, h("th", {scope: "col", class: NUMBERS.has(column) && "number"}, name)]);
  });
  const table = h("table", {class: "data games"}, h("thead", {}, h("tr", {}, headers.map(([, header]) => header))));
  const frame = h(
    "div",
    {class: "table-frame", ...(isNamed ? {tabindex: 0, role: "region", "aria-label": "List of games"} : {})},
    table,
  );
  return {frame, table, headers};
}

/**
 * @param {ListedGame} game
 * @param {Column} column
 */
function keyOf(game, column) {
  if (column === "game") return game.number;
  return column === "score" ? game.margin : game[column];
}

/**
 * @param {ListedGame} game
 * @param {Links} links
 */
function row(game, links) {
  const {number, south, north, score, winner, result, first, plies, round} = game;
  // A forfeit is seen where it happened.
  const address = links.game(number, game.forfeit ? Infinity : 0);
  /** @param {MouseEvent} event */
  function open({target}) {
    // A link opens itself, and who selects text wants to copy it.
    if (address && !(target instanceof Element && target.closest("a")) && !getSelection()?.toString()) location.href = address;
  }
  return h(
    "tr",
    {class: [game.forfeit && "forfeit", address && "opens"].filter(Boolean).join(" "), onclick: open},
    h("td", {class: "number cell-game"}, address ? h("a", {href: address}, number) : number),
    h("td", {class: winner === 1 ? "cell-south is-winner" : "cell-south"}, south),
    h("td", {class: winner === 2 ? "cell-north is-winner" : "cell-north"}, north),
    h("td", {class: "number cell-score"}, score),
    h("td", {class: "cell-result"}, result, stageOf(round) && h("span", {class: "muted"}, ` \u00b7 ${round}`)),
    h("td", {class: "cell-first"}, first),
    h("td", {class: "number cell-plies"}, plies || ""),
  );
}
