// @ts-check
/**
 * A page for who has a link. The token of the link stands behind `#`, which no server and no log
 * sees; it is traded for a cookie here.
 */

import {h, refill} from "./dom.js";
import {ask, problemOf} from "./requests.js";

/**
 * Trades the token of the address for a cookie, where there is one, and takes it out of the address.
 *
 * @returns {Promise<string>} What is wrong, empty where nothing is.
 */
async function entered() {
  const token = decodeURIComponent(location.hash.slice(1));
  if (!token) return "";
  history.replaceState(null, "", location.pathname);
  const answer = await ask("/api/enter", {token});
  return answer.ok ? "" : answer.problem;
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

  void entered().then((problem) => (problem ? refuse(problem) : look(true)));
  return look;
}
