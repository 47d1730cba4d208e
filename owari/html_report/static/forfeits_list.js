// @ts-check
/** The forfeits one by one: kind, sentence, and the end of the dialogue where it was kept. */

import {h} from "./dom.js";
import {lazyRows, listEnd} from "./lazy_rows.js";
import {linkTo} from "./permalink.js";

/** @typedef {import("./report_data.js").Forfeit} Forfeit */

/**
 * @param {Forfeit[]} forfeits
 * @param {Set<number>} replays The games that can be opened.
 * @returns {HTMLElement}
 */
export function forfeitsList(forfeits, replays) {
  const list = h("ul", {class: "forfeits"});
  const end = listEnd();
  lazyRows(list, end, (/** @type {Forfeit} */ each) => drawn(each, replays))(forfeits);
  return h("div", {}, list, end);
}

/**
 * @param {Forfeit} forfeit
 * @param {Set<number>} replays
 */
function drawn({game, bot, opponent, kind, reason, dialogue}, replays) {
  const number = `Game ${game}`;
  const link = replays.has(game) ? h("a", {href: linkTo({game: String(game), ply: 0})}, number) : number;
  const pages = dialogue.length > 0 &&
    h("details", {}, h("summary", {}, "Last lines of the dialogue"), h("pre", {tabindex: 0}, dialogue.join("\n")));
  return h(
    "li",
    {},
    h("p", {class: "row"}, link, h("strong", {}, bot), h("span", {class: "muted"}, `against ${opponent}`),
      h("span", {class: "badge bad"}, kind)),
    reason && h("p", {}, reason),
    pages,
  );
}
