// @ts-check
/**
 * Sentences read aloud by the browser, for a person whose hands and eyes are on a call.
 *
 * @typedef {object} Speech
 * @property {boolean} available
 * @property {boolean} on
 * @property {(on: boolean) => void} turn Switches it on or off; the choice is kept.
 * @property {(sentence: string) => void} say Says the sentence at once, on or off.
 * @property {(sentence: string) => void} tell Says the sentence where it is on.
 */

const KEY = "owari-speech";

/** @returns {Speech} */
export function createSpeech() {
  const available = "speechSynthesis" in window;
  let on = available && kept();

  /** @param {string} sentence */
  function say(sentence) {
    if (!available || !sentence) return;
    const words = new SpeechSynthesisUtterance(sentence);
    words.lang = "en";
    words.rate = 0.95;
    speechSynthesis.cancel(); // a newer move makes what is still being said wrong
    speechSynthesis.speak(words);
  }

  return {
    available,
    get on() {
      return on;
    },
    turn(wanted) {
      on = available && wanted;
      keep(on);
      if (!on && available) speechSynthesis.cancel();
    },
    say,
    tell(sentence) {
      if (on) say(sentence);
    },
  };
}

/** Private windows may refuse the storage; the choice then lasts as long as the page. */
function kept() {
  try {
    return localStorage.getItem(KEY) === "on";
  } catch {
    return false;
  }
}

/** @param {boolean} on */
function keep(on) {
  try {
    localStorage.setItem(KEY, on ? "on" : "off");
  } catch {
    // The page works without.
  }
}
