// @ts-check
/**
 * The events of the server, in the one stream that a page has.
 *
 * Browsers have six connections to a server, for all of their pages. So a page that nobody sees
 * closes its stream, and begins with the present state when it is shown. A server that has given a
 * browser enough streams sends the state alone, and says when the page is to ask again.
 *
 * @typedef {object} Listeners
 * @property {Record<string, (data: any) => void>} events What to do with each, by its name.
 * @property {(connected: boolean) => void} onConnection
 * @property {(problem: string, status: number) => boolean} onRefused Why the server has no events,
 *   though it answers; whether to ask it again.
 * @property {() => boolean} [goesOn] Whether the page wants events though nobody sees it.
 */

import {inquire, problemOf} from "./requests.js";

export const LOST = "The connection to the server is lost. The page tries again.";
/** Milliseconds until the first event; after them the page asks for the state again and again. */
const FIRST = 5000;
/** Milliseconds from one event to the next; a silent stream has one every 15 seconds. */
const SILENCE = 40_000;
/** Milliseconds until a server that has refused is asked again. */
const AGAIN = 2500;
/** So often a page asks before it tries a stream again, where streams do not reach it. */
const MOST_ASKED = 300;

/**
 * @param {string} address
 * @param {Listeners} listeners
 */
export function listen(address, {events, onConnection, onRefused, goesOn = () => false}) {
  /** @type {EventSource | null} */
  let source = null;
  let timer = 0;
  /** Whether the stream has brought anything, or has failed. */
  let heard = false;
  /** How often the page still asks: streams do not reach it, as behind a proxy that keeps them back. */
  let toAsk = 0;
  const wanted = () => !document.hidden || goesOn();

  function open() {
    close();
    const opened = new EventSource(toAsk > 0 ? `${address}?once=1` : address);
    source = opened;
    heard = false;
    for (const [name, take] of Object.entries(events)) {
      opened.addEventListener(name, (event) => {
        hear();
        take(JSON.parse(event.data));
      });
    }
    opened.addEventListener("alive", hear);
    opened.addEventListener("again", (event) => {
      close();
      toAsk = Math.max(0, toAsk - 1);
      timer = setTimeout(open, JSON.parse(event.data));
    });
    opened.addEventListener("error", () => {
      heard = true;
      onConnection(false);
      clearTimeout(timer);
      // A browser tries again by itself, but not where the answer was no stream of events.
      if (opened.readyState === EventSource.CLOSED) void askWhy();
      else timer = setTimeout(give, FIRST);
    });
    timer = setTimeout(give, FIRST);
  }

  function close() {
    clearTimeout(timer);
    source?.close();
    source = null;
  }

  function hear() {
    heard = true;
    onConnection(true);
    clearTimeout(timer);
    timer = setTimeout(give, SILENCE);
  }

  /** Gives a stream up that brings nothing. */
  function give() {
    onConnection(false);
    if (!heard) toAsk = MOST_ASKED;
    open();
  }

  async function askWhy() {
    close();
    const answer = await inquire(`${address}?once=1`);
    if (source || !wanted()) return; // the page was hidden, or shown again, meanwhile
    if (typeof answer !== "string") {
      if (answer.ok) return open();
      onConnection(true);
      if (!onRefused(problemOf(answer.body), answer.status)) return;
    }
    timer = setTimeout(askWhy, AGAIN);
  }

  function look() {
    if (!wanted()) return close();
    if (source) return;
    toAsk = 0;
    open();
  }

  document.addEventListener("visibilitychange", look);
  look();
}

/** Waits until somebody sees the page. */
export async function whenShown() {
  while (document.hidden) {
    await new Promise((resolve) => document.addEventListener("visibilitychange", resolve, {once: true}));
  }
}
