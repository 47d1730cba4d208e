// @ts-check
/**
 * What a relay has behind it: the moves of its game with the names on both boards, of which one can be
 * picked to correct it, and the games that are over.
 *
 * @typedef {import("./table_types.js").TableState} TableState
 * @typedef {import("./types.js").GameData} GameData
 * @typedef {import("./types.js").Ply} Ply
 * @typedef {{element: HTMLElement, show: (state: TableState, picked: number | null) => void}} RelayMoves
 * @typedef {{element: HTMLElement, show: (state: TableState, finished: boolean) => void}} RelaySeries
 */

import {PICK} from "./relay_call.js";
import {h, refill} from "./dom.js";
import {createEndedGame} from "./play_aftermath.js";

const NO_MOVE = "No move has been played yet.";
const CORRECT = `${PICK} a move that was entered wrongly to correct it.`;

/**
 * @param {{onPick: (ply: number) => void}} listeners `ply` is counted from 1.
 * @returns {RelayMoves}
 */
export function createRelayMoves({onPick}) {
  const list = h("ol", {class: "relay-moves", tabindex: "0", "aria-label": "Moves of the game"});
  const hint = h("p", {class: "muted small"});
  /** @type {string} */
  let drawn = "";
  return {
    element: h("section", {class: "card"}, h("h2", {}, "Moves"), hint, list),
    show(state, picked) {
      const {plies} = state.game;
      const texts = plies.map(({text}) => text).join(" ");
      const key = JSON.stringify([state.game.first, texts, picked, state.screen?.names]);
      if (key === drawn) return; // a redrawn list would lose the focus
      drawn = key;
      hint.textContent = plies.length > 0 ? CORRECT : NO_MOVE;
      refill(list, ...plies.map((ply, at) => row(state, ply, at + 1, picked, onPick)));
      if (picked === null) list.scrollTop = list.scrollHeight;
    },
  };
}

/**
 * @param {TableState} state
 * @param {Ply} ply
 * @param {number} number
 * @param {number | null} picked
 * @param {(ply: number) => void} onPick
 */
function row(state, ply, number, picked, onPick) {
  const [ours, theirs] = namesOf(state, ply);
  const content = [
    h("span", {class: "who"}, state.game[ply.side]),
    h("span", {class: "called"}, ours),
    ours !== theirs && h("span", {class: "muted there"}, `${theirs} there`),
  ];
  return h(
    "li",
    {class: ply.side},
    ply.cell !== null
      ? h(
          "button",
          {
            type: "button",
            class: "quiet",
            "aria-pressed": number === picked,
            "data-ply": number,
            onclick: () => onPick(number),
          },
          ...content,
        )
      : h("span", {class: "row"}, ...content),
  );
}

/**
 * The names of a move on our board and on the other screen.
 *
 * @param {TableState} state
 * @param {Ply} ply
 * @returns {[string, string]}
 */
function namesOf({game, screen}, ply) {
  if (ply.cell === null) return [ply.text, ply.text];
  const name = game.names[ply.cell];
  return [name, screen?.names[ply.cell] ?? name];
}

/**
 * How the games ended, each to be replayed, the way on, and the file that has them. The engine looks at
 * them after the last one, as it may play for us until then.
 *
 * @returns {RelaySeries}
 */
export function createRelaySeries() {
  /** @type {ReturnType<typeof replay>[]} */
  let games = [];
  const element = h("section", {class: "stack relay-series", hidden: true});
  let drawn = "";
  return {
    element,
    show(state, finished) {
      const ended = finished ? [...state.series, state.game] : state.series;
      const key = JSON.stringify([ended.map(({plies}) => plies.length), state.results]);
      element.hidden = ended.length === 0;
      if (key === drawn) return;
      drawn = key;
      for (const {dispose} of games) dispose();
      games = ended.map((_, at) => replay(state, ended, at, finished));
      refill(
        element,
        h("h2", {}, "Games that are over"),
        state.results && h("p", {class: "note"}, state.results.sentence),
        ...games.map(({element: game}) => game),
        finished && h("p", {}, h("a", {class: "button primary", href: "/relay"}, "Another relay")),
        finished && state.saved && h("p", {class: "small muted file"}, `Every move is saved in ${state.file}`),
      );
    },
  };
}

/**
 * A game that ended; its viewer is made when somebody opens it.
 *
 * @param {TableState} state
 * @param {GameData[]} games
 * @param {number} at The place of the game among them.
 * @param {boolean} finished Whether no game follows them.
 */
function replay({id, look_ahead: ahead}, games, at, finished) {
  const {again, share, sharing, analysis, place, show, pause, dispose} = createEndedGame(id, at + 1);
  let shown = false;
  const details = h(
    "details",
    {class: "card", open: finished && at + 1 === games.length, ontoggle: toggle},
    h("summary", {}, `Game ${at + 1}: ${games[at].summary}`),
    h("div", {class: "stack"}, h("div", {class: "row no-print"}, again, share), sharing, analysis, place),
  );

  function toggle() {
    if (!details.open) return pause();
    if (!shown) show(games[at], ahead, finished);
    shown = true;
  }

  return {element: details, dispose};
}
