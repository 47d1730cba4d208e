// @ts-check
/**
 * What a person at the relay does now, in type that is read from across the table: the move to enter
 * on their side, the move to wait for, or the end to confirm.
 *
 * @typedef {import("./speech.js").Speech} Speech
 * @typedef {import("./table_types.js").TableState} TableState
 * @typedef {{element: HTMLElement, show: (state: TableState) => void, showFix: (ply: number) => void}} RelayCall
 */

import {h, refill} from "./dom.js";
import {namesOf} from "./relay_moves.js";

/**
 * @param {{speech: Speech, onConfirm: () => void, onCancelFix: () => void}} parts
 * @returns {RelayCall}
 */
export function createRelayCall({speech, onConfirm, onCancelFix}) {
  const element = h("section", {class: "relay-call", "aria-label": "What to do now"});

  /** @param {TableState} state */
  function children(state) {
    if (state.over) return ending(state, onConfirm);
    const toEnter = state.enter && [
      h(
        "p",
        {class: "enter"},
        h("span", {class: "enter-name"}, namesToEnter(state)),
        h("span", {class: "enter-words"}, "on their side"),
      ),
      h("p", {class: "enter-sentence"}, state.enter.sentence),
      speech.available &&
        h(
          "button",
          {type: "button", class: "no-print", onclick: () => sayAgain(state)},
          "Say it again",
        ),
    ];
    return [...(toEnter || []), h("p", {class: toEnter ? "next" : "next alone"}, nextStep(state))];
  }

  /** @param {TableState} state */
  function sayAgain(state) {
    speech.say(state.enter?.sentence ?? "");
  }

  return {
    element,
    show(state) {
      element.dataset.turn = state.over ? "over" : state.turn ?? "";
      refill(element, ...children(state));
    },
    showFix(ply) {
      element.dataset.turn = "fix";
      refill(
        element,
        h("p", {class: "next alone"}, `Ply ${ply}: click the pit or square that it should be.`),
        h("p", {}, "Later moves stay as far as they are legal."),
        h("button", {type: "button", onclick: onCancelFix}, "Leave the move as it is"),
      );
    },
  };
}

/**
 * The names on their screen of all our moves since theirs: an extra turn gives several.
 *
 * @param {TableState} state
 */
function namesToEnter(state) {
  const {plies} = state.game;
  const theirs = plies.map(({side}) => side).lastIndexOf("north");
  const names = plies.slice(theirs + 1).map((ply) => namesOf(state, ply)[1]);
  return names.length > 1 ? names.join(", ") : (state.enter?.name ?? "");
}

/** @param {TableState} state */
function nextStep(state) {
  if (state.to_move === "computer") return state.thinking ? "Our side is thinking." : "Our side is to move.";
  const owner = state.turn === "south" ? "our" : "their";
  return `Click ${owner} move, on either board.`;
}

/**
 * @param {TableState} state
 * @param {() => void} onConfirm
 */
function ending(state, onConfirm) {
  return [
    ...(state.enter ? [h("p", {class: "enter-sentence"}, state.enter.sentence)] : []),
    h("p", {class: "ending"}, state.ending),
    state.confirm && [
        h("p", {}, "A mistyped move may have ended the game: undo, fix and check still work."),
        h(
          "button",
          {type: "button", class: "primary confirm", onclick: onConfirm},
          "Confirm the end",
        ),
      ],
  ].flat();
}
