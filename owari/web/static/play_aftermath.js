// @ts-check
/**
 * After the game: how it ended, ways on from it, the game to replay, and, once the engine has looked
 * at it, the curve of its value and the move that lost it.
 *
 * @typedef {import("./table_types.js").TableState} TableState
 * @typedef {import("./types.js").GameData} GameData
 * @typedef {import("./viewer.js").Viewer} Viewer
 */

import {before} from "./branch.js";
import {h, refill} from "./dom.js";
import {createSharing} from "./clipboard.js";
import {createAnalysis} from "./game_analysis.js";
import {linkTo} from "./permalink.js";
import {serverRules} from "./positions.js";
import {ask, inquire} from "./requests.js";
import {createViewer} from "./viewer.js";

/**
 * A game that is over: what can be done with it, and the game to replay.
 *
 * @param {string} id Of its table.
 * @param {number} [number] Of the game there, from 1.
 */
export function createEndedGame(id, number = 1) {
  const table = `/api/tables/${encodeURIComponent(id)}`;
  const reviewAddress = `${table}/games/${number}/review`;
  const analysis = createAnalysis({onReview: replay});
  /** The game with what the analysis found. @type {GameData | null} */
  let losing = null;
  const again = h("button", {type: "button", hidden: true, onclick: () => void playAgain()});
  const share = h("button", {type: "button", onclick: () => void showAddress()}, "Share this game");
  /** The address of this game for others, without its ply. */
  let whole = "";
  const sharing = createSharing();
  const place = h("div");
  /** @type {Viewer | null} */
  let viewer = null;
  let ply = 0;
  /** What the engine of this game looked ahead: so strong is that of a game that goes on from it. @type {number | null} */
  let lookAhead = null;
  const rules = serverRules(true, () => void revalue(), () => lookAhead);

  /** @param {number} now */
  function moveTo(now) {
    ply = now;
    sharing.change(addressHere());
  }

  function addressHere() {
    return whole + linkTo({game: String(number), ply});
  }

  /** @param {GameData} game */
  function replay(game) {
    viewer?.dispose();
    viewer = createViewer(game, {ply, onPly: moveTo, rules});
    offerAgain(game);
    refill(place, viewer.element);
  }

  /** @param {GameData} game */
  function offerAgain(game) {
    again.hidden = game.turning_point === undefined;
    again.textContent = `Play it again from ply ${game.turning_point ?? 0}, the move that lost`;
    losing = game;
  }

  /** The engine has looked at a position: what it proved there holds for the whole game. */
  async function revalue() {
    const before = viewer;
    const answer = await inquire(reviewAddress);
    if (viewer !== before || typeof answer === "string" || !answer.ok || !answer.body.review) return;
    viewer?.revalue(answer.body.review);
    offerAgain(answer.body.review);
  }

  /** The address at which other people can replay the game, from the position that is shown on. */
  async function showAddress() {
    const answer = await ask(`${table}/share`);
    if (!answer.ok) return sharing.say(answer.problem);
    const {path, viewers} = answer.body;
    whole = (viewers || `${location.origin}/`) + path;
    await sharing.share(addressHere(), "Whoever opens this address can replay the game, and make no move.");
  }

  /** A new game from the position before the move that lost this one. */
  async function playAgain() {
    if (!losing?.turning_point) return;
    const problem = await rules.playOn(losing, before(losing, losing.turning_point));
    if (problem) sharing.say(problem);
  }

  function dispose() {
    sharing.hide();
    analysis.stop();
    viewer?.dispose();
    viewer = null;
  }

  return {
    again,
    share,
    sharing: sharing.element,
    analysis: analysis.element,
    place,
    dispose,
    pause: () => viewer?.pause(),
    /**
     * Shows its last position, and looks for the moves that lost it unless the engine has more to do.
     *
     * @param {GameData} game
     * @param {number | null} ahead What the engine of the game looked ahead.
     * @param {boolean} [looks]
     */
    show(game, ahead, looks = true) {
      dispose();
      lookAhead = ahead;
      ply = game.plies.length;
      replay(game);
      if (looks && game.plies.length > 0) void analysis.start(reviewAddress);
    },
  };
}

/**
 * @param {string} id
 * @param {{onUndo: () => void}} listeners
 */
export function createAftermath(id, {onUndo}) {
  const ending = h("p", {class: "ending", tabindex: -1});
  const undo = h("button", {type: "button", onclick: onUndo}, "Take the last move back");
  const newGame = h("a", {class: "button primary", href: "/play"}, "New game");
  const ended = createEndedGame(id);
  const element = h(
    "section",
    {class: "stack aftermath", hidden: true, "aria-label": "After the game"},
    h("div", {class: "card result"}, ending, h("div", {class: "row no-print"}, ended.again, undo, ended.share, newGame), ended.sharing),
    ended.analysis,
    ended.place,
  );
  let shown = "";

  return {
    element,
    /** The board that had the focus is gone; what is left begins with how the game ended. */
    focus: () => ending.focus(),
    /** @param {TableState} state */
    show({over, ending: text, game, people, look_ahead: ahead}) {
      const key = over ? JSON.stringify([text, game.plies.map((each) => each.text)]) : "";
      if (key === shown) return;
      shown = key;
      element.hidden = !over;
      if (!over) return ended.dispose();
      ending.textContent = text;
      undo.hidden = people.length === 0;
      ended.show(game, ahead);
    },
  };
}
