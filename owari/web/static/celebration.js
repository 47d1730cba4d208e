// @ts-check
/** Stones that fall over the page when a tournament has its champion. */

import {h} from "./dom.js";

const STONES = 60;
/** Milliseconds from the first stone to the last one on the ground. */
const LENGTH = 7000;
const COLOURS = ["--seed", "--wood", "--accent", "--south", "--north"];

/**
 * Lets stones fall within an element, once. Nothing moves for who has asked for reduced motion.
 *
 * @param {HTMLElement} place
 */
export function celebrate(place) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const sky = h("div", {class: "celebration", "aria-hidden": true});
  for (let each = 0; each < STONES; each += 1) {
    const stone = h("span");
    const size = 0.6 + Math.random();
    stone.style.cssText = `left: ${Math.random() * 100}%; width: ${size}rem; height: ${size}rem; background: var(${COLOURS[each % COLOURS.length]})`;
    const drift = `${Math.random() * 12 - 6}rem`;
    stone.animate(
      [{transform: "translate(0, -3rem)", opacity: 1}, {transform: `translate(${drift}, 102vh)`, opacity: 0.9}],
      {duration: LENGTH * (0.35 + Math.random() * 0.25), delay: Math.random() * LENGTH * 0.4, easing: "cubic-bezier(0.4, 0, 0.9, 0.6)", fill: "backwards"},
    );
    sky.append(stone);
  }
  place.append(sky);
  setTimeout(() => sky.remove(), LENGTH);
}
