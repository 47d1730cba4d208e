// @ts-check
/**
 * A game of the tournament in place of the live boards: the one that the address names. A game in
 * play is followed, and becomes the replay when it ends.
 */

import {h, refill} from "./dom.js";
import {createSharing} from "./clipboard.js";
import {createAnalysis} from "./game_analysis.js";
import {gameWays, neighbours} from "./game_list.js";
import {filterWords, listedGames} from "./list_types.js";
import {linkTo, onLink, readLink, titleWindow, writeLink} from "./permalink.js";
import {gameTitle} from "./ply_text.js";
import {createLiveClock} from "./live_clock.js";
import {serverRules} from "./positions.js";
import {returnTo, scrollBack} from "./reading_place.js";
import {ask, inquire, outcome, request} from "./requests.js";
import {createViewer} from "./viewer.js";

/** @import {Links} from "./list_types.js" */
/** @import {Link} from "./permalink.js" */
/** @import {GameData, Side} from "./types.js" */
/** @import {Viewer} from "./viewer.js" */

/** Milliseconds between two readings of a game in play at least. */
const REST = 500;
/** The same as a multiple of what the last reading took. */
const SHARE = 20;
const GOES_ON = "The game is in play. Its moves appear here as they are made.";
const GONE = "The tournament has no such game so far: it may be still to come, or the tournament was begun again after this address was handed on.";
const BROKEN_OFF = "The game is not in play any more, and has no result.";

/**
 * @param {string} address Of the tournament.
 * @param {boolean} mayChange
 * @param {Links} links
 * @param {(shown: boolean) => void} onChange Whether a game is shown.
 * @param {string} origin Where other people reach the server.
 */
