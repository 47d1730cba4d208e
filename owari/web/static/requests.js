// @ts-check
/**
 * What a page asks of the server, and what it says of a request that stays without an answer.
 *
 * @typedef {{ok: boolean, status: number, body: any}} Answer
 */

import {h} from "./dom.js";

export const NO_ANSWER = "The server does not answer. Try again in a moment.";
/** Milliseconds until a page says that there is no answer. */
const PATIENCE = 5000;
const LATE = "The server has not answered for five seconds. You can send again: nothing happens twice.";
const SENT_AGAIN = "Sent again. The server has not answered yet.";

/** What sends each request again that has waited so long. @type {Set<() => void>} */
const overdue = new Set();
const words = h("p", {});
const notice = h(
  "div",
  {class: "note warn unanswered no-print", role: "alert", hidden: true},
  words,
  h("button", {type: "button", onclick: sendAgain}, "Send again"),
);

/**
 * What the server answers to a form or a question: the body, or the problem in a sentence.
 *
 * @param {string} address
 * @param {unknown} [body] Posted, where it is given.
 * @returns {Promise<{ok: true, body: any} | {ok: false, problem: string}>}
 */
export async function ask(address, body) {
  return outcome(await request(address, body));
}

/**
 * An answer as `ask` returns it.
 *
 * @param {Answer | string} answer
 * @returns {{ok: true, body: any} | {ok: false, problem: string}}
 */
export function outcome(answer) {
  if (typeof answer === "string") return {ok: false, problem: answer};
  if (!answer.ok) return {ok: false, problem: problemOf(answer.body)};
  return {ok: true, body: answer.body};
}

/**
 * The answer to a request, the first one where a person has sent it again: what is posted must be
 * the same to the server, however often it arrives.
 *
 * @param {string} address
 * @param {unknown} [body] Posted, where it is given.
 * @returns {Promise<Answer | string>} A string where nothing came back.
 */
export async function request(address, body) {
  /** @type {RequestInit} */
  const options =
    body === undefined
      ? {}
      : {
          method: "POST",
          headers: {"Content-Type": "application/json"},
          body: JSON.stringify(body),
        };
  /** @type {(answer: Answer | string) => void} */
  let answered = () => {};
  /** @type {Promise<Answer | string>} */
  const answer = new Promise((resolve) => (answered = resolve));
  const send = () => void answerOf(address, options).then(answered);
  const timer = setTimeout(() => tell(overdue.add(send), LATE), PATIENCE);
  send();
  try {
    return await answer;
  } finally {
    clearTimeout(timer);
    overdue.delete(send);
    notice.hidden = overdue.size === 0;
  }
}

/**
 * The answer to what a page asks by itself, and asks again: nobody waits for it, so nothing is said
 * where it is late.
 *
 * @param {string} address
 * @returns {Promise<Answer | string>} A string where nothing came back.
 */
export function inquire(address) {
  return answerOf(address, {});
}

/**
 * @param {any} body
 * @returns {string}
 */
export function problemOf(body) {
  return typeof body.problem === "string" ? body.problem : "The server refuses this.";
}

/**
 * @param {string} address
 * @param {RequestInit} options
 * @returns {Promise<Answer | string>}
 */
async function answerOf(address, options) {
  try {
    const response = await fetch(address, options);
    const {ok, status} = response;
    return {ok, status, body: await response.json().catch(() => ({}))};
  } catch {
    return NO_ANSWER;
  }
}

/**
 * @param {Set<() => void>} waiting
 * @param {string} text
 */
function tell(waiting, text) {
  if (!notice.isConnected) document.getElementById("main")?.append(notice);
  words.textContent = text;
  notice.hidden = waiting.size === 0;
}

function sendAgain() {
  tell(overdue, SENT_AGAIN);
  for (const send of overdue) send();
}
