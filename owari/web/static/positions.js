// @ts-check
/** The server as one that knows the rules: what can be played in a position, and a table for it. */

import {h} from "./dom.js";
import {gameTitle} from "./ply_text.js";
import {ask} from "./requests.js";
import {createTables} from "./table_client.js";

/**
 * @param {boolean} mayChange Whether this browser may ask the engine and begin games.
 * @param {() => void} [onValued] Called once the engine has looked at the moves of a position.
 * @returns {import("./branch.js").Rules}
 */
export function serverRules(mayChange, onValued = () => {}) {
  const create = createTables();
  return {
    mayChange,
    async look(game, position, values) {
      const words = new URLSearchParams({game, position, ...(values ? {values: "1"} : {})});
      const answer = await ask(`/api/positions?${words}`);
      if (answer.ok && values) onValued();
      return answer.ok ? answer.body : answer.problem;
    },
    async playOn(game, {position, turn, place, instead = ""}) {
      const seats = turn === "south" ? {south: "human", north: "engine"} : {south: "engine", north: "human"};
      const answer = await create({kind: "play", game: game.rules, position, level: "medium", ...seats});
      if (!answer.ok) return answer.problem;
      keepOrigin(answer.body.id, {place, title: gameTitle(game), instead, address: location.pathname + location.search + location.hash});
      location.assign(`/play/${encodeURIComponent(answer.body.id)}`);
      return "";
    },
  };
}

/** @typedef {{place: string, title: string, instead: string, address: string}} Origin The game that a table goes on from. */

const ORIGIN = "owari-origin ";

/**
 * @param {string} table
 * @param {Origin} origin
 */
function keepOrigin(table, origin) {
  try {
    localStorage.setItem(ORIGIN + table, JSON.stringify(origin));
  } catch {
    // A private window may keep nothing: the table then does not say where it came from.
  }
}

/**
 * Where the game of a table began, with the way back there; null for one that this browser began anew.
 *
 * @param {string} table
 */
export function originOf(table) {
  let kept = null;
  try {
    kept = localStorage.getItem(ORIGIN + table);
  } catch {
    // See `keepOrigin`.
  }
  if (!kept) return null;
  /** @type {Origin} */
  const {place, title, instead, address} = JSON.parse(kept);
  return h("p", {class: "muted origin"}, `From ${place} of `, h("a", {href: address}, title), instead && `, ${instead}`, ".");
}
