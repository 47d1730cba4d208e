// @ts-check
/** The games of a record: one of them in the viewer, and ways to the others. */

import {h, refill} from "./dom.js";
import {linkTo, onLink, readLink, titleWindow, writeLink} from "./permalink.js";
import {gameTitle} from "./ply_text.js";
import {serverRules} from "./positions.js";
import {ask} from "./requests.js";
import {createViewer} from "./viewer.js";

/** @import {Link} from "./permalink.js" */
/** @typedef {{games: string, titles: string[], may_change: boolean}} RecordData */

/** @type {RecordData} */
const {games: address, titles, may_change: mayChange} = JSON.parse(document.getElementById("data")?.textContent ?? "");
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
  viewer?.dispose();
  viewer = null;
  if (!answer.ok) {
    refill(view, h("p", {class: "note bad", role: "alert"}, answer.problem));
    return;
  }
  const data = answer.body;
  mark(Number(game));
  titleWindow(gameTitle(data));
  viewer = createViewer(data, {heading: document.querySelector(".record-head h1") ? "h2" : "h1", ply: ply ?? 0, onPly: (now) => writeLink({game, ply: now}), rules: serverRules(mayChange)});
  refill(view, viewer.element);
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
