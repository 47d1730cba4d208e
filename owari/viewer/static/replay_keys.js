// @ts-check
/** The keys of a replay: arrows, Home, End and Space, wherever on the page the focus is. */

/** @import {Replay} from "./replay.js" */

/**
 * Listens while the element is visible.
 *
 * @param {HTMLElement} element
 * @param {Replay} replay
 * @returns {() => void} Ends it.
 */
export function listenForKeys(element, replay) {
  /** @type {Record<string, () => void>} */
  const effects = {
    ArrowLeft: () => replay.goTo(replay.shown() - 1),
    ArrowRight: () => replay.goTo(replay.shown() + 1),
    Home: () => replay.goTo(0),
    End: () => replay.goTo(replay.count),
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
