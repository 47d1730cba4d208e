// @ts-check
/**
 * The table of one game: the board, whose turn it is in large type, what was said, and what a
 * person can do. The server knows the game; here it is shown, and lines go back as they are typed
 * in a terminal.
 *
 * @typedef {import("./board.js").Board} Board
 * @typedef {import("./board_follower.js").BoardFollower} BoardFollower
 * @typedef {import("./table_types.js").TableState} TableState
 * @typedef {import("./types.js").Side} Side
 */

import {announce} from "./announcer.js";
import {createBoard} from "./board.js";
import {createBoardFollower} from "./board_follower.js";
import {h, refill} from "./dom.js";
import {createBar} from "./evaluation_bar.js";
import {createMoveList} from "./move_list.js";
import {createActions} from "./play_actions.js";
import {createAftermath} from "./play_aftermath.js";
import {serverRules} from "./positions.js";
import {NO_ANSWER} from "./requests.js";
import {createTableClient, lostText} from "./table_client.js";
import {createClocks} from "./table_clocks.js";
import {originOf} from "./viewer.js";

class PlayTable {
  /** @param {string} id */
  constructor(id) {
    /** @type {TableState | null} */
    this.state = null;
    /** @type {Board | null} */
    this.board = null;
    /** @type {BoardFollower | null} */
    this.follower = null;
    this.turned = false;
    /** Whether the page has shown a game that was not over. */
    this.sawPlay = false;
    /** Whether the page says why there is no table. */
    this.missing = false;
    /** The number of plies before the earlier position that is looked at; null for the game. @type {number | null} */
    this.lookingAt = null;
    this.status = createStatus({onReturn: () => this.lookAt(null)});
    this.evaluation = createEvaluation();
    this.actions = createActions({send: (line) => this.send(line), onTurn: () => this.turn(), evaluation: this.evaluation.button});
    this.clocks = createClocks();
    this.aftermath = createAftermath(id, {onUndo: () => this.send("undo")});
    this.parts = {
      title: h("h1"),
      rules: h("p", {class: "muted"}),
      origin: h("div"),
      board: h("div", {class: "play-board"}),
      moves: h("div", {class: "play-moves"}),
      saved: h("p", {class: "small muted saved"}),
      game: h("div", {class: "play-game"}),
    };
    this.element = this.arrange();
    this.client = createTableClient(id, {
      onState: (state) => this.take(state),
      onConnection: (connected) => {
        this.status.connect(connected, this.state);
        this.clocks.connect(connected);
      },
      onMissing: (problem) => this.miss(problem),
    });
  }

  arrange() {
    const {title, rules, origin, board, moves, saved, game} = this.parts;
    refill(
      game,
      h("div", {class: "stack"}, board, this.evaluation.bar),
      this.actions.element,
      h("div", {class: "play-side"}, this.status.element, moves, saved),
    );
    return h(
      "div",
      {class: "play-table stack"},
      h("header", {class: "play-head"}, h("div", {}, title, rules, origin), this.clocks.element),
      game,
      this.aftermath.element,
    );
  }

  /** @param {TableState} state */
  take(state) {
    const before = this.state;
    const isNew = before?.revision !== state.revision;
    this.state = state;
    if (!before) this.turned = seesFromNorth(state);
    if (!this.board || !before || namesOf(before) !== namesOf(state)) this.createBoard(state);
    if (isNew) this.lookingAt = null;
    if (this.missing) this.status.complain("");
    this.missing = false;
    void this.showBoard(state);
    this.showFacts(state);
    if (before) announce(state.said.filter(({kind}) => kind !== "thought").map(({text}) => text).join(" "));
  }

  /** @param {string} problem Why no move can be made. */
  miss(problem) {
    this.missing = true;
    this.status.complain(problem);
    this.board?.setLegal(null);
  }

  /** @param {TableState} state */
  createBoard(state) {
    const {layout, names} = state.game;
    this.board = createBoard(layout, {
      names,
      seats: state.game,
      turned: this.turned,
      title: "Board",
      onPick: (cell) => this.pick(cell),
    });
    this.follower = createBoardFollower([this.board], {onMoving: () => this.state && this.showTurn(this.state)});
    refill(this.parts.board, this.board.element);
  }

