// @ts-check
/**
 * The ladder of a course, brought up to date while somebody looks at it.
 *
 * @typedef {{team: string, version: number | null, rating: number | null, low: number | null,
 *   high: number | null, games: number, forfeits: number, resting: boolean, baseline: boolean}} Row
 * @typedef {{games: number, waiting: number, deadline: string, teams: Row[]}} Ladder
 */

import {h, refill} from "./dom.js";
import {minus} from "./ply_text.js";

/** Milliseconds between two questions. */
const PAUSE = 5000;
const HEADERS = ["", "team", "version", "rating", "95% interval", "games", "forfeits", ""];
const NUMBERS = ["rating", "95% interval", "games", "forfeits"];
const place = /** @type {HTMLElement} */ (document.getElementById("ladder"));

/** @param {Ladder} ladder */
function show(ladder) {
  const {games, waiting, deadline, teams} = ladder;
  const due = waiting ? `${waiting} ${waiting === 1 ? "version waits" : "versions wait"} for the check.` : "";
  refill(
    place,
    h("p", {}, `${games} ${games === 1 ? "game" : "games"} so far. ${due} ${deadline ? `The deadline is ${deadline}.` : ""}`),
    h(
      "div",
      {class: "table-frame", tabindex: 0, role: "region", "aria-label": "Ladder"},
      h(
        "table",
        {class: "data cards"},
        h("caption", {class: "visually-hidden"}, "Ladder"),
        h("thead", {}, h("tr", {}, HEADERS.map((text) => head(text)))),
        h("tbody", {}, teams.map(row)),
      ),
    ),
  );
}

/** @param {string} text */
function head(text) {
  const kind = NUMBERS.includes(text) ? "number" : undefined;
  return text ? h("th", {scope: "col", class: kind}, text) : h("td", {});
}

/**
 * @param {Row} each
 * @param {number} index
 */
function row(each, index) {
  const name = each.baseline
    ? h("span", {}, each.team, " ", h("span", {class: "badge"}, "baseline"))
    : h("a", {href: `/teams/${encodeURIComponent(each.team)}`}, each.team);
  const rated = each.games > 0;
  const cells = [each.version, rated && minus(each.rating ?? ""), rated && minus(`${each.low} to ${each.high}`), each.games, each.forfeits];
  return h(
    "tr",
    {},
    h("td", {class: "number"}, index + 1),
    h("th", {scope: "row"}, name),
    ...cells.map((text, at) => h("td", {class: at > 0 && "number", "data-label": HEADERS[at + 2]}, text)),
    h("td", {}, each.resting && h("span", {class: "badge warn"}, "rests")),
  );
}

async function look() {
  if (!document.hidden) {
    try {
      const answer = await fetch("/api/ladder");
      if (answer.ok) show(await answer.json());
    } catch {
      // The server is away; the next look may find it again.
    }
  }
  setTimeout(() => void look(), PAUSE);
}

show(JSON.parse(document.getElementById("data")?.textContent ?? ""));
setTimeout(() => void look(), PAUSE);
