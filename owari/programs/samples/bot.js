// An Owari bot that speaks the line protocol: it reads commands and answers two of them.
//
//     owari 1                the referee greets        ->  ready
//     game owari south ...   a new game begins         ->  ready
//     played 4               somebody has moved
//     go 5000 3,3,...,0 S    your move, you have 5 s   ->  4
//     result win 19-17 ...   the game is over
//     quit                   leave
//
// Make `choose` play well; the rest can stay as it is.
"use strict";

const PITS = 6;

// The first of a side's six pits: 0 for South, 7 for North. Its goal comes after them.
const firstPit = (side) => (side === "S" ? 0 : PITS + 1);
const goal = (side) => firstPit(side) + PITS;

// The board after the side has sown the pit. `board` is 14 numbers in the order in which stones are
// sown: South's pits 0-5 and goal 6, North's pits 7-12 and goal 13.
function play(board, side, pit) {
  board = [...board];
  const othersGoal = goal(side === "S" ? "N" : "S");
  let stones = board[pit];
  let last = pit;
  board[pit] = 0;
  while (stones > 0) {
    last = (last + 1) % board.length;
    if (last !== othersGoal) { // the opponent's goal is skipped
      board[last]++;
      stones--;
    }
  }
  if (last >= firstPit(side) && last < goal(side) && board[last] === 1) {
    board[goal(side)] += board[2 * PITS - last]; // it was empty: take what lies opposite
    board[2 * PITS - last] = 0;
  }
  return board;
}

// The pit to sow: here the one that gains most at once. Look further ahead to win.
function choose(board, side, milliseconds) {
  let best = -1;
  let most = -1;
  for (let pit = firstPit(side); pit < goal(side); pit++) {
    if (board[pit] === 0) continue;
    const gained = play(board, side, pit)[goal(side)];
    if (gained > most) {
      most = gained;
      best = pit;
    }
  }
  return best;
}

const input = require("readline").createInterface({ input: process.stdin });
input.on("line", (line) => {
  const [command, milliseconds, cells, side] = line.trim().split(/\s+/);
  if (command === "owari" || command === "game") {
    console.log("ready");
  } else if (command === "go") {
    console.log(choose(cells.split(",").map(Number), side, Number(milliseconds)));
  } else if (command === "quit") {
    process.exit();
  }
});
