// @ts-check
/**
 * The analysis of a game that is over: the server looks at position after position while somebody
 * asks, and the page shows how far it is.
 *
 * @typedef {import("./types.js").GameData} GameData
 */

import {h} from "./dom.js";
import {whenShown} from "./live_events.js";
import {inquire, problemOf} from "./requests.js";

/** Milliseconds from an answer to the next question, and those where the server did not answer. */
const PAUSE = 200;
const LOST = 2500;

/**
 * @param {object} listeners
 * @param {(game: GameData) => void} listeners.onReview Called with the game and what was found.
 * @param {(problem: string) => void} [listeners.onRefused]
 */
export function createAnalysis({onReview, onRefused = () => {}}) {
  const progress = h("progress", {max: 1, value: 0, "aria-label": "Analysis"});
  const count = h("span", {class: "muted number"});
  const element = h("p", {class: "row analysis", hidden: true}, "The engine looks for the moves that lost the game.", progress, count);
  /** Counts the analyses that were begun or stopped: an answer to an earlier one comes too late. */
  let asked = 0;

  function stop() {
    asked += 1;
    element.hidden = true;
  }

  return {
    element,
    stop,
    /**
     * Asks until it is complete: the engine looks on only while somebody asks.
     *
     * @param {string} address
     */
    async start(address) {
      const mine = ++asked;
      while (mine === asked) {
        await whenShown();
        const answer = await inquire(address);
        if (mine !== asked) return;
        if (typeof answer !== "string") {
          const {ok, body} = answer;
          if (!ok || body.review) stop();
          if (!ok) return onRefused(problemOf(body));
          if (body.review) return onReview(body.review);
          [progress.max, progress.value] = [body.count, body.done];
          element.hidden = false;
          count.textContent = `${body.done} of ${body.count} positions`;
        }
        await new Promise((resolve) => setTimeout(resolve, typeof answer === "string" ? LOST : PAUSE));
      }
    },
  };
}
