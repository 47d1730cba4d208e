// @ts-check
/** The quiet sound of stones and discs, for who has switched it on; the choice is kept. */

import {h} from "./dom.js";

const KEY = "owari-sounds";
/** Of 1. */
const LOUDNESS = 0.06;
/** Seconds of a sound. */
const LENGTH = 0.05;
/** Milliseconds between two sounds at least: many boards at once are no hail. */
const BETWEEN = 35;

let on = kept();
let last = 0;
/** @type {AudioContext | null} */
let context = null;

/** A stone falls, where sounds are on. */
export function knock() {
  const now = performance.now();
  if (!on || now - last < BETWEEN) return;
  last = now;
  context ??= new AudioContext();
  const tone = context.createOscillator();
  const volume = context.createGain();
  const begin = context.currentTime;
  tone.type = "triangle";
  // No two stones sound alike.
  tone.frequency.setValueAtTime(320 + Math.random() * 160, begin);
  tone.frequency.exponentialRampToValueAtTime(120, begin + LENGTH);
  volume.gain.setValueAtTime(LOUDNESS, begin);
  volume.gain.exponentialRampToValueAtTime(0.0001, begin + LENGTH);
  tone.connect(volume).connect(context.destination);
  tone.start(begin);
  tone.stop(begin + LENGTH);
}

/**
 * A button that switches the sounds on and off.
 *
 * @returns {HTMLElement}
 */
export function soundSwitch() {
  const button = h("button", {type: "button", class: "quiet sound-switch", onclick: change}, "Sound");
  show();

  function show() {
    button.setAttribute("aria-pressed", String(on));
    button.title = on ? "Sounds of stones are on" : "Sounds of stones are off";
  }

  function change() {
    on = !on;
    try {
      localStorage.setItem(KEY, on ? "on" : "off");
    } catch {
      // A page from a file or in a private window may keep nothing: the choice holds for this visit.
    }
    show();
    knock();
  }

  return button;
}

function kept() {
  try {
    return localStorage.getItem(KEY) === "on";
  } catch {
    return false;
  }
}
