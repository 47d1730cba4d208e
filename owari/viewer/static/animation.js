// @ts-check
/**
 * The stage of a board: things that happen at their moments, and pieces that fly over it.
 *
 * What the board shows changes at moments. Flights only decorate them, so that an animation can end
 * at any time: the board then draws the position that follows.
 *
 * @typedef {{at: number, act: () => void}} Moment `at`: milliseconds from the start at speed 1.
 * @typedef {{moments: Moment[], length: number}} Script `length`: of all, in the same milliseconds.
 * @typedef {ReturnType<typeof createStage>} Stage
 */

/**
 * @param {HTMLElement} layer Lies over the board, and holds the pieces that fly.
 */
export function createStage(layer) {
  let speed = 1;
  let finish = () => {};
  /** @type {number[]} */
  let timers = [];
  /** @type {Set<Animation>} */
  const running = new Set();

  /** Ends what runs, at once. */
  function stop() {
    timers.forEach(clearTimeout);
    timers = [];
    running.forEach((animation) => animation.cancel());
    running.clear();
    layer.replaceChildren();
    document.removeEventListener("visibilitychange", stop);
    finish();
  }

  /**
   * Runs a script. The promise resolves when it ends or is stopped.
   *
   * @param {Script} script
   * @param {number} factor The speed.
   * @returns {Promise<void>}
   */
  function run({moments, length}, factor) {
    stop();
    speed = factor;
    return new Promise((resolve) => {
      finish = resolve;
      timers = moments.map(({at, act}) => setTimeout(act, at / speed));
      timers.push(setTimeout(stop, length / speed));
      // Clocks of a hidden page stand nearly still.
      document.addEventListener("visibilitychange", stop);
    });
  }

  /**
   * @param {Element} element
   * @param {Keyframe[]} frames
   * @param {number} milliseconds
   */
  function animate(element, frames, milliseconds) {
    const animation = element.animate(frames, {duration: milliseconds / speed, easing: "ease-in-out"});
    running.add(animation);
    animation.onfinish = () => running.delete(animation);
    return animation;
  }

  /**
   * Lets a piece fly in an arc from the middle of one element to the middle of another, in the
   * size that it has there.
   *
   * @param {HTMLElement} piece
   * @param {Element} from
   * @param {Element} to
   * @param {number} milliseconds
   */
  function fly(piece, from, to, milliseconds) {
    const [x, y] = place(from);
    const [toX, toY] = place(to);
    const lift = 0.12 * Math.hypot(toX - x, toY - y);
    piece.style.fontSize = getComputedStyle(from).fontSize;
    layer.append(piece);
    const flight = animate(
      piece,
      [
        {transform: `translate(${x}px, ${y}px)`},
        {transform: `translate(${(x + toX) / 2}px, ${(y + toY) / 2 - lift}px) scale(1.15)`},
        {transform: `translate(${toX}px, ${toY}px)`},
      ],
      milliseconds,
    );
    flight.addEventListener("finish", () => piece.remove());
  }

  /**
   * The middle of an element, seen from the corner of the layer.
   *
   * @param {Element} element
   */
  function place(element) {
    const origin = layer.getBoundingClientRect();
    const box = element.getBoundingClientRect();
    return [box.x + box.width / 2 - origin.x, box.y + box.height / 2 - origin.y];
  }

  return {run, stop, animate, fly};
}

/** Whether nothing is to move: the person asks for it, or nobody looks. */
export function isStill() {
  return document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;
}