  /** @param {TableState} state */
  showFacts(state) {
    const {title, rules, origin, moves, saved} = this.parts;
    const {game} = state;
    title.textContent = `${game.south} against ${game.north}`;
    document.title = `${title.textContent} – Play – Owari`;
    rules.textContent = game.rules;
    refill(origin, originOf(game));
    saved.textContent = state.saved ? `Every move is saved in ${state.file}` : "";
    const list = createMoveList(game, {onPick: (ply) => this.lookAt(ply)});
    refill(moves, game.plies.length > 0 && list.element);
    list.mark(this.lookingAt ?? game.plies.length);
    this.showTurn(state);
  }

  /**
   * All that says whose turn it is, or that none is left: what the board shows at this moment, as its
   * stones may still be on their way.
   *
   * @param {TableState} state
   */
  showTurn(state) {
    const moving = this.follower?.moving() ?? null;
    this.status.show(state, this.lookingAt, moving);
    this.clocks.show(state, moving);
    if (moving && state.over) return;
    this.actions.show(state);
    if (!moving) this.evaluation.show(state, this.lookingAt ?? state.game.plies.length);
    this.aftermath.show(state);
    this.element.classList.toggle("is-over", state.over);
    if (state.over && this.sawPlay) this.aftermath.focus();
    this.sawPlay = !state.over;
  }

  /** @param {TableState} state */
  async showBoard(state) {
    const {board, follower} = this;
    if (!board || !follower || this.lookingAt !== null) return;
    board.setLegal(null);
    board.annotate(null);
    board.mark([], "hint");
    const still = await follower.follow(state.game, state.turn);
    // Somebody may have moved, or look at an earlier position, while the stones were on their way.
    if (!still || this.state !== state || this.lookingAt !== null) return;
    this.showTurn(state);
    board.setLegal(state.moves.map(({cell}) => cell).filter((cell) => cell !== null));
    board.mark(state.best, "hint");
    if (state.worth) {
      board.annotate(new Map(Object.entries(state.worth).map(([cell, text]) => [Number(cell), text])));
    }
  }

  /** @param {number} cell */
  pick(cell) {
    const move = this.state?.moves.find((each) => each.cell === cell);
    if (!move) return;
    this.board?.setLegal(null);
    void this.send(move.line).then((problem) => {
      if (problem && this.state && !this.missing) void this.showBoard(this.state);
    });
  }

  /** @param {string} line */
  async send(line) {
    this.status.forget(this.state?.version ?? 0);
    const problem = await this.client.send(line);
    this.status.complain(problem);
    return problem;
  }

  turn() {
    this.turned = !this.turned;
    if (!this.state) return;
    this.createBoard(this.state);
    void this.showBoard(this.state);
  }

  /**
   * Shows the position after this number of plies; null, or all of them: the game.
   *
   * @param {number | null} ply
   */
  lookAt(ply) {
    const state = this.state;
    if (!state || !this.follower) return;
    this.lookingAt = ply === state.game.plies.length ? null : ply;
    if (this.lookingAt === null) {
      void this.showBoard(state);
    } else {
      this.board?.setLegal(null);
      this.board?.annotate(null);
      this.board?.mark([], "hint");
      this.follower.rewind(state.game.cells[this.lookingAt], state.game.plies[this.lookingAt].side);
    }
    this.showFacts(state);
  }
}

/**
 * @param {string} id
 * @returns {HTMLElement}
 */
export function createPlayTable(id) {
  return new PlayTable(id).element;
}

/**
 * Whether the only person here sits at North's side of the board.
 *
 * @param {TableState} state
 */
function seesFromNorth({people}) {
  return people.length === 1 && people[0] === "north";
}

/** @param {TableState} state */
function namesOf({game}) {
  return JSON.stringify([game.names, game.south, game.north]);
}

