// @ts-check
/** The server as one that knows the rules: what can be played in a position, and a table for it. */

import {gameTitle} from "./ply_text.js";
import {ask} from "./requests.js";
import {createTables} from "./table_client.js";

/**
 * @param {boolean} mayChange Whether this browser may ask the engine and begin games.
 * @param {() => void} [onValued] Called once the engine has looked at the moves of a position.
 * @param {() => number | null} [plies] What the engine looks ahead in a new game, where that is settled.
 * @returns {import("./branch.js").Rules}
 */
export function serverRules(mayChange, onValued = () => {}, plies = () => null) {
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
      const origin = [`${place} of ${gameTitle(game)}`, instead].filter(Boolean).join(", ");
      const address = location.pathname + location.search + location.hash;
      const ahead = plies();
      const strength = ahead ? {depth: String(ahead)} : {level: "medium"};
      const answer = await create({kind: "play", game: game.rules, position, origin, origin_address: address, ...strength, ...seats});
      if (!answer.ok) return answer.problem;
      location.assign(`/play/${encodeURIComponent(answer.body.id)}`);
      return "";
    },
  };
}