export function createReplay(address, mayChange, links, onChange, origin) {
  const place = h("div");
  const news = h("p", {class: "note no-print", role: "status", hidden: true});
  const back = h("a", {class: "button", href: location.pathname, onclick: leave}, "Back to the tournament");
  const others = h("span", {class: "other-games", onclick: returnTo});
  const handOn = h("button", {type: "button", onclick: () => void share()}, "Share this game");
  const sharing = createSharing();
  // What comes when the game ends stands last: no button goes from under a finger.
  const ways = h("nav", {class: "row no-print game-ways", "aria-label": "Games"}, back, handOn, others);
  const analyse = h("button", {type: "button", hidden: true, onclick: look}, "Find the moves that lost the game");
  const analysis = createAnalysis({
    onReview(game) {
      const link = readLink();
      if (!link || !viewer) return;
      const reviewed = show(game, link, viewer.shown());
      reviewed.focus();
      reviewed.revealReview();
    },
    onRefused(problem) {
      tell(problem);
      analyse.hidden = false;
    },
  });
  ways.append(analyse, sharing.element);
  const element = h("section", {class: "stack replay", hidden: true}, ways, news, analysis.element, place);
  const clocks = {south: createLiveClock(), north: createLiveClock()};
  const asides = {south: clocks.south.element, north: clocks.north.element};
  /** The times of the game in play, and when they came. @type {{game: GameData, arrived: number} | null} */
  let times = null;
  /** The number of the game that is shown; empty without one. */
  let shown = "";
  /** @type {Viewer | null} */
  let viewer = null;
  // Of two games that are asked for, the later one is shown.
  let latest = 0;
  /** The game, as long as it is followed. @type {GameData | null} */
  let inPlay = null;
  /** Whether there is no game of the number yet. */
  let missing = false;
  /** The games in play of which the page has heard since it asked for the game. @type {Set<number>} */
  let heard = new Set();
  let timer = 0;
  let rest = REST;
  /** The game that plays by itself once it is there. */
  let wished = "";
  /** Where the reader was on the page of the tournament. */
  let top = 0;

  /** @param {MouseEvent} event */
  function leave(event) {
    event.preventDefault();
    history.pushState(null, "", location.pathname);
    writeLink(null); // in place of a ply that is still to be written
    follow(null);
  }

  /** @param {Link | null} link */
  async function follow(link) {
    const mine = ++latest;
    viewer?.dispose();
    viewer = null;
    analysis.stop();
    analyse.hidden = true;
    inPlay = null;
    missing = false;
    heard = new Set();
    times = null;
    stopClocks();
    sharing.hide();
    tell("");
    refill(place);
    refill(others, ...gameWays([], link?.filter, links));
    if (link && element.hidden) top = scrollY;
    element.hidden = !link;
    onChange(Boolean(link));
    titleWindow();
    if (!link) return focusLink();
    scrollTo(0, 0);
    refill(place, h("p", {class: "muted", role: "status"}, "Reading the game"));
    shown = link.game;
    const {filter = {}} = link;
    const [answer, listed] = await Promise.all([load(link.game), filterWords(filter) ? ask(`${address}/games`) : null]);
    if (mine !== latest) return;
    missing = typeof answer === "string";
    if (typeof answer === "string") {
      if (heard.has(Number(shown))) return void follow(link); // it has begun after the answer was made
      const all = h("a", {class: "button primary", href: links.games({})}, "See all games");
      refill(place, h("h1", {}, `Game ${link.game}`), h("p", {class: "note warn", role: "status"}, answer), all);
      all.focus();
      return;
    }
    titleWindow(gameTitle(answer));
    const beside = listed?.ok ? neighbours(listedGames(listed.body), filter, Number(link.game)) : answer.neighbours;
    refill(others, ...gameWays(beside, filter, links));
    const made = show(answer, link, link.ply ?? (answer.turn ? answer.plies.length : 0));
    made.focus();
    if (wished === link.game) void made.play();
    wished = "";
  }

  /**
   * @param {GameData} game
   * @param {Link} link
   * @param {number} ply
   */
  function show(game, link, ply) {
    viewer?.dispose();
    inPlay = isOver(game) ? null : game;
    tell(inPlay ? GOES_ON : "");
    offerAnalysis(game);
    /** The newest ply of a game in play has no number in the address. @param {number} now */
    const onPly = (now) => writeLink({...link, ply: inPlay && viewer?.atEnd() ? null : now});
    setTimes(game);
    viewer = createViewer(game, {heading: "h1", ply, onPly, onTurn: showClocks, rules: serverRules(mayChange, () => void revalue(game)), asides: inPlay ? asides : undefined});
    refill(place, viewer.element);
    return viewer;
  }

  /**
   * The engine has looked at a position: what it proved there holds for the whole game.
   *
   * @param {GameData} game
   */
  async function revalue(game) {
    const [mine, before] = [latest, viewer];
    if (!game.review) return;
    const answer = await load(shown, inquire);
    if (mine === latest && viewer === before && typeof answer !== "string") viewer?.revalue(answer);
  }

  /** @param {GameData} game */
  function offerAnalysis({result, review, plies, rests}) {
    analyse.hidden = rests || result === "*" || Boolean(review) || plies.length === 0;
  }

  function look() {
    analyse.hidden = true;
    tell("");
    void analysis.start(`${address}/games/${shown}/review`);
  }

  /**
   * Something has happened: reads the game again before long while it is in play, or has begun.
   *
   * @param {Set<number>} numbers Of the games in play.
   */
  function refresh(numbers) {
    heard = numbers;
    if (inPlay) timer ||= setTimeout(read, rest);
    else if (missing && numbers.has(Number(shown))) void follow(readLink());
  }

  async function read() {
    const mine = latest;
    const begun = performance.now();
    const answer = await load(shown, inquire);
    timer = 0;
    rest = Math.max(REST, SHARE * (performance.now() - begun));
    const link = readLink();
    if (mine !== latest || !inPlay || !viewer || !link) return;
    if (typeof answer === "string") return tell(BROKEN_OFF);
    const goesOn = inPlay.plies.every(({text}, at) => text === answer.plies[at]?.text);
    if (!goesOn) return show(answer, {...link, ply: null}, answer.plies.length);
    if (isOver(answer)) {
      inPlay = null;
      refill(others, ...gameWays(answer.neighbours, link.filter, links));
      offerAnalysis(answer);
    }
    tell(inPlay ? GOES_ON : "");
    setTimes(answer);
    void viewer.grow(answer);
  }

  /** @param {GameData} game */
  function setTimes(game) {
    times = game.clock ? {game, arrived: performance.now()} : null;
  }

  /**
   * The clocks of what the board shows. Beside an earlier position, or the end, there are none: the
   * list of times says what was used until then.
   *
   * @param {Side | null} lit Who is to move on the board.
   * @param {boolean} still Until the stones lie still, nobody thinks.
   */
  function showClocks(lit, still) {
    stopClocks();
    for (const side of /** @type {const} */ (["south", "north"])) {
      clocks[side].element.hidden = !times || !lit;
      if (!times?.game.clock) continue;
      const {game: {clock, turn, [side]: name}, arrived} = times;
      const thinking = still && turn === side && lit === side ? clock.thinking + (performance.now() - arrived) / 1000 : null;
      clocks[side].set(name, clock.used[side], thinking, lit === side);
    }
  }

  /** No clock runs on while nobody knows what happens. */
  function stopClocks() {
    for (const clock of Object.values(clocks)) clock.stop();
  }

  /** Hands the address of what is shown on, or copies it. */
  async function share() {
    const link = readLink();
    if (!link) return;
    // The list from which a reader came is his own.
    await sharing.share(new URL(location.pathname + linkTo({game: link.game, ply: link.ply}), origin).href);
  }

  /** @param {string} text */
  function tell(text) {
    news.textContent = text;
    news.hidden = !text;
  }

  /** Back where the reader came from: the link to the game, or the heading of the page. */
  function focusLink() {
    if (!shown) return;
    const links = ["", "&ply=last"].map((ply) => `.watch a[href="#game=${CSS.escape(shown)}${ply}"]`);
    const from = document.querySelector(links.join()) ?? document.getElementById("title");
    shown = "";
    if (from instanceof HTMLElement) from.focus({preventScroll: true});
    void scrollBack(top, () => element.hidden);
  }

  /**
   * The game, or a sentence that says why there is none.
   *
   * @param {string} number
   * @param {typeof inquire} [get] `inquire` where nobody waits for it.
   */
  async function load(number, get = request) {
    if (!/^\d{1,9}$/.test(number)) return `There is no game ${number}.`;
    const asked = await get(`${address}/games/${number}`);
    if (typeof asked !== "string" && asked.status === 404) return GONE;
    const answer = outcome(asked);
    return answer.ok ? answer.body : answer.problem;
  }

  /**
   * Plays a game that is over, from its start.
   *
   * @param {number} number
   */
  function play(number) {
    wished = String(number);
    location.hash = linkTo({game: wished, ply: 0});
  }

  onLink(follow);
  follow(readLink());
  return {element, refresh, play, stopClocks};
}

/** @param {GameData} game */
function isOver({result}) {
  return result !== "*";
}
