// @ts-check
/** Where a reader is in a game: steps, jumps, play that goes on by itself, and the keys for them. */

/**
 * @typedef {object} ReplayOptions
 * @property {number} ply The number of plies before the position to begin with.
 * @property {(shown: number, before: number) => Promise<void>} show Shows another position.
 * @property {() => void} stay Called where somebody goes to the position that is shown.
 * @property {(by: number) => boolean} aside Steps along other moves; false where the step is one of the game.
 * @property {() => number} rest Milliseconds between two moves of a play.
 * @property {(playing: boolean) => void} onPlaying Called when a play begins or ends.
 *
 * @typedef {ReturnType<typeof createReplay>} Replay
 */

/**
 * @param {number} plies Of the game.
 * @param {ReplayOptions} options
 */
export function createReplay(plies, {ply, show, stay, aside, rest, onPlaying}) {
  let count = plies;
  let shown = clamp(ply);
  /** @type {Promise<void> | null} */
  let following = null;
  /** Counts plays and pauses, so that a play knows whether it is still wanted. */
  let wishes = 0;
  let playing = false;

  /** @param {number} number */
  function clamp(number) {
    return Math.min(Math.max(Math.trunc(number) || 0, 0), count);
  }

  /** @param {number} number */
  async function move(number) {
    const before = shown;
    shown = clamp(number);
    if (shown !== before) await show(shown, before);
  }

  /**
   * Goes to the position after this number of plies, and pauses.
   *
   * @param {number} number
   */
  function goTo(number) {
    pause();
    if (clamp(number) === shown) stay();
    else void move(number);
  }

  /** @param {number} by Plies on, or back. */
  function step(by) {
    if (!aside(by)) goTo(shown + by);
  }

  /** Plays on from here, or from the start after the end. */
  async function play() {
    const wish = ++wishes;
    setPlaying(true);
    if (shown === count) await move(0);
    while (wish === wishes && shown < count) {
      await move(shown + 1);
      await new Promise((resolve) => setTimeout(resolve, rest()));
    }
    if (wish === wishes) setPlaying(false);
  }

  /**
   * @param {number} plies Those that the game has now.
   * @param {boolean} led Whether the reader is led to the last one.
   * @returns {Promise<void>} Resolves when the board stands still.
   */
  async function grow(plies, led) {
    count = plies;
    if (led) following ??= follow().finally(() => (following = null));
    await following;
  }

  /** Goes to the end ply by ply, until the reader goes elsewhere. */
  async function follow() {
    const wish = ++wishes;
    while (wish === wishes && shown < count) await move(shown + 1);
  }

  /** Whether the last ply is shown, or is led to. */
  function atEnd() {
    return following !== null || shown === count;
  }

  function pause() {
    wishes += 1;
    setPlaying(false);
  }

  function toggle() {
    if (playing) pause();
    else void play();
  }

  /** @param {boolean} on */
  function setPlaying(on) {
    playing = on;
    onPlaying(on);
  }

  return {count: () => count, grow, atEnd, shown: () => shown, goTo, step, play, pause, toggle};
}

/**
 * Listens to arrows, Home, End and Space, wherever on the page the focus is, while the element is visible.
 *
 * @param {HTMLElement} element
 * @param {Replay} replay
 * @returns {() => void} Ends it.
 */
export function listenForKeys(element, replay) {
  /** @type {Record<string, () => void>} */
  const effects = {
    ArrowLeft: () => replay.step(-1),
    ArrowRight: () => replay.step(1),
    Home: () => replay.goTo(0),
    End: () => replay.goTo(replay.count()),
    " ": replay.toggle,
  };

  /** @param {KeyboardEvent} event */
  function listener(event) {
    const effect = Object.hasOwn(effects, event.key) && effects[event.key];
    if (!effect || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    if (!element.checkVisibility() || belongsToField(event)) return;
    effect();
    event.preventDefault();
  }

  document.addEventListener("keydown", listener);
  return () => document.removeEventListener("keydown", listener);
}

/**
 * Whether the key is for the field or button that has the focus. A link does nothing with Space.
 *
 * @param {KeyboardEvent} event
 */
function belongsToField({target, key}) {
  if (!(target instanceof Element)) return false;
  if (target.matches("input[type=range]")) return key !== " ";
  if (target.matches("input, select, textarea, dialog, [contenteditable]")) return true;
  return key === " " && target.matches("button, summary");
}
