// @ts-check
/** What happens in a tournament, as the server tells it. A lost connection comes back by itself. */

/** @import {BoardData, MovesData, ResultsData} from "./watch_types.js" */

/**
 * @typedef {object} Listener
 * @property {(boards: BoardData[], results: Partial<ResultsData>) => void} onState All there is, at the
 *   beginning of each connection.
 * @property {(board: BoardData) => void} onBoard A game begins.
 * @property {(moves: MovesData) => void} onMoves
 * @property {(slot: {slot: number}) => void} onCleared A slot has no game any more.
 * @property {(results: Partial<ResultsData>) => void} onResults What has changed.
 * @property {(connected: boolean) => void} onConnection
 */

/** Milliseconds until a connection that the server has refused is tried again. */
const AGAIN = 5000;

/**
 * @param {string} address
 * @param {Listener} listener
 */
export function listen(address, listener) {
  const source = new EventSource(address);
  /**
   * @param {string} name
   * @param {(data: any) => void} take
   */
  const on = (name, take) => source.addEventListener(name, (event) => take(JSON.parse(event.data)));
  on("state", ({boards, ...results}) => {
    listener.onConnection(true);
    listener.onState(boards, results);
  });
  on("board", listener.onBoard);
  on("moves", listener.onMoves);
  on("cleared", listener.onCleared);
  on("results", listener.onResults);
  source.addEventListener("error", () => {
    listener.onConnection(false);
    // A browser gives up where the answer was no stream, as from a server with too many viewers.
    if (source.readyState === EventSource.CLOSED) setTimeout(() => listen(address, listener), AGAIN);
  });
}
