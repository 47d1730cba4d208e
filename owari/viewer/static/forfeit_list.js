// @ts-check
/** Forfeits with their reasons, and the last lines of the dialogues where they are kept. */

import {h} from "./dom.js";
import {lazyRows, listEnd} from "./lazy_rows.js";

/** @import {Forfeit, Links} from "./list_types.js" */

/**
 * @param {Forfeit[]} forfeits
 * @param {Links} links
 * @returns {HTMLElement}
 */
export function forfeitsList(forfeits, links) {
  const list = h("div", {class: "forfeits"});
  const end = listEnd();
  lazyRows(list, end, "ul", (/** @type {Forfeit} */ each) => forfeitItem(each, links))(forfeits);
  return h("div", {}, list, end);
}

/**
 * @param {Forfeit} forfeit
 * @param {Links} links
 */
function forfeitItem({game, bot, opponent, kind, reason, dialogue}, links) {
  const number = `Game ${game}`;
  const address = links.game(game, Infinity);
  const lines = dialogue.length > 0 &&
    h("details", {}, h("summary", {}, "Last lines of the dialogue"), h("pre", {tabindex: 0}, dialogue.join("\n")));
  return h(
    "li",
    {},
    h("p", {class: "row"}, address ? h("a", {href: address}, number) : number, h("strong", {}, bot), h("span", {class: "muted"}, `against ${opponent}`),
      h("span", {class: "badge bad"}, kind)),
    reason && h("p", {}, reason),
    lines,
  );
}
