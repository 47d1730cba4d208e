// @ts-check
/**
 * The games in the user's folder that can go on.
 *
 * @typedef {import("./offers.js").Unfinished} Unfinished
 */

import {h} from "./dom.js";

/**
 * @param {Unfinished[]} games
 * @param {Unfinished["kind"]} kind
 * @param {string} title
 */
export function unfinishedGames(games, kind, title) {
  const own = games.filter((game) => game.kind === kind);
  const links = own.map(({id, title: name, sentence}) =>
    h(
      "li",
      {},
      h("a", {href: `/${kind}/${encodeURIComponent(id)}`}, name),
      h("span", {class: "muted"}, ` ${sentence}`),
    ),
  );
  return h(
    "section",
    {class: "card unfinished", hidden: own.length === 0},
    h("h2", {}, title),
    h("ul", {}, ...links),
  );
}
