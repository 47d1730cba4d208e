// @ts-check
/**
 * The games of a relay that are over: how they ended, each to be replayed, and the way on.
 *
 * @typedef {import("./table_types.js").TableState} TableState
 * @typedef {import("./types.js").GameData} GameData
 * @typedef {{element: HTMLElement, show: (state: TableState, finished: boolean) => void}} RelaySeries
 */

import {h, refill} from "./dom.js";
import {createViewer} from "./viewer.js";

/** @returns {RelaySeries} */
export function createRelaySeries() {
  const element = h("section", {class: "stack relay-series", hidden: true});
  let drawn = "";
  return {
    element,
    show(state, finished) {
      const games = finished ? [...state.series, state.game] : state.series;
      const key = JSON.stringify([games.map(({plies}) => plies.length), state.results]);
      element.hidden = games.length === 0;
      if (key === drawn) return;
      drawn = key;
      refill(
        element,
        h("h2", {}, "Games that are over"),
        state.results && h("p", {class: "note"}, state.results.sentence),
        ...games.map((game, at) => replay(game, at + 1, finished && at + 1 === games.length)),
        finished && h("p", {}, h("a", {class: "button primary", href: "/relay"}, "Another relay")),
      );
    },
  };
}

/**
 * A game that ended; its viewer is made when somebody opens it.
 *
 * @param {GameData} game
 * @param {number} number
 * @param {boolean} open
 */
function replay(game, number, open) {
  const place = h("div");
  /** @type {{element: HTMLElement, pause: () => void} | null} */
  let viewer = null;
  const details = h(
    "details",
    {class: "card", open, ontoggle: toggle},
    h("summary", {}, `Game ${number}: ${game.summary}`),
    place,
  );

  function toggle() {
    if (!details.open) return viewer?.pause();
    if (viewer) return;
    viewer = createViewer(game, {});
    place.append(viewer.element);
  }

  return details;
}
