// @ts-check
/**
 * What a person at the relay does now, in type that is read from across the table and aloud: the
 * move to enter on their side, the move to wait for, or the end to confirm. Below it stands what came
 * of the last action.
 *
 * @typedef {import("./table_types.js").TableState} TableState
 * @typedef {import("./types.js").Side} Side
 * @typedef {object} RelayCall
 * @property {HTMLElement} element
 * @property {HTMLElement} voice The buttons that let the browser speak.
 * @property {(state: TableState, moving: Side | null) => void} show `moving`: whose stones are on
 *   their way, on the boards of the page.
 * @property {(check: HTMLElement) => void} showCheck
 * @property {(state: TableState, ply: number) => void} showFix
 * @property {(sentences: string[]) => void} tell What the last action did.
 * @property {(problem: string) => void} complain Why it did nothing; empty where it did something.
 * @typedef {object} Speech
 * @property {boolean} available
 * @property {boolean} on
 * @property {(on: boolean) => void} turn Switches it on or off; the choice is kept.
 * @property {(sentence: string) => void} say Says the sentence at once, on or off.
 * @property {(sentence: string) => void} tell Says the sentence where it is on.
 */

import {announce} from "./announcer.js";
import {h, refill} from "./dom.js";

/** What people do with a board: those without a mouse tap. */
export const PICK = matchMedia("(hover: none) and (pointer: coarse)").matches ? "Tap" : "Click";

/**
 * @param {{speech: Speech, onConfirm: () => void, onCancelFix: () => void}} parts
 * @returns {RelayCall}
 */
export function createRelayCall({speech, onConfirm, onCancelFix}) {
  const again = h("button", {type: "button", onclick: () => speech.say(sentence)}, "Say it again");
  const reading = h("button", {type: "button", onclick: turnSpeech}, "Read aloud");
  let sentence = "";

  function turnSpeech() {
    speech.turn(!speech.on);
    showSpeech();
    speech.tell(sentence);
  }

  function showSpeech() {
    reading.setAttribute("aria-pressed", String(speech.on));
    again.hidden = !sentence;
  }

  const voice = h("div", {class: "row voice no-print"}, again, reading);
  const task = h("div", {class: "relay-task"});
  const said = h("ul", {class: "relay-said muted"});
  const refusal = h("p", {class: "note bad problem", role: "alert", hidden: true});
  const element = h("section", {class: "relay-call", tabindex: -1, "aria-label": "What to do now"}, task, refusal, said);
  return {
    element,
    voice,
    tell(sentences) {
      refill(said, ...sentences.map((text) => h("li", {}, text)));
    },
    complain(problem) {
      refusal.textContent = problem;
      refusal.hidden = !problem;
    },
    show(state, moving) {
      sentence = wordsToEnter(state);
      voice.hidden = !speech.available || (state.over && !sentence);
      element.dataset.turn = moving ?? (state.over ? "over" : (state.turn ?? ""));
      // The move to enter is read aloud at once; what follows waits until the boards say it too.
      const then = moving ? [h("p", {class: "next"}, moving === "south" ? "We move." : "They move.")] : next(state, onConfirm);
      refill(task, ...(state.enter ? toEnter(state.enter) : []), ...then);
      showSpeech();
    },
    showCheck(check) {
      element.dataset.turn = "check";
      if (task.firstChild !== check) refill(task, check); // a button that has the focus keeps it
    },
    showFix({game}, ply) {
      const place = game.layout.family === "pits" ? "pit" : "square";
      const wanted = `Ply ${ply}: ${PICK.toLowerCase()} the ${place} that it should be.`;
      if (task.firstChild?.textContent !== wanted) announce(wanted);
      element.dataset.turn = "fix";
      refill(
        task,
        h("p", {class: "next"}, wanted),
        h("p", {}, "Later moves stay as far as they are legal."),
        h("button", {type: "button", onclick: onCancelFix}, "Leave the move as it is"),
      );
    },
  };
}

/**
 * `Enter 8 on their side`, to be read from across the table.
 *
 * @param {NonNullable<TableState["enter"]>} entered
 */
function toEnter({name, sentences, doubtful}) {
  if (doubtful) return [h("p", {}, unlessThere(name))];
  return [
    h("p", {class: "enter"}, "Enter ", h("span", {class: "enter-name"}, name), " on their side"),
    ...sentences.map((sentence) => h("p", {class: "enter-sentence"}, sentence)),
  ];
}

/**
 * What the page says aloud: `Enter 8 on their side`; nothing where nobody has to enter a move.
 *
 * @param {TableState} state
 */
export function wordsToEnter({enter}) {
  if (enter?.doubtful) return unlessThere(enter.name);
  return enter ? `Enter ${enter.name} on their side` : "";
}

/** @param {string} name */
function unlessThere(name) {
  return `Enter ${name} on their side, unless it is there already.`;
}

/**
 * @param {TableState} state
 * @param {() => void} onConfirm
 */
function next(state, onConfirm) {
  if (state.parted) return [h("button", {type: "button", onclick: onConfirm}, "Let our side choose another move")];
  if (!state.over) return [h("p", {class: "next"}, nextStep(state))];
  return [
    h("p", {class: "ending"}, state.ending),
    state.confirm && h("p", {}, "A mistyped move may have ended the game: undo and corrections still work."),
    state.confirm && h("button", {type: "button", class: "primary", onclick: onConfirm}, "Confirm the end"),
  ];
}

/** @param {TableState} state */
function nextStep({game, to_move, turn}) {
  if (to_move === "computer") return "Our side is thinking.";
  const [who, whose] = turn === "south" ? ["We", "our"] : ["They", "their"];
  const move = `${whose} move, on either board.`;
  return game.plies.at(-1)?.side === turn ? `${who} play again: ${PICK.toLowerCase()} ${move}` : `${PICK} ${move}`;
}

const KEY = "owari-speech";

/**
 * Sentences read aloud by the browser, for a person whose hands and eyes are on a call.
 *
 * @returns {Speech}
 */
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
