// @ts-check
/** The games that ended last, and those that come next. */

import {h, refill} from "./dom.js";

/** @import {ComingGame, EndedGame} from "./watch_types.js" */

/** Games that come next, beside those in play. */
const MOST_COMING = 6;

/** Each game of the list can be replayed. */
export function createLastGames() {
  const list = h("ul", {class: "game-list"});
  const none = h("p", {class: "muted"}, "No game has ended yet.");

  /** @param {EndedGame[]} games */
  function show(games) {
    none.hidden = games.length > 0;
    refill(list, ...games.map((game) => h("li", {}, entry(game))));
  }

  return {element: h("section", {class: "card"}, h("h2", {}, "Last results"), none, list), show};
}

/** @param {EndedGame} game */
function entry({number, south, north, score, winner, verdict, reason, is_fault}) {
  return h(
    "a",
    {href: `#game=${number}`, title: reason},
    h("span", {class: "game-number muted number"}, number),
    h("span", {class: "game-pair"}, name(south, winner === "south"), h("span", {class: "muted"}, " – "), name(north, winner === "north")),
    h("span", {class: "game-score number"}, score),
    is_fault && h("span", {class: "game-verdict badge bad"}, verdict),
  );
}

/**
 * @param {string} bot
 * @param {boolean} won
 */
function name(bot, won) {
  return won ? h("strong", {}, bot) : bot;
}

/** Games without a result; those on the boards are left out. */
export function createNextGames() {
  const list = h("ul", {class: "game-list"});
  const element = h("section", {class: "card"}, h("h2", {}, "Next"), list);

  /**
   * @param {ComingGame[]} games
   * @param {Set<number>} inPlay
   */
  function show(games, inPlay) {
    const coming = games.filter(({number}) => !inPlay.has(number)).slice(0, MOST_COMING);
    element.hidden = coming.length === 0;
    refill(
      list,
      ...coming.map(({number, south, north}) =>
        h(
          "li",
          {},
          h("span", {class: "game-number muted number"}, number),
          h("span", {class: "game-pair"}, south, h("span", {class: "muted"}, " – "), north),
        ),
      ),
    );
  }

  return {element, show};
}
