// @ts-check
/** The page that watches a tournament. */

import {announce} from "./announcer.js";
import {createBracket} from "./bracket.js";
import {celebrate} from "./celebration.js";
import {h, refill} from "./dom.js";
import {createLastGames, createMatches, createNextGames, createRoster, createRounds, createStandings} from "./result_tables.js";
import {HOLD, createLiveBoards} from "./live_boards.js";
import {createProjector} from "./projector.js";
import {createReplay} from "./watch_replay.js";
import {LOST, listen} from "./live_events.js";
import {ask} from "./requests.js";
import {watchLinks} from "./watch_links.js";

/** @import {EndedGame, ResultsData} from "./watch_types.js" */

const {place, viewers, may_change: mayChange} = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("data")).textContent ?? "");
const address = `/api/watch/${place}`;

const boards = createLiveBoards((number) => replay.play(number), arrange);
const links = watchLinks(place);
const standings = createStandings(links);
const rounds = createRounds(links);
const bracket = createBracket();
const matches = createMatches(links);
const last = createLastGames();
const next = createNextGames();
const roster = createRoster();

const title = /** @type {HTMLElement} */ (document.getElementById("title"));
const count = h("span", {class: "muted"});
const bar = h("progress", {"aria-label": "Games played"});
const leaders = h("p", {class: "leaders"});
const trouble = h("p", {class: "note warn", role: "status", hidden: true});
const notes = h("div", {class: "small muted"});
const wide = h("button", {type: "button", class: "no-print only-large", hidden: !document.fullscreenEnabled, onclick: () => projector.toggle()}, "Full screen");
const phones = viewers && phoneDialog(viewers);
const poster = viewers && h("section", {class: "card poster"}, h("img", {src: "/viewers.svg", alt: ""}), h("p", {}, viewers));
/** Where the standings come first: who looks from time to time wants to know the points. */
const phone = matchMedia("(max-width: 40rem)");
/** More bots than these have a cross-table that needs the whole page. */
const FEW = 10;
const tables = h("section", {class: "stack tables"}, bracket.element, rounds.element, matches.element, notes);
const front = h("div", {class: "stack watch-front"}, roster.element, boards.element);
const side = h("div", {class: "stack watch-side"}, standings.element, last.element, next.element, poster);
const floor = h("div", {class: "watch-floor"}, front, side, tables);
const screen = h(
  "div",
  {class: "watch"},
  h("header", {class: "row watch-head"}, title, h("span", {class: "row progress"}, bar, count), h("a", {class: "button no-print", href: links.games({})}, "All games"), phones && h("button", {type: "button", class: "to-phone no-print only-large", onclick: () => phones.showModal()}, "On your phone"), wide, phones && h("img", {class: "qr", src: "/viewers.svg", alt: `Open ${viewers} on your phone`})),
  trouble,
  leaders,
  floor,
  phones,
);

/** @type {Partial<ResultsData>} */
let results = {};
let newest = 0;
const projector = createProjector({screen, floor, front, side, boards, standings: standings.element, bracket: bracket.element, put});

// A longer name in a new game may take a second line.
const measuring = new ResizeObserver(projector.follow);
for (const part of [title, trouble, leaders, boards.element]) measuring.observe(part);
if (title.parentElement) measuring.observe(title.parentElement);

document.addEventListener("fullscreenchange", () => {
  wide.textContent = projector.isOn() ? "Leave full screen" : "Full screen";
  arrange();
});
addEventListener("resize", projector.measure);
phone.addEventListener("change", () => arrange());

/**
 * How the page is composed: without boards the standings have their place, large. Beside the
 * cross-table of few bots stand the last results, or the standings themselves.
 *
 * @param {number} [count] Of the boards.
 */
function arrange(count = boards.count()) {
  const quiet = count === 0;
  const few = (results.matches?.bots.length ?? 0) <= FEW && !results.rounds?.rows.length;
  const full = projector.isOn();
  const waits = quiet && !results.last?.length;
  const unknown = !results.standings?.rows.length;
  screen.classList.toggle("is-quiet", quiet);
  screen.classList.toggle("is-waiting", waits);
  roster.element.hidden = !waits || !results.bots?.length || !(full ? !results.bracket?.length : unknown);
  screen.classList.toggle("is-few", few);
  if (quiet || !full) put(quiet || phone.matches ? front : side, standings.element);
  put(full ? (waits ? front : side) : tables, bracket.element);
  const below = few && !quiet && !full;
  put(below ? tables : side, last.element);
  put(few && quiet ? side : tables, matches.element);
  if (full) projector.measure();
}

/** The parts of each place of the page in their order, wherever they are now. */
const ORDER = new Map([
  [front, () => boards.count() && !phone.matches ? [roster.element, boards.element, bracket.element, standings.element] : [roster.element, bracket.element, standings.element, boards.element]],
  [side, () => [bracket.element, standings.element, matches.element, last.element, next.element, ...(poster ? [poster] : [])]],
  [tables, () => [bracket.element, rounds.element, matches.element, last.element, notes]],
]);

/**
 * Moves a part of the page to a place, in the order of that place, unless it is there.
 *
 * @param {HTMLElement} place
 * @param {HTMLElement} part
 */
function put(place, part) {
  const order = ORDER.get(place)?.() ?? [];
  const after = order.slice(order.indexOf(part) + 1).find((other) => other.parentElement === place) ?? null;
  if (part.parentElement !== place || part.nextElementSibling !== after) place.insertBefore(part, after);
}

