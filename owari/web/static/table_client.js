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
 * @property {() => void} close
 */

const NO_ANSWER = "The server does not answer. Every move shown is saved; try again in a moment.";
const RECONNECT = 1500;

/**
 * @typedef {object} Listeners
 * @property {(state: TableState) => void} onState
 * @property {(connected: boolean) => void} onConnection
 * @property {(problem: string) => void} onMissing The server has no such table.
 *
 * @param {string} id
 * @param {Listeners} listeners
 * @returns {TableClient}
 */
export function createTableClient(id, {onState, onConnection, onMissing}) {
  const address = `/api/tables/${encodeURIComponent(id)}`;
  /** @type {number | null} Null until a connection has told its first state. */
  let revision = null;

  /** @param {TableState} state */
  function take(state) {
    // An answer can arrive after a newer event. A restarted server counts anew.
    if (revision !== null && state.revision < revision) return;
    revision = state.revision;
    onState(state);
  }

  const events = openEvents(address, {
    onState: take,
    onConnection(connected) {
      if (!connected) revision = null;
      onConnection(connected);
    },
    onMissing,
  });

  return {
    async send(line) {
      // A second click belongs to the board that the person saw: the server refuses it.
      const answer = await request(`${address}/lines`, {line, revision: revision ?? 0});
      if (typeof answer === "string") return answer;
      const state = answer.ok ? answer.body : answer.body.state;
      if (state) take(state);
      return answer.ok ? "" : problemOf(answer.body);
    },
    async earlier(ply) {
      const answer = await request(`${address}/plies/${ply}`);
      if (typeof answer === "string") return answer;
      return answer.ok ? answer.body : problemOf(answer.body);
    },
    close: events.close,
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
 * @returns {Promise<{ok: boolean, body: any} | string>} A string where nothing came back.
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
    return {ok: response.ok, body: await response.json().catch(() => ({}))};
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
  /** @type {EventSource} */
  let source;
  let closed = false;

  function open() {
    if (closed) return;
    source = new EventSource(`${table}/events`);
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
    const isMissing = typeof answer !== "string" && !answer.ok && "problem" in answer.body;
    if (isMissing) onMissing(problemOf(answer.body));
    else open();
  }

  open();
  return {
    close() {
      closed = true;
      source.close();
    },
  };
}
