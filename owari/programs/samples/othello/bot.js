// An Othello bot that speaks the line protocol: it reads commands and answers two of them.
//
//     owari 1                     the referee greets        ->  ready
//     game othello south ...      a new game begins         ->  ready
//     played f5                   somebody has moved
//     go 5000 ---...XO...--- X    your move, you have 5 s   ->  f5
//     result win 40-24 ...        the game is over
//     quit                        leave
//
// A position is its squares row by row from the top, X black, O white, - empty, and who is to move.
// Who has to pass is not asked. Make `choose` play well; the rest can stay as it is.
"use strict";

// How many discs a disc of this colour would turn there. `board[row][column]` is X, O or -.
function turned(board, row, column, own) {
  if (board[row][column] !== "-") return 0;
  const other = own === "X" ? "O" : "X";
  let count = 0;
  for (const down of [-1, 0, 1]) {
    for (const right of [-1, 0, 1]) {
      if (down === 0 && right === 0) continue;
      let y = row + down;
      let x = column + right;
      let length = 0;
      while (board[y]?.[x] === other) {
        y += down;
        x += right;
        length++;
      }
      if (board[y]?.[x] === own) count += length;
    }
  }
  return count;
}

// The row and the column of a disc: here the one that turns most. Look further ahead to win.
function choose(board, own, milliseconds) {
  let best;
  let most = 0;
  for (let row = 0; row < board.length; row++) {
    for (let column = 0; column < board.length; column++) {
      const count = turned(board, row, column, own);
      if (count > most) {
        most = count;
        best = [row, column];
      }
    }
  }
  return best;
}

const input = require("readline").createInterface({ input: process.stdin });
input.on("line", (line) => {
  const [command, milliseconds, squares, own] = line.trim().split(/\s+/);
  if (command === "owari" || command === "game") {
    console.log("ready");
  } else if (command === "go") {
    const size = Math.sqrt(squares.length);
    const board = Array.from({ length: size }, (_, row) => squares.slice(row * size, (row + 1) * size));
    const [row, column] = choose(board, own, Number(milliseconds));
    console.log(`${String.fromCharCode(97 + column)}${row + 1}`);
  } else if (command === "quit") {
    process.exit();
  }
});
