// @ts-check
/**
 * Both boards of a relay: ours, and the other screen as it should look. A click on either means the
 * same move. A check compares them.
 *
 * @typedef {import("./board.js").Board} Board
 * @typedef {import("./board_follower.js").BoardFollower} BoardFollower
 * @typedef {import("./table_types.js").Difference} Difference
 * @typedef {import("./table_types.js").Remedy} Remedy
 * @typedef {import("./table_types.js").TableState} TableState
 * @typedef {import("./types.js").Cells} Cells
 * @typedef {import("./types.js").Layout} Layout
 * @typedef {object} TwoBoards
 * @property {HTMLElement} element
 * @property {BoardFollower["follow"]} follow
 * @property {BoardFollower["rewind"]} rewind
 * @property {BoardFollower["moving"]} moving
 * @property {(cells: number[] | null) => void} setLegal
 * @property {(differences: Difference[]) => void} markDifferences
 * @property {(on: boolean) => void} edit Lets a person change the other screen.
 * @property {() => Cells} theirCells The other screen as it was edited.
 * @typedef {object} BoardCheck
 * @property {HTMLElement} element What to do, and the result in a line.
 * @property {HTMLElement} found Each place that differs, to be shown below the boards.
 * @property {(family: Layout["family"]) => void} begin
 * @property {(verdict: string, said: string[], remedies: Remedy[]) => void} show
 * @property {() => void} focus The button that began the check cannot keep the focus.
 */

import {createBoard} from "./board.js";
import {createBoardFollower} from "./board_follower.js";
import {h, refill} from "./dom.js";

const SPEED = 2;
const AS_IT_SHOULD = "Their screen, as it should look";
const AS_IT_DOES = "Their screen, as it looks there";

/**
 * @param {TableState} state
 * @param {{onPick: (cell: number) => void, onEdit: (cells: Cells) => void, onMoving: () => void}} listeners
 * @returns {TwoBoards}
 */
export function createTwoBoards(state, {onPick, onEdit, onMoving}) {
  const {game, screen} = state;
  const turned = screen?.turned ?? false;
  const ours = createBoard(game.layout, {
    names: game.names,
    seats: {south: seat(game.south, "South"), north: seat(game.north, "North")},
    title: "Our board",
    onPick,
  });
  const theirs = createBoard(game.layout, {
    names: screen?.names ?? game.names,
    seats: turned
      ? {south: seat(game.south, "North"), north: seat(game.north, "South")}
      : {south: seat(game.south, ""), north: seat(game.north, "")},
    turned,
    title: "Their screen",
    onPick,
    onEdit,
  });
  const boards = [ours, theirs];
  const theirCaption = h("figcaption", {}, AS_IT_SHOULD);
  const {follow, rewind, moving} = createBoardFollower(boards, {speed: SPEED, onMoving});

  return {
    element: h(
      "div",
      {class: "two-boards"},
      frame(h("figcaption", {}, "Our board"), "ours", ours),
      frame(theirCaption, "theirs", theirs),
    ),
    follow,
    rewind,
    moving,
    setLegal(cells) {
      for (const board of boards) board.setLegal(cells);
    },
    markDifferences(differences) {
      const cells = differences.map(({cell}) => cell);
      for (const board of boards) board.mark(cells, "difference");
    },
    edit(on) {
      theirs.edit(on);
      theirCaption.textContent = on ? AS_IT_DOES : AS_IT_SHOULD;
    },
    theirCells: () => theirs.cells(),
  };
}

/**
 * `South · Rocket`, as a long name may be cut.
 *
 * @param {string} name
 * @param {string} side
 */
function seat(name, side) {
  return [side, name].filter(Boolean).join(" · ");
}

/**
 * @param {HTMLElement} caption
 * @param {string} kind
 * @param {Board} board
 */
function frame(caption, kind, board) {
  return h(
    "figure",
    {class: `card relay-board ${kind}`},
    caption,
    board.element,
  );
}

/**
 * The check of a relay: a person makes the other screen look as the other side sees it, and reads
 * where it differs from our board and which commands mend that. While the boards are edited, what
 * stands above them keeps its height; all else is below them.
 *
 * @param {{onRemedy: (lines: string[]) => void, onEnd: () => void}} listeners
 * @returns {BoardCheck}
 */
export function createBoardCheck({onRemedy, onEnd}) {
  const title = h("h2", {id: "check-title", tabindex: -1}, "Check the boards");
  const end = h("button", {type: "button", onclick: onEnd}, "End the check");
  const task = h("p", {class: "check-task"});
  const verdict = h("p", {class: "verdict", role: "status"});
  const actions = h("div", {class: "check-remedy"});
  const found = h("div", {class: "card check-found", hidden: true});
  /** @param {Remedy} remedy */
  const button = ({lines, sentence}) =>
    h("button", {type: "button", class: "primary", onclick: () => onRemedy(lines)}, sentence);
  return {
    element: h(
      "section",
      {class: "board-check", "aria-labelledby": "check-title"},
      h("div", {class: "row check-head"}, title, end),
      task,
      verdict,
      actions,
    ),
    found,
    focus: () => title.focus({preventScroll: true}),
    begin(family) {
      task.textContent = `${TASKS[family] ?? ""} No move is made until the check ends.`.trim();
    },
    show(line, said, remedies) {
      const [first, ...others] = remedies;
      if (verdict.textContent !== line) verdict.textContent = line;
      refill(actions, first && button(first));
      refill(
        found,
        h("h2", {}, "Where the boards differ"),
        ...said.map((sentence) => h("p", {}, sentence)),
        others.length > 0 && h("p", {}, "In place of the button above:"),
        ...others.map(button),
      );
      found.hidden = said.length === 0;
    },
  };
}

const FINGERS = matchMedia("(hover: none) and (pointer: coarse)").matches;
/** @type {Partial<Record<Layout["family"], string>>} */
const TASKS = FINGERS
  ? {
      pits: "Tap a pit, then its stones on their screen.",
      squares: "Tap “Their screen” until it looks as it does there: a tap changes a disc.",
    }
  : {
      pits: "Click a pit of “Their screen” and type its number of stones there. A click adds one, and a right click takes one away.",
      squares: "Click “Their screen” until it looks as it does there: a click changes a disc, and a right click changes it back.",
    };

/**
 * The line that compares our board with the other screen, as a person types it in the terminal:
 * stones in the order of the other side's own board, or rows of squares with X for Black.
 *
 * @param {Layout} layout
 * @param {Cells} cells
 * @returns {string}
 */
export function checkLine(layout, cells) {
  if (layout.family === "pits" && typeof cells !== "string") {
    const half = layout.size + 1;
    return `check ${[...cells.slice(half), ...cells.slice(0, half)].join(",")}`;
  }
  if (layout.family === "squares" && typeof cells === "string") {
    const black = layout.black === "south" ? "S" : "N";
    const marks = [...cells].map((mark) => (mark === "." ? "-" : mark === black ? "X" : "O"));
    const rows = Array.from({length: layout.size}, (_, row) =>
      marks.slice(row * layout.size, (row + 1) * layout.size).join(""),
    );
    return `check ${rows.join("/")}`;
  }
  return `check ${cells}`;
}