/** What the position is worth, which the page asks only while somebody wants to see it. */
function createEvaluation() {
  /** @type {Map<string, {margin: number, exact: boolean}>} By position. */
  const known = new Map();
  const rules = serverRules(true);
  const {bar, button, show} = createBar(() => void tell());
  /** @type {{state: TableState, position: string} | null} */
  let shown = null;

  async function tell() {
    if (!shown || bar.hidden) return;
    const {state, position} = shown;
    const {south, north} = state.game;
    const names = {south: SPOKEN[south] ?? south, north: SPOKEN[north] ?? north};
    const draw = () => show(known.get(position) ?? null, {...state.game, ...names});
    draw();
    // The engine has time for it while no computer player thinks.
    if (known.has(position) || state.to_move !== "person") return;
    const looked = await rules.look(state.game.rules, position, true);
    if (typeof looked !== "string" && looked.standing) known.set(position, looked.standing);
    if (shown?.position === position) draw();
  }

  return {
    bar,
    button,
    /**
     * @param {TableState} state
     * @param {number} ply The number of plies before the position that is shown.
     */
    show(state, ply) {
      const {positions = []} = state.game;
      shown = {state, position: positions[ply] ?? ""};
      // The bar says what the pits say.
      if (state.standing) known.set(positions[positions.length - 1], state.standing);
      void tell();
    },
  };
}

/** @type {Record<string, string>} */
const SPOKEN = {You: "you", Engine: "the engine"};

/** @param {{onReturn: () => void}} listeners */
function createStatus({onReturn}) {
  const turn = h("p", {class: "whose-turn"});
  const said = h("div", {class: "sayings"});
  const thoughts = h("div");
  const plan = h("details", {class: "more plan", hidden: true}, h("summary", {}, "What the engine expects"), thoughts);
  const back = h("button", {type: "button", hidden: true, onclick: onReturn}, "Back to the game");
  const problem = h("p", {class: "note bad", role: "alert", hidden: true});
  const connection = h("p", {class: "note warn", role: "status", hidden: true});
  /** The version of the state whose sentences went as a new action began. */
  let forgotten = 0;
  return {
    /** @param {number} version A new action begins: what the last one said goes. */
    forget(version) {
      forgotten = version;
      refill(said);
      this.complain("");
    },
    element: h("section", {class: "play-status card", "aria-label": "Now"}, turn, back, said, plan, problem, connection),
    /**
     * @param {TableState} state
     * @param {number | null} lookingAt Plies before the earlier position that is shown.
     * @param {Side | null} moving Whose stones are on their way.
     */
    show(state, lookingAt, moving) {
      const past = lookingAt !== null;
      turn.textContent = past ? `The board after ply ${lookingAt}` : turnOf(state, moving);
      turn.classList.toggle("thinks", state.thinking && !past && !moving);
      back.hidden = !past;
      const fresh = state.version > forgotten;
      const now = past ? [] : state.said.filter(({kind}) => (fresh || kind === "thought") && (kind !== "end" || !moving));
      const told = now.map(({text, kind}) => ({kind, line: h("p", {class: `is-${kind}`}, text)}));
      // Who plays has to ask for the plan: it is a hint.
      const kept = told.filter(({kind}) => kind === "thought" && state.people.length > 0).map(({line}) => line);
      refill(said, ...told.map(({line}) => line).filter((line) => !kept.includes(line)));
      refill(thoughts, ...kept);
      plan.hidden = kept.length === 0;
    },
    /** @param {string} text */
    complain(text) {
      problem.textContent = text;
      problem.hidden = !text;
    },
    /**
     * @param {boolean} connected
     * @param {TableState | null} state
     */
    connect(connected, state) {
      connection.textContent = lostText(state);
      connection.hidden = connected;
      if (connected && problem.textContent === NO_ANSWER) this.complain("");
    },
  };
}

/**
 * @param {TableState} state
 * @param {Side | null} moving Whose stones are on their way.
 */
function turnOf(state, moving) {
  const {over, turn, thinking, people, game} = state;
  if (moving) return people.length === 1 && people[0] === moving ? "You move" : `${game[moving]} moves`;
  if (over || !turn) return "The game is over";
  if (thinking) return `${game[turn]} thinks`;
  return people.length === 1 ? "Your move" : `${game[turn]} to move`;
}
