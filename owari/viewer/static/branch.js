// @ts-check
/**
 * What somebody can do from a position of a game: try other moves, see what each is worth, and play
 * on. A page without a server shows the command that plays on.
 *
 * @typedef {object} Looked A position with its moves, as `position_routes.py` writes it.
 * @property {Cells} cells
 * @property {Side | null} turn
 * @property {boolean} over
 * @property {string} ending
 * @property {{cell: number | null, name: string, position: string}[]} moves
 * @property {Record<string, string>} [worth]
 * @property {{margin: number, exact: boolean}} [standing] For South, where values were asked for.
 *
 * @typedef {object} Rules Somebody who knows the rules.
 * @property {boolean} mayChange
 * @property {(game: string, position: string, values: boolean) => Promise<Looked | string>} look
 * @property {(game: GameData, from: Departure) => Promise<string>} playOn
 *
 * @typedef {object} Departure Where a new game leaves another one.
 * @property {string} position
 * @property {Side} turn
 * @property {string} place As `before ply 7`.
 * @property {string} [instead] What was played there, as `where South (Ann) sows 4`.
 */

import {announce} from "./announcer.js";
import {copyText} from "./clipboard.js";
import {h, refill} from "./dom.js";
import {deed} from "./ply_text.js";

/** @import {Board} from "./board.js" */
/** @import {Cells, GameData, Side} from "./types.js" */

/**
 * The position before a ply, for a new game that goes another way there.
 *
 * @param {GameData} game
 * @param {number} number Of the ply, from 1.
 * @returns {Departure}
 */
export function before(game, number) {
  const ply = game.plies[number - 1];
  return {position: game.positions?.[number - 1] ?? "", turn: ply.side, place: `before ply ${number}`, instead: `where ${deed(game, ply)}`};
}

/**
 * @param {GameData} game
 * @param {object} page
 * @param {Rules | null} page.rules
 * @param {() => Board} page.board
 * @param {() => number} page.shown The ply of the game that is shown.
 * @param {() => void} page.back Shows the game again.
 * @param {(tried: Looked | null) => void} page.onShown Called with a position to which other moves
 *   led, and with null once the game is shown.
 */
export function createBranch(game, {rules, board, shown, back, onShown}) {
  /** The moves that were tried since the game was left. @type {{name: string, cell: number | null}[]} */
  let tried = [];
  /** The position that is looked at; null while the game is shown. @type {{text: string, looked: Looked} | null} */
  let here = null;
  let asked = 0;
  const said = h("p", {class: "branch-said"});
  const command = h("code", {class: "branch-command"});
  const copy = h("button", {type: "button", class: "quiet", onclick: () => void copyText(command.textContent ?? "")}, "Copy");
  const aside = h("details", {class: "more branch-aside"}, h("summary", {}, "Play on from here in a terminal"), h("p", {class: "row"}, command, copy));
  const tries = button("Try other moves", () => void look(textHere()));
  const worth = button(game.layout.family === "squares" ? "What is each square worth?" : "What is each pit worth?", () => void look(textHere(), true));
  const passes = h("span", {class: "row"});
  const onward = button("Play on from here", () => void playOn());
  const another = button("", () => void leaveFor(before(game, shown())));
  const leave = button("Back to the game", goBack);
  const element = h("div", {class: "branch no-print"}, h("div", {class: "row"}, another, tries, onward, worth, passes, leave), said, aside);

  /**
   * @param {string} text
   * @param {() => void} onclick
   */
  function button(text, onclick) {
    return h("button", {type: "button", onclick}, text);
  }

  function textHere() {
    return here ? here.text : game.positions?.[shown()] ?? "";
  }

  /**
   * @param {string} text
   * @param {boolean} [values]
   */
  async function look(text, values = false) {
    if (!rules) return;
    const mine = ++asked;
    worth.disabled = values;
    const looked = await rules.look(game.rules, text, values);
    worth.disabled = false;
    if (mine !== asked) return;
    if (typeof looked === "string") return tell(looked);
    here = {text, looked};
    show(looked);
  }

  /** @param {Looked} looked */
  function show(looked) {
    const {cells, turn, moves, ending, worth: values} = looked;
    const place = board();
    place.show(cells, {turn, last: tried.at(-1) ?? game.plies[shown() - 1]});
    place.setLegal(moves.flatMap(({cell}) => (cell === null ? [] : [cell])));
    place.annotate(values ? new Map(Object.entries(values).map(([cell, text]) => [Number(cell), text])) : null);
    refill(passes, ...moves.filter(({cell}) => cell === null).map((move) => button(`Play: ${move.name}`, () => take(move))));
    const path = tried.length ? `After ply ${shown()}: ${tried.map(({name}) => name).join(" ")}.` : "Pick another move on the board.";
    tell(`${path} ${ending}`.trim());
    mark();
    onShown(tried.length ? looked : null);
  }

  /** @param {Looked["moves"][number]} move */
  function take(move) {
    tried.push(move);
    board().setLegal(null);
    void look(move.position);
  }

  async function playOn() {
    const turn = here ? here.looked.turn : game.plies[shown()]?.side ?? null;
    const after = shown() ? `after ply ${shown()}` : "the start";
    if (turn) await leaveFor({position: textHere(), turn, place: tried.length ? `other moves ${shown() ? after : "from the start"}` : after});
  }

  /** @param {Departure} from */
  async function leaveFor(from) {
    if (!rules) return;
    onward.disabled = another.disabled = true;
    const problem = await rules.playOn(game, from);
    onward.disabled = another.disabled = false;
    if (problem) tell(problem);
  }

  /** @param {string} text */
  function tell(text) {
    said.textContent = text;
    announce(text);
  }

  function leaveBranch() {
    asked += 1;
    if (here) {
      board().setLegal(null);
      board().annotate(null);
    }
    here = null;
    tried = [];
    said.textContent = "";
    refill(passes);
    mark();
    onShown(null);
  }

  function goBack() {
    leaveBranch();
    back();
  }

  /** What can be done in the position that is shown. */
  function mark() {
    const text = textHere();
    const over = here ? here.looked.over : shown() === game.plies.length && game.result !== "*";
    const lost = game.plies[shown() - 1]?.loss !== undefined && here === null && Boolean(rules?.mayChange);
    element.hidden = !text || (over && !here && !lost);
    another.hidden = !lost;
    another.textContent = `Play on from before ply ${shown()}`;
    aside.hidden = over;
    tries.hidden = !rules || here !== null || over;
    // What an analysis has found of the positions of the game is there for everybody.
    worth.hidden = !(rules && (rules.mayChange || (game.review && tried.length === 0))) || over;
    onward.hidden = !rules?.mayChange || over;
    leave.hidden = here === null;
    command.textContent = `owari play --game ${game.rules} --position '${text}'`;
  }

  return {
    element,
    /** Another ply of the game is shown. */
    leave: leaveBranch,
    /** More is known of the game. */
    refresh: mark,
    /** Whether somebody looks for other moves. */
    isOpen: () => here !== null,
    /** Shows the ply of the game that was left. */
    back: goBack,
    /** @param {number} cell */
    pick(cell) {
      const move = here?.looked.moves.find((each) => each.cell === cell);
      if (move) take(move);
    },
  };
}
