// @ts-check
/**
 * The page of those who look after a course: who has handed in nothing, what failed, the queue and
 * the journal, and the orders of an instructor.
 *
 * @typedef {{team: string, public: string, hand_ins: number, newest: number | null, state: string,
 *   handed_in: string, playing: number | null, resting: string, problem: string,
 *   last_moment: string}} Row
 * @typedef {{title: string, teams: Row[], waiting: number, is_paused: boolean, load: number[],
 *   cores: number, free: number, may_change: boolean, journal: [string, string, string][],
 *   appeals: {game: number, reason: string, answer: string}[]}} Course
 */

import {follow} from "./course_entry.js";
import {h, refill} from "./dom.js";
import {ask} from "./requests.js";

/** Milliseconds between two looks. */
const PAUSE = 4000;
const COLUMNS = ["team", "in public", "hand-ins", "newest", "state", "plays", "last moment", "problem"];
const place = /** @type {HTMLElement} */ (document.getElementById("staff"));
const said = h("p", {role: "status"});
const news = h("div", {class: "stack"});
const orders = h("div", {class: "stack"});

/** @param {Course} course */
function frame(course) {
  refill(place, h("h1", {}, course.title), orders, said, news);
  if (course.may_change) refill(orders, forms(course.teams));
}

/** @param {Course} course */
function show(course) {
  const missing = course.teams.filter((each) => !each.hand_ins).map((each) => each.team);
  const ladder = course.is_paused ? "The ladder pauses." : "The ladder plays.";
  const load = `Load ${course.load.join(", ")} on ${course.cores} cores; ${Math.floor(course.free / 2 ** 30)} GB are free.`;
  refill(
    news,
    h("p", {}, `${course.waiting} in the queue. ${ladder} ${load}`),
    h("p", {}, missing.length ? `Nothing yet from ${missing.join(", ")}.` : "All teams have handed in."),
    table("Teams", COLUMNS, course.teams.map(cells)),
    course.appeals.length
      ? table("Appeals", ["game", "reason", "answer"], course.appeals.map((each) => [each.game, each.reason, each.answer || "waits for the ladder"]))
      : null,
    table("Journal", ["when (UTC)", "who", "what"], course.journal.map(([moment, who, what]) => [moment.slice(0, 19).replace("T", " "), who, what])),
  );
}

/**
 * @param {Row} each
 * @returns {(string | number)[]}
 */
function cells(each) {
  return [each.team, each.public, each.hand_ins, each.newest ?? "", each.state, each.playing ?? "", each.last_moment, each.resting || each.problem];
}

/**
 * @param {string} title
 * @param {string[]} columns
 * @param {(string | number)[][]} rows
 */
function table(title, columns, rows) {
  return h(
    "div",
    {class: "table-frame", tabindex: 0, role: "region", "aria-label": title},
    h(
      "table",
      {class: "data cards"},
      h("caption", {}, title),
      h("thead", {}, h("tr", {}, columns.map((each) => h("th", {scope: "col"}, each)))),
      h("tbody", {}, rows.map((row) => h("tr", {}, row.map((each, at) => h("td", {"data-label": columns[at]}, each))))),
    ),
  );
}

/** @param {Row[]} teams */
function forms(teams) {
  const team = h("select", {id: "team"}, teams.map((each) => h("option", {}, each.team)));
  const number = h("input", {id: "number", type: "number", min: 0, value: 1});
  const text = h("input", {id: "text", maxlength: 1000});
  const chosen = () => ({team: team.value, text: text.value});
  return h(
    "fieldset",
    {class: "stack"},
    h("legend", {}, "Orders"),
    h(
      "div",
      {class: "columns"},
      field("team", "Team", team),
      field("number", "Version, hours or game", number),
      field("text", "Note or reason", text),
    ),
    h(
      "div",
      {class: "row"},
      button("Pause the ladder", () => ({order: "pause"})),
      button("Let it go on", () => ({order: "resume"})),
      button("Withdraw the version", () => ({order: "withdraw", ...chosen(), version: Number(number.value)})),
      button("Let it play again", () => ({order: "wake", ...chosen()})),
      button("Give so many hours more", () => ({order: "extend", ...chosen(), hours: Number(number.value)})),
      button("Send the note", () => ({order: "note", ...chosen()})),
      button("Annul the game", () => ({order: "annul", ...chosen(), game: Number(number.value)})),
      button("Annul and replay it", () => ({order: "annul", ...chosen(), game: Number(number.value), replay: true})),
    ),
  );
}

/**
 * @param {string} id
 * @param {string} words
 * @param {HTMLElement} element
 */
function field(id, words, element) {
  return h("div", {class: "field"}, h("label", {for: id}, words), element);
}

/**
 * @param {string} words
 * @param {() => Record<string, unknown>} order
 */
function button(words, order) {
  const send = async () => {
    const answer = await ask("/api/staff/order", order());
    said.textContent = answer.ok ? `Done: ${words.toLowerCase()}.` : answer.problem;
  };
  return h("button", {type: "button", onclick: () => void send()}, words);
}

follow(place, "/api/staff", frame, show, () => PAUSE);
