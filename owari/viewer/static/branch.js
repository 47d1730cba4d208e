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
 * @typedef {{name: string, cell: number | null, text: string, looked: Looked}} Tried A move that was
 *   tried, and the position to which it led.
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

const PICK = "Pick another move on the board.";

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
  /** Where the game was left, and the positions to which the moves that were tried led; empty while the game is shown. @type {Tried[]} */
  let line = [];
  /** The one that is looked at. */
  let at = 0;
  let asked = 0;
  const said = h("p", {class: "branch-said"});
  const leave = button("Back to the game", goBack);
  const path = h("div", {class: "branch-path no-print", hidden: true}, said, leave);
  const told = h("p", {class: "branch-told"});
  const command = h("code", {class: "branch-command"});
  const copy = h("button", {type: "button", class: "quiet", onclick: () => void copyText(command.textContent ?? "")}, "Copy");
  const aside = h("details", {class: "more branch-aside"}, h("summary", {}, "Play on from here in a terminal"), h("p", {class: "row"}, command, copy));
  const tries = button("Try other moves", () => (line.length ? goBack() : void look({name: "", cell: null, text: textHere()})));
  const worth = button(game.layout.family === "squares" ? "What is each square worth?" : "What is each pit worth?", () => void look(line[at] ?? {name: "", cell: null, text: textHere()}, true));
  const passes = h("span", {class: "row"});
  const onward = button("Play on from here", () => void playOn());
  const another = button("", () => void leaveFor(before(game, shown())));
  // What comes and goes stands below what stays: no button moves away from a finger.
  const more = h("div", {class: "row"}, another, passes);
  const element = h("div", {class: "branch no-print"}, h("div", {class: "row"}, tries, onward, worth), more, told, aside);

  /**
   * @param {string} text
   * @param {() => void} onclick
   */
  function button(text, onclick) {
    const pressed = h("button", {type: "button", onclick: () => pressed.getAttribute("aria-disabled") === "true" || onclick()}, text);
    return pressed;
  }

  function textHere() {
    return line[at]?.text ?? game.positions?.[shown()] ?? "";
  }

  /** Whether moves were tried, and their line is shown. */
  function isLine() {
    return line.length > 1;
  }

  /**
   * Asks for a position, and shows it: the one that is shown with its values, or the next of the line.
   *
   * @param {{name: string, cell: number | null, text: string}} move
   * @param {boolean} [values]
   */
  async function look(move, values = false) {
    if (!rules) return;
    const mine = ++asked;
    allow(worth, !values);
    const looked = await rules.look(game.rules, move.text, values);
    if (mine !== asked) return;
    if (typeof looked === "string") {
      if (line.length) show();
      else mark();
      return tell(looked);
    }
    const {name, cell, text} = move;
    if (values && line.length) line[at].looked = looked;
    else line = [...line.slice(0, at + 1), {name, cell, text, looked}];
    if (!values) at = line.length - 1;
    show();
  }

  /** Shows the position of the line. */
  function show() {
    const {cell, looked} = line[at];
    const {cells, turn, moves, ending, worth: values} = looked;
    const place = board();
    place.show(cells, {turn, last: at ? {cell} : game.plies[shown() - 1]});
    place.setLegal(moves.flatMap((each) => (each.cell === null ? [] : [each.cell])));
    place.annotate(values ? new Map(Object.entries(values).map(([each, text]) => [Number(each), text])) : null);
    refill(passes, ...moves.filter((move) => move.cell === null).map((move) => button(`Play: ${move.name}`, () => take(move))));
    told.textContent = isLine() ? "" : PICK;
    const names = line.slice(1).map(({name}, number) => h("span", number + 1 === at ? {"aria-current": "step"} : {}, name));
    if (isLine()) refill(said, `After ply ${shown()}:`, ...names.flatMap((name) => [" ", name]), `. ${ending}`.trimEnd());
    const soFar = line.slice(1, at + 1).map(({name}) => name).join(" ");
    announce(soFar ? `After ply ${shown()}: ${soFar}. ${ending}`.trim() : `${isLine() ? `Ply ${shown()}. ` : ""}${PICK}`);
    mark();
    onShown(at ? looked : null);
    path.hidden = !isLine();
  }

  /** @param {Looked["moves"][number]} move */
  function take({name, cell, position: text}) {
    if (line[at + 1]?.text === text) return void step(1);
    board().setLegal(null);
    void look({name, cell, text});
  }

  /**
   * Steps along the moves that were tried.
   *
   * @param {number} by
   * @returns {boolean} Whether they have such a step, or end there; else it is one of the game.
   */
  function step(by) {
    if (!isLine() || at + by < 0) return false;
    asked += 1;
    at = Math.min(at + by, line.length - 1);
    show();
    return true;
  }

  async function playOn() {
    const turn = line.length ? line[at].looked.turn : game.plies[shown()]?.side ?? null;
    const after = shown() ? `after ply ${shown()}` : "the start";
    if (turn) await leaveFor({position: textHere(), turn, place: at ? `other moves ${shown() ? after : "from the start"}` : after});
  }

  /** @param {Departure} from */
  async function leaveFor(from) {
    if (!rules) return;
    for (const each of [onward, another]) allow(each, false);
    const problem = await rules.playOn(game, from);
    mark();
    if (problem) tell(problem);
  }

  /** @param {string} text */
  function tell(text) {
    told.textContent = text;
    announce(text);
  }

  function leaveBranch() {
    asked += 1;
    if (line.length) {
      board().setLegal(null);
      board().annotate(null);
    }
    line = [];
    at = 0;
    told.textContent = "";
    refill(said);
    path.hidden = true;
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
    const over = line.length ? line[at].looked.over : shown() === game.plies.length && game.result !== "*";
    const lost = game.plies[shown() - 1]?.loss !== undefined && at === 0 && Boolean(rules?.mayChange);
    element.hidden = !text || (over && game.plies.length === 0 && !line.length);
    another.hidden = !lost;
    another.textContent = `Play on from before ply ${shown()}`;
    allow(another, true);
    more.hidden = !lost && passes.childElementCount === 0;
    aside.classList.toggle("is-kept", over);
    tries.hidden = !rules;
    tries.setAttribute("aria-pressed", String(line.length > 0));
    allow(tries, !over || line.length > 0);
    // What an analysis has found of the positions of the game is there for everybody.
    worth.hidden = !(rules && (rules.mayChange || game.review));
    allow(worth, !over && Boolean(rules?.mayChange || at === 0));
    onward.hidden = !rules?.mayChange;
    allow(onward, !over);
    command.textContent = `owari play --game ${game.rules} --position '${text}'`;
  }

  return {
    element,
    /** The line of the moves that were tried, with the way back; it stands where the ply is told. */
    path,
    /** Another ply of the game is shown. */
    leave: leaveBranch,
    /** More is known of the game. */
    refresh: mark,
    /** Whether somebody looks for other moves. */
    isOpen: () => line.length > 0,
    isLine,
    step,
    /** Whether a step on leads along the line, or ends there. */
    ends: () => isLine() && at === line.length - 1,
    /** Shows the ply of the game that was left. */
    back: goBack,
    /** @param {number} cell */
    pick(cell) {
      const move = line[at]?.looked.moves.find((each) => each.cell === cell);
      if (move) take(move);
    },
  };
}

/**
 * A button that cannot be used stays in its place, and keeps the focus.
 *
 * @param {HTMLElement} button
 * @param {boolean} on
 */
function allow(button, on) {
  button.setAttribute("aria-disabled", String(!on));
}
