// @ts-check
/** The board of a game that is replayed. It can be turned round. */

import {createBoard} from "./board.js";
import {h, refill} from "./dom.js";
import {gameTitle} from "./ply_text.js";

/** @import {GameData, Ply, Side} from "./types.js" */

/** @param {GameData} game */
export function createGameBoard(game) {
  const element = h("div", {class: "viewer-board"});
  let turned = false;
  let board = newBoard();

  function newBoard() {
    const {layout, names, south, north} = game;
    const made = createBoard(layout, {names, seats: {south, north}, turned, title: gameTitle(game)});
    refill(element, made.element);
    return made;
  }

  /**
   * @param {number} ply The number of plies before the position.
   * @returns {{turn: Side | null, last: Ply | null}}
   */
  function sides(ply) {
    return {turn: game.plies[ply]?.side ?? null, last: game.plies[ply - 1] ?? null};
  }

  /** @param {number} ply */
  function show(ply) {
    board.show(game.cells[ply], sides(ply));
  }

  /**
   * Animates the ply that leads to this position.
   *
   * @param {number} ply
   * @param {number} speed
   */
  function play(ply, speed) {
    const {turn} = sides(ply);
    return board.play(game.cells[ply - 1], game.cells[ply], game.plies[ply - 1], {speed, turn});
  }

  /** @param {number} ply The position to show then. */
  function turn(ply) {
    turned = !turned;
    board = newBoard();
    show(ply);
  }

  return {element, show, play, turn};
}
