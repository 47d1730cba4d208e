// @ts-check
/** The time that a side of a game in play has used; it runs while the side is to move. */

import {h} from "./dom.js";

/** Milliseconds between two changes of a running clock. */
const TICK = 200;

/**
 * @typedef {object} LiveClock
 * @property {HTMLElement} element
 * @property {(name: string, used: number, thinking: number | null, lit: boolean) => void} set Seconds;
 *   `thinking` is null where the clock stands.
 * @property {() => void} stop
 */

/** @returns {LiveClock} */
export function createLiveClock() {
  const owner = h("span", {class: "visually-hidden"});
  const time = h("span", {class: "number"});
  const element = h("span", {class: "live-clock"}, owner, time);
  let timer = 0;

  function stop() {
    clearInterval(timer);
    element.classList.remove("is-running");
  }

  return {
    element,
    stop,
    set(name, used, thinking, lit) {
      stop();
      element.title = `Time used by ${name}`;
      owner.textContent = `${element.title}: `;
      const begun = performance.now() - (thinking ?? 0) * 1000;
      const write = () => {
        time.textContent = clockText(used + (thinking === null ? 0 : (performance.now() - begun) / 1000));
      };
      write();
      element.classList.toggle("is-running", lit);
      if (thinking === null) return;
      timer = setInterval(write, TICK);
    },
  };
}

/**
 * `1:23`, and tenths of a second below a minute.
 *
 * @param {number} seconds
 */
function clockText(seconds) {
  if (seconds < 60) return `${(Math.floor(seconds * 10) / 10).toFixed(1)} s`;
  const whole = Math.floor(seconds);
  const minutes = Math.floor(whole / 60);
  const rest = String(whole % 60).padStart(2, "0");
  if (minutes < 60) return `${minutes}:${rest}`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${rest}`;
}