/** The champion is what people want to see, also while others play for place three. */
function crown() {
  announce(results.leaders?.join(" ") ?? "");
  celebrate(screen);
  void showDecider();
}

/** The last game of a final may be over before the page has heard of it: its end is shown all the same. */
async function showDecider() {
  const numbers = results.bracket?.filter((match) => !match.for_third).at(-1)?.games ?? [];
  const decider = results.last?.find(({number}) => numbers.includes(number));
  if (!decider?.cells || boards.numbers().has(decider.number)) return;
  const answer = await ask(`${address}/games/${decider.number}`);
  if (!answer.ok) return;
  boards.showEnded(answer.body);
  setTimeout(boards.tidy, HOLD + 100);
}

/**
 * How to open the page on a phone.
 *
 * @param {string} address
 */
function phoneDialog(address) {
  return h(
    "dialog",
    {class: "phones", "aria-label": "On your phone"},
    h("img", {src: "/viewers.svg", alt: ""}),
    h("p", {class: "phone-address"}, address),
    h("form", {method: "dialog"}, h("button", {class: "primary"}, "Close")),
  );
}

/** @param {Partial<ResultsData>} changed */
function showResults(changed) {
  const known = results.crowned;
  results = {...results, ...changed};
  if (changed.title) title.textContent = changed.title;
  if (changed.problem !== undefined) {
    trouble.hidden = !changed.problem;
    trouble.textContent = changed.problem;
  }
  if (changed.stages || changed.bracket) boards.name(results.stages ?? {}, results.bracket ?? []);
  if (changed.bracket) bracket.show(changed.bracket);
  if (changed.standings) standings.show(changed.standings);
  if (changed.rounds || changed.bracket) showRounds();
  if (changed.matches) matches.show(changed.matches);
  if (changed.bots || changed.rules) roster.show(results);
  if (changed.leaders) leaders.textContent = changed.leaders.join(" ");
  if (changed.notes) refill(notes, ...changed.notes.map((note) => h("p", {}, note)));
  if (changed.last) showLast(changed.last);
  if (results.scheduled !== undefined && results.played !== undefined) {
    const complete = Boolean(results.complete);
    screen.classList.toggle("is-complete", complete);
    if (screen.classList.toggle("is-crowned", Boolean(results.crowned))) {
      if (known === false) crown();
      setTimeout(boards.tidy, HOLD + 100);
    }
    bar.max = results.scheduled || 1;
    bar.value = results.played;
    const [played, scheduled] = [results.played, results.scheduled].map((games) => games.toLocaleString("en"));
    count.textContent = !results.scheduled ? "" : `${results.round ? `${results.round}: ` : ""}${played} of ${scheduled} games. ${results.left ?? ""}`;
    // The first line of the standings says who leads; who is still in stands nowhere else.
    leaders.hidden = !results.crowned && !results.rounds?.rows.length;
  }
  showNext();
  arrange();
}

/** Where bots are paired by rounds, most pairs of the cross-table never meet; a bracket says all of them. */
function showRounds() {
  if (!results.rounds) return;
  rounds.show(results.rounds);
  matches.element.hidden = results.rounds.rows.length > 0;
  rounds.element.hidden ||= (results.bracket?.length ?? 0) > 0;
}

/** @param {EndedGame[]} games */
function showLast(games) {
  last.show(games, results.stages);
  boards.tell(games);
  const [game] = games;
  if (game && newest && game.number !== newest) {
    announce(`Game ${game.number}: ${game.south} against ${game.north}, ${game.score}, ${game.verdict}.`);
  }
  newest = game?.number ?? 0;
}

/**
 * What differs from what is shown: a page that asks again and again mostly hears the same.
 *
 * @param {ResultsData} all
 * @returns {Partial<ResultsData>}
 */
function changedIn(all) {
  const known = Object.entries(results);
  const texts = new Map(known.map(([key, value]) => [key, JSON.stringify(value)]));
  return Object.fromEntries(Object.entries(all).filter(([key, value]) => JSON.stringify(value) !== texts.get(key)));
}

function showNext() {
  next.show(results.next ?? [], boards.numbers(), results.stages);
  if (projector.isOn() && !boards.count()) projector.measure();
}

/** @param {boolean} shown Whether a game stands in place of the boards. */
function showReplay(shown) {
  screen.hidden = shown;
  if (shown && document.fullscreenElement) void document.exitFullscreen();
}

/** @param {string} problem Why nothing arrives; empty where all is well. */
function tellConnection(problem) {
  if (problem === LOST) for (const clocks of [boards, replay]) clocks.stopClocks();
  trouble.textContent = problem || (results.problem ?? "");
  trouble.hidden = !trouble.textContent;
}

const replay = createReplay(address, mayChange, links, showReplay, viewers || location.origin);
refill(/** @type {HTMLElement} */ (document.getElementById("main")), screen, replay.element);
listen(`${address}/events`, {
  events: {
    state({boards: inPlay, ...all}) {
      showResults(changedIn(all));
      boards.reset(inPlay);
      showNext();
      replay.refresh(boards.numbers());
    },
    board(data) {
      boards.begin(data);
      showNext();
      replay.refresh(boards.numbers());
    },
    moves(data) {
      void boards.move(data);
      replay.refresh(boards.numbers());
    },
    cleared(data) {
      boards.clear(data);
      replay.refresh(boards.numbers());
    },
    results(changed) {
      showResults(changed);
      replay.refresh(boards.numbers());
    },
  },
  onConnection: (connected) => tellConnection(connected ? "" : LOST),
  onRefused(problem) {
    tellConnection(problem);
    return true;
  },
});
