// @ts-check
/**
 * A page for who has a link. The token of the link stands behind `#`, which no server and no log
 * sees; it is traded for a cookie here.
 */

import {h, refill} from "./dom.js";
import {problemOf, request} from "./requests.js";

/**
 * Trades the token of the address for a cookie, where there is one, and takes it out of the address.
 * Where the browser is somebody else's so far, it asks in this place first.
 *
 * @param {HTMLElement} place
 * @returns {Promise<string>} What is wrong, empty where nothing is.
 */
async function entered(place) {
  const token = decodeURIComponent(location.hash.slice(1));
  if (!token) return "";
  history.replaceState(null, "", location.pathname);
  let answer = await request("/api/enter", {token});
  while (typeof answer !== "string" && answer.status === 409) {
    if (!(await confirmed(place, answer.body))) return "";
    answer = await request("/api/enter", {token, instead_of: answer.body.before});
  }
  if (typeof answer === "string") return answer;
  return answer.ok ? "" : problemOf(answer.body);
}

/**
 * Whether the person changes to whom the link is for.
 *
 * @param {HTMLElement} place
 * @param {{problem: string, before: string, then: string}} found
 * @returns {Promise<boolean>}
 */
function confirmed(place, found) {
  return new Promise((resolve) => {
    /** @param {boolean} answer */
    const answering = (answer) => ({type: "button", onclick: () => resolve(answer)});
    const change = h("button", answering(true), `Change to ${found.then}`);
    const stay = h("button", {...answering(false), class: "primary"}, `Stay ${found.before}`);
    refill(place, h("p", {class: "note warn", role: "alert"}, found.problem), h("div", {class: "row"}, stay, change));
  });
}

/**
 * Fills a page, and looks for news while somebody sees it. Only changes are drawn.
 *
 * @template T
 * @param {HTMLElement} place
 * @param {string} address
 * @param {(body: T) => void} frame Draws what stays, once.
 * @param {(body: T) => void} show Draws the rest.
 * @param {(body: T) => number} pause Milliseconds until the next look.
 * @returns {() => Promise<void>} A look at once.
 */
export function follow(place, address, frame, show, pause) {
  /** @param {string} problem */
  const refuse = (problem) => refill(place, h("p", {class: "note bad", role: "alert"}, problem));
  let [shown, timer, next] = ["", 0, 5000];

  /** @param {boolean} [first] */
  async function look(first) {
    try {
      const answer = await fetch(address);
      const body = await answer.json().catch(() => ({}));
      if (!answer.ok) {
        if (first || answer.status === 401) return refuse(problemOf(body));
      } else {
        if (first) frame(body);
        next = pause(body);
        if (JSON.stringify(body) !== shown) {
          shown = JSON.stringify(body);
          show(body);
        }
      }
    } catch {
      // The server is away; the next look may find it again.
    }
    clearTimeout(timer);
    if (document.hidden) document.addEventListener("visibilitychange", () => void look(), {once: true});
    else timer = setTimeout(() => void look(), next);
  }

  void entered(place).then((problem) => (problem ? refuse(problem) : look(true)));
  return look;
}
