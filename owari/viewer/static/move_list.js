// @ts-check
/**
 * The moves of a game in the notation of records, two turns a row, with what is known of each. The
 * number of a row is that of its first ply, so that moves have one number on all pages.
 */

import {h} from "./dom.js";
import {loss, roughly, seatName, shortLoss, shortValue} from "./ply_text.js";

/** @import {GameData, Ply, Side} from "./types.js" */

/**
 * @param {GameData} game
 * @param {{onPick?: (ply: number) => void}} [options] Called with the number of plies up to a move.
 */
export function createMoveList(game, {onPick = () => {}} = {}) {
  const buttons = game.plies.map((ply, before) => moveButton(game, ply, before + 1));
  const rows = rowsOf(turnsOf(game.plies));
  const head = listHead(game);
  const list = h("ol", {class: "move-rows"}, rows.map((row) => listRow(row, buttons)));
  const element = h("div", {class: "move-list", role: "group", "aria-label": "Moves", onclick: pick, onkeydown: step}, head, list, decision(game));
  let shown = 0;
  // A list that comes into the page, or changes its height, may have its move out of sight.
  new ResizeObserver(() => revealShown()).observe(element);

  /** @param {MouseEvent} event */
  function pick(event) {
    const button = event.target instanceof Element && event.target.closest("button");
    if (button) onPick(Number(button.dataset.ply));
  }

  /**
   * Up and down go to the other rows; all other keys are the viewer's.
   *
   * @param {KeyboardEvent} event
   */
  function step(event) {
    const down = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (!down) return;
    event.preventDefault();
    const row = rows.findIndex((turns) => turns.flat().includes(shown - 1));
    const column = rows[row]?.findIndex((turn) => turn.includes(shown - 1)) ?? 0;
    const next = rows[row + down];
    if (next) onPick((next[column] ?? next[0])[0] + 1);
  }

  /**
   * @param {number} ply The number of plies before the position that is shown.
   * @param {boolean} [tried] Whether others led on from there: then no move is the last one.
   */
  function mark(ply, tried = false) {
    const hadFocus = element.contains(document.activeElement);
    shown = ply;
    for (const [before, button] of buttons.entries()) {
      const current = before + 1 === ply;
      if (current && !tried) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
      button.tabIndex = current || (ply === 0 && before === 0) ? 0 : -1;
    }
    if (hadFocus) buttons[Math.max(0, ply - 1)]?.focus({preventScroll: true});
    revealShown();
  }

  function revealShown() {
    const row = buttons[Math.max(0, shown - 1)]?.closest("li");
    if (row) reveal(row, element, list, head.offsetHeight);
  }

  return {element, mark};
}

/**
 * Scrolls the list alone: `scrollIntoView` would scroll the page as well. Below the head a row begins,
 * also at the end of the list.
 *
 * @param {HTMLElement} row
 * @param {HTMLElement} frame What scrolls.
 * @param {HTMLElement} list Its rows.
 * @param {number} covered The height of the head, which stays above the rows.
 */
function reveal(row, frame, list, covered) {
  const top = frame.getBoundingClientRect().top + frame.clientTop + covered;
  const starts = [...list.children].map((each) => each.getBoundingClientRect().top - top);
  /** @param {number} least */
  const startFrom = (least) => starts.find((start) => start > least - 1) ?? least;
  const room = parseFloat(list.style.getPropertyValue("--room")) || 0;
  const hidden = frame.scrollHeight - room - frame.clientHeight;
  const rest = hidden - frame.scrollTop;
  list.style.setProperty("--room", hidden > 0 ? `${startFrom(rest) - rest}px` : "0px");
  const {top: begin, bottom: end} = row.getBoundingClientRect();
  const below = end - (top - covered + frame.clientHeight);
  if (begin < top) frame.scrollTop += begin - top;
  else if (below > 0) frame.scrollTop += startFrom(below);
}

/** @param {GameData} game */
function listHead(game) {
  const second = game.first === "south" ? "north" : "south";
  return h("div", {class: "move-head", "aria-hidden": true}, h("span"), sideHead(game, game.first), sideHead(game, second));
}

/**
 * `South · Rocket`; a long name takes more lines.
 *
 * @param {GameData} game
 * @param {Side} side
 */
function sideHead(game, side) {
  return h("span", {class: side, title: game[side]}, seatName(game, side, " \u00b7 "));
}

/**
 * @param {number[][]} row
 * @param {HTMLElement[]} buttons
 */
function listRow(row, buttons) {
  const turns = row.map((turn) => h("span", {class: "turn"}, turn.map((before) => buttons[before])));
  return h("li", {}, h("span", {class: "row-number", "aria-hidden": true}, `${row[0][0] + 1}.`), turns);
}

/**
 * What decided the game after its last move, in the column of the side that did it.
 *
 * @param {GameData} game
 */
function decision({decision, first}) {
  if (!decision) return null;
  const [side] = decision.sides;
  const place = decision.sides.length === 1 ? `${side} ${side === first ? "is-first" : "is-second"}` : "";
  return h("p", {class: `move-end ${place}`}, h("span", {class: "badge bad turns"}, `${decision.text}.`));
}

/**
 * The plies of each turn, by their index.
 *
 * @param {Ply[]} plies
 */
function turnsOf(plies) {
  /** @type {number[][]} */
  const turns = [];
  for (const [at, ply] of plies.entries()) {
    if (plies[at - 1]?.side === ply.side) turns[turns.length - 1].push(at);
    else turns.push([at]);
  }
  return turns;
}

/** @param {number[][]} turns */
function rowsOf(turns) {
  return Array.from({length: Math.ceil(turns.length / 2)}, (_, row) => turns.slice(2 * row, 2 * row + 2));
}

/**
 * @param {GameData} game
 * @param {Ply} ply
 * @param {number} number
 */
function moveButton(game, ply, number) {
  const turns = number === game.turning_point;
  return h(
    "button",
    {type: "button", class: "move quiet", "data-ply": number, tabindex: -1, title: loss(game, ply) || undefined},
    h("span", {class: "move-name"}, ply.text),
    ply.value && h("span", {class: "move-value"}, shortValue(ply.value)),
    ply.loss && h("span", {class: turns ? "badge bad turns" : "badge bad"}, shortLoss(ply.loss)),
    ply.comment && h("span", {class: "move-said"}, h("span", {class: "visually-hidden"}, "with a comment"), h("span", {"aria-hidden": true}, "\u275e")),
    ply.seconds !== undefined && h("span", {class: "move-time"}, roughly(ply.seconds)),
  );
}
