// @ts-check
/**
 * After the game: how it ended, the game to replay, and, once the engine has looked at it, the curve
 * of its value and the move that lost it.
 *
 * @typedef {import("./table_types.js").TableState} TableState
 * @typedef {import("./types.js").GameData} GameData
 * @typedef {import("./viewer.js").Viewer} Viewer
 */

import {h, refill} from "./dom.js";
import {createViewer} from "./viewer.js";

/**
 * @param {string} id
 * @param {{onUndo: () => void}} listeners
 */
export function createAftermath(id, {onUndo}) {
  const ending = h("p", {class: "ending", tabindex: -1});
  const progress = h("progress", {max: 1, value: 0, "aria-label": "Analysis"});
  const count = h("span", {class: "muted number"});
  const looking = h("p", {class: "row analysis", hidden: true}, "The engine looks for the moves that lost the game.", progress, count);
  const undo = h("button", {type: "button", onclick: onUndo}, "Take the last move back");
  const newGame = h("a", {class: "button primary", href: "/play"}, "New game");
  const place = h("div");
  const element = h(
    "section",
    {class: "stack aftermath", hidden: true, "aria-label": "After the game"},
    h("div", {class: "card result"}, ending, h("div", {class: "row no-print"}, undo, newGame)),
    looking,
    place,
  );
  /** @type {Viewer | null} */
  let viewer = null;
  /** @type {EventSource | null} */
  let analysis = null;
  let shown = "";
  let ply = 0;

  /** @param {GameData} game */
  function replay(game) {
    viewer?.dispose();
    viewer = createViewer(game, {ply, onPly: (number) => (ply = number)});
    refill(place, viewer.element);
  }

  function analyse() {
    analysis = new EventSource(`/api/tables/${encodeURIComponent(id)}/review`);
    looking.hidden = false;
    analysis.addEventListener("progress", (event) => {
      const {done, count: all} = JSON.parse(event.data);
      [progress.max, progress.value] = [all, done];
      count.textContent = `${done} of ${all} positions`;
    });
    analysis.addEventListener("review", (event) => {
      stop();
      replay(JSON.parse(event.data));
    });
  }

  function stop() {
    analysis?.close();
    analysis = null;
    looking.hidden = true;
  }

  return {
    element,
    /** The board that had the focus is gone; what is left begins with how the game ended. */
    focus: () => ending.focus(),
    /** @param {TableState} state */
    show({over, ending: text, game, people}) {
      const key = over ? JSON.stringify([text, game.plies.map((each) => each.text)]) : "";
      if (key === shown) return;
      shown = key;
      element.hidden = !over;
      stop();
      viewer?.dispose();
      viewer = null;
      if (!over) return;
      ending.textContent = text;
      undo.hidden = people.length === 0;
      ply = game.plies.length;
      replay(game);
      if (game.plies.length > 0) analyse();
    },
  };
}
