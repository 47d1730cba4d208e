// @ts-check
/** Long lists, drawn as far as somebody looks. */

import {h} from "./dom.js";

/** Items of a part: more than a screen shows. */
const CHUNK = 60;
/** Items that are printed at most: ten pages of games. */
const PRINTED = 500;
/** So far below the screen parts are made already. */
const AHEAD = "800px";

/**
 * Fills a container with parts of CHUNK items each, as they come into view. A part that nobody sees
 * costs the browser nothing. Before the page is printed, the first PRINTED items are made.
 *
 * @template Item Data: what is equal as JSON looks the same.
 * @param {HTMLElement} container
 * @param {HTMLElement} end An element below the container; the list goes on when it comes into view.
 * @param {"tbody" | "div" | "ul"} tag Of a part.
 * @param {(item: Item) => HTMLElement} draw
 * @returns {(items: Item[], again?: boolean) => void} Shows these items from the first; `again` as
 *   far as the list was drawn, with new elements for changed items alone.
 */
export function lazyRows(container, end, tag, draw) {
  /** @type {Item[]} */
  let items = [];
  /** @type {{element: HTMLElement, key: string}[]} */
  let drawn = [];

  /** @param {Item} item */
  const made = (item) => ({element: draw(item), key: JSON.stringify(item)});

  /** @param {number} count */
  function more(count) {
    const last = drawn.length + count;
    while (drawn.length < Math.min(last, items.length)) {
      const next = items.slice(drawn.length, Math.min(last, drawn.length + CHUNK)).map(made);
      const part = h(tag, {class: "list-part"}, next.map(({element}) => element));
      part.style.setProperty("--items", String(next.length));
      container.append(part);
      drawn.push(...next);
    }
    end.hidden = drawn.length === items.length;
  }

  /** The elements of changed items give way; nothing else moves under a pointer. */
  function change() {
    for (const {element} of drawn.splice(items.length)) element.remove();
    for (const [at, old] of drawn.entries()) {
      if (JSON.stringify(items[at]) === old.key) continue;
      const held = old.element.contains(document.activeElement);
      drawn[at] = made(items[at]);
      old.element.replaceWith(drawn[at].element);
      if (held) drawn[at].element.querySelector(/** @type {"a"} */ ("summary, a"))?.focus({preventScroll: true});
    }
    more(CHUNK - drawn.length);
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
  addEventListener("beforeprint", () => more(PRINTED - drawn.length));
  return (shown, again = false) => {
    items = shown;
    if (again) return change();
    drawn = [];
    for (const part of container.querySelectorAll(":scope > .list-part")) part.remove();
    more(CHUNK);
  };
}

/** An element for the end of a list. */
export function listEnd() {
  return h("p", {class: "muted list-end", "aria-hidden": true}, "More below");
}
