// @ts-check
/**
 * The tournament that gets the results of a relay, and the matches by hand that it waits for.
 *
 * @typedef {import("./offers.js").DuePair} DuePair
 * @typedef {import("./offers.js").Offers} Offers
 */

import {selectField} from "./form_fields.js";
import {h} from "./dom.js";

/**
 * @param {Offers["tournaments"]} tournaments
 * @param {{onTournament: (tournament: Offers["tournaments"][0] | undefined) => void, onMatch: (match: DuePair) => void}} listeners
 */
export function createAwaitedMatch(tournaments, {onTournament, onMatch}) {
  const known = tournaments.map(({key, title}) => ({word: key, title}));
  const results = selectField("results", "Enter the results in", [{word: "", title: "no tournament"}, ...known]);
  const match = selectField("awaited", "Match that waits", []);
  const chosen = () => tournaments.find(({key}) => key === results.control.value);

  function fit() {
    const pairs = chosen()?.pairs ?? [];
    const waiting = pairs.map(({sentence}, at) => ({word: String(at), title: sentence}));
    match.element.hidden = pairs.length === 0;
    match.offer([{word: "", title: "another; type the names"}, ...waiting], "");
    onTournament(chosen());
  }

  function take() {
    const pair = match.control.value && chosen()?.pairs[Number(match.control.value)];
    if (pair) onMatch(pair);
  }

  results.control.addEventListener("change", fit);
  match.control.addEventListener("change", take);
  fit();
  return {
    element: h("div", {class: "columns", hidden: tournaments.length === 0}, results.element, match.element),
    /** The word of the tournament; empty for none. */
    key: () => results.control.value,
  };
}
