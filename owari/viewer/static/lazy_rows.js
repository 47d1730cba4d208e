// @ts-check
/** Long lists, drawn as far as somebody looks. */

import {h} from "./dom.js";

/** Elements that are made at a time: more than a screen shows. */
const CHUNK = 60;
/** Elements that are printed at most: ten pages of games. */
const PRINTED = 500;
/** So far below the screen elements are made already. */
const AHEAD = "800px";

/**
 * Fills a container with an element for each item, a part at a time. Before the page is printed,
 * the first PRINTED are made.
 *
 * @template Item
 * @param {HTMLElement} container
 * @param {HTMLElement} end An element below the container; the list goes on when it comes into view.
 * @param {(item: Item) => HTMLElement} draw
 * @returns {(items: Item[]) => void} Shows these items from the first.
 */
export function lazyRows(container, end, draw) {
  /** @type {Item[]} */
  let items = [];
  let drawn = 0;

  /** @param {number} count */
  function more(count) {
    const next = items.slice(drawn, drawn + count);
    drawn += next.length;
    container.append(...next.map(draw));
    end.hidden = drawn === items.length;
  }

  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      more(CHUNK);
      // The end may still be in view: only a new observation tells.
      observer.unobserve(end);
      observer.observe(end);
    },
    {rootMargin: AHEAD},
  );
  observer.observe(end);
  addEventListener("beforeprint", () => more(Math.max(0, PRINTED - drawn)));
  return (shown) => {
    items = shown;
    drawn = 0;
    container.replaceChildren();
    more(CHUNK);
  };
}

/** An element for the end of a list. */
export function listEnd() {
  return h("p", {class: "muted list-end", "aria-hidden": true}, "More below");
}
