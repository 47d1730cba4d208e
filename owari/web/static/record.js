// @ts-check
/** The games of a record: one of them in the viewer, and ways to the others. */

import {h, refill} from "./dom.js";
import {createAnalysis} from "./game_analysis.js";
import {linkTo, onLink, readLink, titleWindow, writeLink} from "./permalink.js";
import {gameTitle} from "./ply_text.js";
import {serverRules} from "./positions.js";
import {ask, request} from "./requests.js";
import {createViewer} from "./viewer.js";

/** @import {Link} from "./permalink.js" */
/** @import {GameData} from "./types.js" */
/** @typedef {{games: string, titles: string[], reviewed: boolean, may_change: boolean}} RecordData */

/** @type {RecordData} */
const {games: address, titles, reviewed, may_change: mayChange} = JSON.parse(document.getElementById("data")?.textContent ?? "");
const games = /** @type {HTMLElement} */ (document.getElementById("games"));
const view = /** @type {HTMLElement} */ (document.getElementById("game"));

const list = h(
  "select",
  {"aria-label": "Game", onchange: () => go(Number(list.value))},
  titles.map((title, index) => h("option", {value: index + 1}, title)),
);
const before = h("button", {onclick: () => go(Number(list.value) - 1)}, "Previous game");
const next = h("button", {onclick: () => go(Number(list.value) + 1)}, "Next game");

/** @type {ReturnType<typeof createViewer> | null} */
let viewer = null;
/** The analysis of the game, where the server has one. @type {ReturnType<typeof createAnalysis> | null} */
let analysis = null;
/** Counts what was asked for, so that a slow answer does not come after a later one. */
let asked = 0;

/** @param {number} number */
function go(number) {
  location.hash = linkTo({game: String(number), ply: 0});
}

/** @param {Link} link */
async function show({game, ply}) {
  const mine = ++asked;
  const answer = await ask(`${address}/${encodeURIComponent(game)}`);
  if (mine !== asked) return;
  analysis?.stop();
  analysis = null;
  viewer?.dispose();
  viewer = null;
  if (!answer.ok) {
    refill(view, h("p", {class: "note bad", role: "alert"}, answer.problem));
    return;
  }
  const data = answer.body;
  mark(Number(game));
  titleWindow(gameTitle(data));
  const here = `${address}/${encodeURIComponent(game)}/review`;
  const found = createAnalysis({onReview: (review) => replay(review, readLink()?.ply ?? 0)});
  const place = h("div");
  analysis = found;
  refill(view, found.element, place);
  replay(data, ply ?? 0);
  if (reviewed && !data.review && data.plies.length > 0) void found.start(here);

  /**
   * @param {GameData} shown
   * @param {number} at The number of plies before the position.
   */
  function replay(shown, at) {
    viewer?.dispose();
    viewer = createViewer(shown, {heading: document.querySelector(".record-head h1") ? "h2" : "h1", ply: at, onPly: (now) => writeLink({game, ply: now}), rules: serverRules(mayChange, () => void revalue())});
    refill(place, viewer.element);
  }

  /** The engine has looked at a position: what it proved there holds for the whole game. */
  async function revalue() {
    const before = viewer;
    const answer = reviewed ? await request(here) : "";
    if (viewer !== before || typeof answer === "string" || !answer.ok || !answer.body.review) return;
    viewer?.revalue(answer.body.review);
  }
}

/** @param {number} number */
function mark(number) {
  list.value = String(number);
  before.disabled = number <= 1;
  next.disabled = number >= titles.length;
}

const START = {game: "1", ply: 0};
refill(games, before, list, next);
games.hidden = titles.length === 1;
onLink((link) => void show(link ?? START));
void show(readLink() ?? START);
