// @ts-check
/**
 * The stage of a board: things that happen at their moments, and pieces that fly over it.
 *
 * What the board shows changes at moments. Flights only decorate them, so that an animation can end
 * at any time: the board then draws the position that follows.
 *
 * @typedef {{at: number, act: () => void}} Moment `at`: milliseconds from the start at speed 1.
 * @typedef {{moments: Moment[], length: number}} Script `length`: of all, in the same milliseconds.
 */

import {knock} from "./sounds.js";

/** Runs one script at a time. */
export class Stage {
  #layer;
  #speed = 1;
  #finish = () => {};
  /** @type {number[]} */
  #timers = [];
  /** @type {Set<Animation>} */
  #running = new Set();

  /** @param {HTMLElement} layer Lies over the board, and holds the pieces that fly. */
  constructor(layer) {
    this.#layer = layer;
  }

  /**
   * Runs a script. The promise resolves when it ends or is stopped.
   *
   * @param {Script} script
   * @param {number} speed
   * @returns {Promise<void>}
   */
  run({moments, length}, speed) {
    this.stop();
    this.#speed = speed;
    return new Promise((resolve) => {
      this.#finish = resolve;
      this.#timers = moments.map(({at, act}) =>
        setTimeout(() => {
          act();
          knock();
        }, at / speed),
      );
      this.#timers.push(setTimeout(this.stop, length / speed));
      // Clocks of a hidden page stand nearly still.
      document.addEventListener("visibilitychange", this.stop);
    });
  }

  /** Ends what runs, at once. */
  stop = () => {
    this.#timers.forEach(clearTimeout);
    this.#timers = [];
    this.#running.forEach((animation) => animation.cancel());
    this.#running.clear();
    this.#layer.replaceChildren();
    document.removeEventListener("visibilitychange", this.stop);
    this.#finish();
  };

  /**
   * @param {Element} element
   * @param {Keyframe[]} frames
   * @param {number} milliseconds
   */
  animate(element, frames, milliseconds) {
    const animation = element.animate(frames, {duration: milliseconds / this.#speed, easing: "ease-in-out"});
    this.#running.add(animation);
    animation.onfinish = () => this.#running.delete(animation);
    return animation;
  }

  /**
   * Lets a piece fly in an arc from the middle of one element to the middle of another, in the size
   * that it has there.
   *
   * @param {HTMLElement} piece
   * @param {Element} from
   * @param {Element} to
   * @param {number} milliseconds
   */
  fly(piece, from, to, milliseconds) {
    const [x, y] = this.#place(from);
    const [toX, toY] = this.#place(to);
    const lift = 0.12 * Math.hypot(toX - x, toY - y);
    const frames = [
      {transform: `translate(${x}px, ${y}px)`},
      {transform: `translate(${(x + toX) / 2}px, ${(y + toY) / 2 - lift}px) scale(1.15)`},
      {transform: `translate(${toX}px, ${toY}px)`},
    ];
    piece.style.fontSize = getComputedStyle(from).fontSize;
    this.#layer.append(piece);
    this.animate(piece, frames, milliseconds).addEventListener("finish", () => piece.remove());
  }

  /**
   * The middle of an element, seen from the corner of the layer.
   *
   * @param {Element} element
   */
  #place(element) {
    const origin = this.#layer.getBoundingClientRect();
    const box = element.getBoundingClientRect();
    return [box.x + box.width / 2 - origin.x, box.y + box.height / 2 - origin.y];
  }
}

/** Whether nothing is to move: the person asks for it, or nobody looks. */
export function isStill() {
  return document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;
}
