// @ts-check
/**
 * One table of a relay: its head, both boards, the move to read aloud, and what mends a mistake.
 *
 * @typedef {import("./table_types.js").LegalMove} LegalMove
 * @typedef {import("./table_types.js").TableState} TableState
 * @typedef {import("./two_boards.js").TwoBoards} TwoBoards
 * @typedef {import("./types.js").Side} Side
 * @typedef {{kind: "follow"} | {kind: "fix", ply: number, moves: LegalMove[]} | {kind: "check", edited: boolean}} Mode
 *   A person follows the game, corrects an earlier ply, or makes the other screen look as it does.
 * @typedef {object} RelayHead
 * @property {HTMLElement} element
 * @property {(state: TableState, moving: Side | null) => void} show
 * @property {(connected: boolean, state: TableState | null) => void} connect
 */

import {announce} from "./announcer.js";
import {h, refill} from "./dom.js";
import {createRelayCall, createSpeech, wordsToEnter} from "./relay_call.js";
import {createRelayMore, createRelayTools} from "./relay_tools.js";
import {createRelayMoves, createRelaySeries} from "./relay_moves.js";
import {NO_ANSWER} from "./requests.js";
import {createTableClient, lostText} from "./table_client.js";
import {createClocks} from "./table_clocks.js";
import {checkLine, createBoardCheck, createTwoBoards} from "./two_boards.js";

/** A check or a correction ends where somebody else moves: another device, or our player. */
const ELSEWHERE = "The board has changed meanwhile. Begin the check or the correction again.";
const UNTOUCHED = "No difference entered yet.";
const COMPARING = "Comparing…";
/** Milliseconds after the last change of the other screen. */
const CHECK_DELAY = 250;

export class RelayTable {
  /** @param {string} id */
  constructor(id) {
    /** @type {TableState | null} */
    this.state = null;
    /** @type {Mode} */
    this.mode = {kind: "follow"};
    /** @type {TwoBoards | null} */
    this.boards = null;
    /** Whether the page says why there is no table. */
    this.missing = false;
    /** Why the last action did nothing. */
    this.problem = "";
    /** Lines of this page that wait for an answer. */
    this.sending = 0;
    this.shown = "";
    /** The version of the state whose sentences went as a new action began. */
    this.dismissed = 0;
    this.checkTimer = 0;
    this.speech = createSpeech();
    this.parts = this.createParts();
    const {tools, details} = this.parts;
    tools.element.hidden = details.hidden = true; // until there is a board to play on
    this.element = this.arrange();
    this.client = createTableClient(id, {
      onState: (state) => this.take(state),
      onConnection: (connected) => this.connect(connected),
      onMissing: (problem) => this.miss(problem),
      goesOn: () => this.speech.on, // who listens looks elsewhere
    });
  }

  createParts() {
    const send = (/** @type {string} */ line) => this.send(line);
    return {
      head: createRelayHead(),
      call: createRelayCall({
        speech: this.speech,
        onConfirm: () => send(""),
        onCancelFix: () => this.follow(),
      }),
      tools: createRelayTools({send, onCheck: () => this.check()}),
      more: createRelayMore(send),
      check: createBoardCheck({onRemedy: (lines) => send(lines.join("\n")), onEnd: () => this.follow()}),
      moves: createRelayMoves({onPick: (ply) => this.fix(ply)}),
      series: createRelaySeries(),
      now: h("div", {class: "relay-now"}),
      place: h("div"),
      details: h("div", {class: "columns"}),
    };
  }

  arrange() {
    const {head, call, tools, more, moves, series, now, place, details} = this.parts;
    head.element.append(call.voice);
    now.append(call.element, tools.element);
    new ResizeObserver(() => this.keepClear()).observe(now);
    details.append(moves.element, more.element);
    return h(
      "div",
      {class: "relay stack"},
      head.element,
      now,
      place,
      this.parts.check.found,
      details,
      series.element,
    );
  }

  /** @param {TableState} state */
  take(state) {
    const before = this.state;
    this.state = state;
    const changed = !before || movesOf(before) !== movesOf(state);
    if (this.missing) {
      this.missing = false;
      this.shown = ""; // no move was offered meanwhile
      this.complain("");
    }
    if (changed) this.complain(this.mode.kind !== "follow" && this.sending === 0 ? ELSEWHERE : "");
    if (changed) this.mode = {kind: "follow"};
    if (before && changed) this.parts.tools.forget();
    if (before && changed) this.tell(state);
    if (!this.boards || (before && boardsOf(before) !== boardsOf(state))) this.createBoards(state);
    this.render();
  }

