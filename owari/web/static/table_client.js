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

const NO_ANSWER = "The server does not answer. Every move shown is saved; try again in a moment.";
const RECONNECT = 1500;
const NOT_FOUND = 404;

/**
 * @typedef {object} Listeners
 * @property {(state: TableState) => void} onState
 * @property {(connected: boolean) => void} onConnection
 * @property {(problem: string) => void} onMissing Why there is no table to show, such as a file
 *   that a terminal uses; the page keeps asking where that can change.
 *
 * @param {string} id
 * @param {Listeners} listeners
 * @returns {TableClient}
 */
export function createTableClient(id, {onState, onConnection, onMissing}) {
  const address = `/api/tables/${encodeURIComponent(id)}`;
  let revision = 0;
  let version = 0;
  /** @type {Map<string, Promise<string>>} The lines that wait for an answer. */
  const sending = new Map();

  /** @param {TableState} state */
  function take(state) {
    if (state.version < version) return; // an answer that arrives after a newer event
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

  openEvents(address, {onState: take, onConnection, onMissing});
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
 * What the server answers to a form or a question: the body, or the problem in a sentence.
 *
 * @param {string} address
 * @param {unknown} [body] Posted, where it is given.
 * @returns {Promise<{ok: true, body: any} | {ok: false, problem: string}>}
 */
export async function ask(address, body) {
  const answer = await request(address, body);
  if (typeof answer === "string") return {ok: false, problem: answer};
  if (!answer.ok) return {ok: false, problem: problemOf(answer.body)};
  return {ok: true, body: answer.body};
}

/**
 * @param {string} address
 * @param {unknown} [body]
 * @returns {Promise<{ok: boolean, status: number, body: any} | string>} A string where nothing came back.
 */
async function request(address, body) {
  /** @type {RequestInit} */
  const options =
    body === undefined
      ? {}
      : {
          method: "POST",
          headers: {"Content-Type": "application/json"},
          body: JSON.stringify(body),
        };
  try {
    const response = await fetch(address, options);
    const {ok, status} = response;
    return {ok, status, body: await response.json().catch(() => ({}))};
  } catch {
    return NO_ANSWER;
  }
}

/**
 * @param {any} body
 * @returns {string}
 */
function problemOf(body) {
  return typeof body.problem === "string" ? body.problem : "The server refuses this.";
}

/**
 * Events that come again by themselves, also after a server that answered with an error.
 *
 * @param {string} table
 * @param {Listeners} listeners
 */
function openEvents(table, {onState, onConnection, onMissing}) {
  function open() {
    const source = new EventSource(`${table}/events`);
    source.addEventListener("state", (event) => {
      onConnection(true);
      onState(JSON.parse(event.data));
    });
    source.addEventListener("error", () => {
      onConnection(false);
      // A browser tries again by itself, but not where the answer was no stream of events.
      if (source.readyState === EventSource.CLOSED) setTimeout(openIfThere, RECONNECT);
    });
  }

  async function openIfThere() {
    const answer = await request(table);
    if (typeof answer === "string") return void setTimeout(openIfThere, RECONNECT);
    if (answer.ok) return open();
    onMissing(problemOf(answer.body));
    if (answer.status !== NOT_FOUND) setTimeout(openIfThere, RECONNECT);
  }

  open();
}
