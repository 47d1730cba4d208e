// @ts-check
/**
 * The page's line to one table of the server.
 *
 * Nothing is decided here: a line goes to the server as a person would type it in the terminal, and
 * the state that comes back is the truth. The same state also arrives as an event, from whichever
 * device changed the table.
 *
 * @typedef {import("./table_types.js").LegalMove} LegalMove
 * @typedef {import("./table_types.js").TableState} TableState
 * @typedef {import("./types.js").Cells} Cells
 * @typedef {import("./types.js").Side} Side
 * @typedef {{cells: Cells, turn: Side, moves: LegalMove[]}} EarlierMoves
 *   The board before an earlier ply, and the lines that put another move in its place.
 * @typedef {object} TableClient
 * @property {(line: string) => Promise<string>} send The problem in a sentence, or "".
 * @property {(ply: number) => Promise<EarlierMoves | string>} earlier For ply number `ply`, from 1.
 */

import {listen} from "./live_events.js";
import {ask, problemOf, request} from "./requests.js";

const NOT_FOUND = 404;

/**
 * @typedef {object} Listeners
 * @property {(state: TableState) => void} onState
 * @property {(connected: boolean) => void} onConnection
 * @property {(problem: string) => void} onMissing The server answers, and says why there is no
 *   table to show, such as a file that a terminal uses; the page keeps asking where that can change.
 * @property {() => boolean} [goesOn] Whether the page follows the table though nobody sees it.
 *
 * @param {string} id
 * @param {Listeners} listeners
 * @returns {TableClient}
 */
export function createTableClient(id, {onState, onConnection, onMissing, goesOn}) {
  const address = `/api/tables/${encodeURIComponent(id)}`;
  let revision = 0;
  let version = 0;
  /** @type {Map<string, Promise<string>>} The lines that wait for an answer. */
  const sending = new Map();

  /** @param {TableState} state */
  function take(state) {
    if (state.version <= version) return; // the page knows this, or something newer
    ({revision, version} = state);
    onState(state);
  }

  /** @param {string} line */
  async function sent(line) {
    const answer = await request(`${address}/lines`, {line, revision});
    if (typeof answer === "string") return answer;
    const state = answer.ok ? answer.body : answer.body.state;
    if (state) take(state);
    return answer.ok ? "" : problemOf(answer.body);
  }

  listen(`${address}/events`, {
    events: {state: take},
    onConnection,
    onRefused(problem, status) {
      version = 0; // the page shows a problem in place of what it knows
      onMissing(problem);
      return status !== NOT_FOUND;
    },
    goesOn,
  });
  return {
    send(line) {
      // A line belongs to the board that the person saw: the server refuses it for a later one. A
      // double click is one line.
      const asked = JSON.stringify({line, revision});
      const answer = sending.get(asked) ?? sent(line).finally(() => sending.delete(asked));
      sending.set(asked, answer);
      return answer;
    },
    async earlier(ply) {
      const answer = await request(`${address}/plies/${ply}`);
      if (typeof answer === "string") return answer;
      return answer.ok ? answer.body : problemOf(answer.body);
    },
  };
}

/**
 * What a page says while the server does not answer.
 *
 * @param {TableState | null} state What the page shows.
 */
export function lostText(state) {
  const saved = state?.saved ? "Every move shown is saved; the" : "The";
  return `No connection. ${saved} page comes back by itself.`;
}

/**
 * Begins tables from the fields of a form. The same fields, sent again because an answer did not
 * come, begin no second table.
 */
export function createTables() {
  let sent = "";
  let key = "";
  return async (/** @type {object} */ fields) => {
    const text = JSON.stringify(fields);
    if (text !== sent) [sent, key] = [text, crypto.getRandomValues(new Uint32Array(3)).join("-")];
    const answer = await ask("/api/tables", {...fields, request: key});
    if (answer.ok) sent = "";
    return answer;
  };
}