  /** @param {boolean} connected */
  connect(connected) {
    this.parts.head.connect(connected, this.state);
    if (connected && this.problem === NO_ANSWER) this.complain("");
  }

  /** @param {string} problem Why no move can be made. */
  miss(problem) {
    this.missing = true;
    this.complain(problem);
    this.boards?.setLegal(null);
  }

  /** @param {TableState} state */
  createBoards(state) {
    this.shown = "";
    this.boards = createTwoBoards(state, {
      onPick: (cell) => this.pick(cell),
      onMoving: () => this.showTurn(),
      onEdit: () => {
        if (this.mode.kind === "check") this.mode.edited = true;
        this.compareSoon();
      },
    });
    refill(this.parts.place, this.boards.element);
  }

  render() {
    const {state, mode, boards} = this;
    if (!state || !boards) return;
    const {now, call, tools, more, moves, series, place, details, check} = this.parts;
    const focused = now.contains(document.activeElement);
    const shown = JSON.stringify([mode.kind, movesOf(state), state.to_move]);
    // The answer to a line also comes as an event; what is being animated goes on.
    if (mode.kind === "follow" && shown !== this.shown) void this.showBoards(state, boards);
    this.shown = shown;
    tools.show(state, mode.kind !== "follow");
    more.show(state);
    place.hidden = details.hidden = isFinished(state);
    tools.element.hidden = isFinished(state) || mode.kind === "check"; // it has its own buttons
    this.element.dataset.mode = isFinished(state) ? "finished" : mode.kind;
    moves.show(state, mode.kind === "fix" ? mode.ply : null);
    series.show(state, isFinished(state));
    const fresh = mode.kind !== "check" && state.version > this.dismissed;
    call.tell(fresh ? besideTheCall(state) : []);
    this.showTurn();
    if (mode.kind === "check") this.showCheck(state, boards, mode.edited);
    else check.found.hidden = true;
    // Whose button has gone is told what to do next.
    if (focused && !now.contains(document.activeElement)) call.element.focus({preventScroll: true});
  }

  /** All that says whose turn it is: what the boards show at this moment. */
  showTurn() {
    const {state, mode, boards} = this;
    if (!state || !boards) return;
    const {head, call, check} = this.parts;
    head.show(state, boards.moving());
    if (mode.kind === "fix") call.showFix(state, mode.ply);
    else if (mode.kind === "check") call.showCheck(check.element);
    else call.show(state, boards.moving());
    this.keepClear();
  }

  /** What is scrolled to, and what gets the focus, comes to lie below what stays in sight. */
  keepClear() {
    const {now} = this.parts;
    const covered = getComputedStyle(now).position === "sticky" ? `${now.offsetHeight}px` : "";
    document.documentElement.style.scrollPaddingTop = covered;
  }

  /**
   * @param {TableState} state
   * @param {TwoBoards} boards
   */
  async showBoards(state, boards) {
    boards.edit(false);
    boards.markDifferences([]);
    boards.setLegal(null);
    const still = await boards.follow(state.game, state.turn);
    if (!still || this.mode.kind !== "follow") return;
    this.showTurn();
    if (state.to_move === "person") boards.setLegal(cellsOf(state.moves));
  }

  /**
   * @param {TableState} state
   * @param {TwoBoards} boards
   * @param {boolean} edited
   */
  showCheck(state, boards, edited) {
    const said = state.differences ? state.said.map(({text}) => text) : [];
    if (edited) this.parts.check.show(state.verdict || COMPARING, said, state.remedies);
    else this.parts.check.show(UNTOUCHED, [], []);
    boards.markDifferences(edited ? (state.differences ?? []) : []);
  }

  /** @param {TableState} state */
  tell(state) {
    const sentences = state.over ? [...state.said, {text: state.ending}] : state.said;
    announce(sentences.map(({text}) => text).join(" "));
    this.speech.tell(wordsToEnter(state));
  }

  /** @param {string} line */
  async send(line) {
    this.begin();
    this.sending += 1;
    const problem = await this.client.send(line);
    this.sending -= 1;
    this.complain(problem);
    return problem;
  }

  /** A new action begins: what the last one said goes. */
  begin() {
    this.dismissed = this.state?.version ?? 0;
    this.parts.call.tell([]);
    this.complain("");
  }

  /** @param {string} problem */
  complain(problem) {
    this.problem = problem;
    this.parts.call.complain(problem);
    this.keepClear();
  }

