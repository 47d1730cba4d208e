// A Kalah bot that speaks the line protocol: it reads commands and answers two of them.
//
//     owari 1                the referee greets        ->  ready
//     game kalah south ...   a new game begins         ->  ready
//     played 4               somebody has moved
//     go 5000 4,4,...,0 S    your move, you have 5 s   ->  4
//     result win 30-18 ...   the game is over
//     quit                   leave
//
// After a move that moves again comes the next `go`. The board can have any number of pits. Make
// `choose` play well; the rest can stay as it is.
"use strict";

// The first of a side's pits: 0 for South, 7 for North with six pits. Its goal comes after them.
const firstPit = (board, side) => (side === "S" ? 0 : board.length / 2);
const goal = (board, side) => firstPit(board, side) + board.length / 2 - 1;

// The board after the side has sown the pit, and whether the side moves again. `board` is South's
// pits and goal, then North's, in the order in which stones are sown.
function play(board, side, pit, rules) {
  board = [...board];
  const own = goal(board, side);
  const others = goal(board, side === "S" ? "N" : "S");
  let stones = board[pit];
  let last = pit;
  board[pit] = 0;
  while (stones > 0) {
    last = (last + 1) % board.length;
    if (last !== others) { // the opponent's goal is skipped
      board[last]++;
      stones--;
    }
  }
  const opposite = board.length - 2 - last;
  const wasEmpty = last >= firstPit(board, side) && last < own && board[last] === 1;
  if (wasEmpty && (board[opposite] > 0 || rules.startsWith("kalah-empty"))) {
    board[own] += board[opposite] + 1;
    board[opposite] = board[last] = 0;
  }
  return [board, last === own];
}

// The pit to sow: here the one that gains most at once, where another move counts as a stone. Look
// further ahead to win.
function choose(board, side, rules, milliseconds) {
  let best = -1;
  let most = -1;
  for (let pit = firstPit(board, side); pit < goal(board, side); pit++) {
    if (board[pit] === 0) continue;
    const [after, again] = play(board, side, pit, rules);
    const gain = after[goal(board, side)] + (again ? 1 : 0);
    if (gain > most) {
      most = gain;
      best = pit;
    }
  }
  return best;
}

let rules = "kalah";
const input = require("readline").createInterface({ input: process.stdin });
input.on("line", (line) => {
  const [command, ...words] = line.trim().split(/\s+/);
  if (command === "owari" || command === "game") {
    if (command === "game") rules = words[0];
    console.log("ready");
  } else if (command === "go") {
    const [milliseconds, cells, side] = words;
    console.log(choose(cells.split(",").map(Number), side, rules, Number(milliseconds)));
  } else if (command === "quit") {
    process.exit();
  }
});
