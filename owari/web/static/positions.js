// @ts-check
/** The server as one that knows the rules: what can be played in a position, and a table for it. */

import {ask} from "./requests.js";
import {createTables} from "./table_client.js";

/**
 * @param {boolean} mayChange Whether this browser may ask the engine and begin games.
 * @returns {import("./branch.js").Rules}
 */
export function serverRules(mayChange) {
  const create = createTables();
  return {
    mayChange,
    async look(game, position, values) {
      const words = new URLSearchParams({game, position, ...(values ? {values: "1"} : {})});
      const answer = await ask(`/api/positions?${words}`);
      return answer.ok ? answer.body : answer.problem;
    },
    async playOn(game, position, turn) {
      const seats = turn === "south" ? {south: "human", north: "engine"} : {south: "engine", north: "human"};
      const answer = await create({kind: "play", game, position, level: "medium", ...seats});
      if (!answer.ok) return answer.problem;
      location.assign(`/play/${encodeURIComponent(answer.body.id)}`);
      return "";
    },
  };
}