  /** @param {number} cell */
  pick(cell) {
    const {mode} = this;
    const moves = mode.kind === "fix" ? mode.moves : (this.state?.moves ?? []);
    const move = moves.find((each) => each.cell === cell);
    this.boards?.setLegal(null);
    if (!move) return;
    void this.send(move.line).then((problem) => {
      if (!problem || mode !== this.mode) return;
      if (mode.kind === "fix") this.boards?.setLegal(cellsOf(mode.moves));
      else this.follow();
    });
  }

  /** Leaves a correction or a check, or offers the moves again after one that was refused. */
  follow() {
    this.mode = {kind: "follow"};
    this.shown = "";
    this.render();
  }

  /** @param {number} ply */
  async fix(ply) {
    const state = this.state;
    if (this.mode.kind === "fix" && this.mode.ply === ply) return this.follow();
    const earlier = await this.client.earlier(ply);
    if (this.state !== state) return;
    if (typeof earlier === "string") return this.complain(earlier);
    this.begin();
    this.parts.tools.forget();
    this.mode = {kind: "fix", ply, moves: earlier.moves};
    this.boards?.edit(false);
    this.boards?.markDifferences([]); // a check was of another position
    this.render();
    this.parts.call.element.focus({preventScroll: true}); // the list is drawn anew
    this.boards?.rewind(earlier.cells, earlier.turn);
    this.boards?.setLegal(cellsOf(earlier.moves));
    this.boards?.element.firstElementChild?.scrollIntoView({block: "nearest"});
  }

  check() {
    const {check, tools} = this.parts;
    this.mode = {kind: "check", edited: false};
    tools.forget();
    this.begin();
    this.boards?.setLegal(null);
    this.boards?.edit(true);
    if (this.state) check.begin(this.state.game.layout.family);
    this.render();
    check.focus();
    this.boards?.element.lastElementChild?.scrollIntoView({block: "nearest"});
  }

  async compare() {
    if (this.mode.kind !== "check" || !this.state || !this.boards) return;
    const problem = await this.client.send(checkLine(this.state.game.layout, this.boards.theirCells()));
    if (this.mode.kind === "check") this.complain(problem);
  }

  compareSoon() {
    clearTimeout(this.checkTimer);
    this.checkTimer = setTimeout(() => void this.compare(), CHECK_DELAY);
  }
}

/**
 * The sentences that stand nowhere else on the page.
 *
 * @param {TableState} state
 */
function besideTheCall({said, enter, ending, differences, results}) {
  if (differences) return [];
  const elsewhere = [...(enter?.sentences ?? []), ending, results?.sentence];
  return said.filter(({kind, text}) => kind !== "thought" && !elsewhere.includes(text)).map(({text}) => text);
}

/** @param {LegalMove[]} moves */
function cellsOf(moves) {
  return moves.map(({cell}) => cell).filter((cell) => cell !== null);
}

/** @param {TableState} state */
function movesOf({game, match, over, confirm}) {
  const texts = game.plies.map(({text}) => text);
  return JSON.stringify([match?.index, game.first, texts, over, confirm]);
}

/** @param {TableState} state */
function boardsOf({game, screen}) {
  return JSON.stringify([game.layout, game.south, game.north, screen?.names]);
}

/**
 * Whether the last game is over and confirmed.
 *
 * @param {TableState} state
 */
function isFinished({over, confirm, thinking}) {
  return over && !confirm && !thinking; // between two games our player still hears of the end
}

/** @returns {RelayHead} */
function createRelayHead() {
  const title = h("h1");
  const match = h("p", {class: "match"});
  const clocks = createClocks();
  const connection = h("p", {class: "note warn", role: "status", hidden: true});
  return {
    element: h("header", {class: "relay-head"}, title, match, clocks.element, connection),
    show(state, moving) {
      const {game} = state;
      title.textContent = `${game.south} against ${game.north}`;
      document.title = `${game.south} against ${game.north} – Relay – Owari`;
      match.textContent = state.match ? matchText(state.match) : "";
      match.hidden = !state.match;
      clocks.show(state, moving);
    },
    connect(connected, state) {
      clocks.connect(connected);
      connection.textContent = lostText(state);
      connection.hidden = connected;
    },
  };
}

/** @param {{index: number, count: number, score: string}} match */
function matchText({index, count, score}) {
  return [`Game ${index + 1} of ${count}`, score].filter(Boolean).join(" · ");
}
