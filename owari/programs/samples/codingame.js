// CodinGame gives JavaScript programs a function `readline`, which waits for the next line of the
// input and returns it. Node has none. This file adds it:
//
//     node -r ./codingame.js bot.js
//
// At the end of the input the program leaves.
"use strict";

const { readSync } = require("fs");

const NEWLINE = 10;
const TRY_AGAIN = 5; // milliseconds, where the input gives nothing yet
const piece = Buffer.alloc(65536);
const sleeper = new Int32Array(new SharedArrayBuffer(4));
let input = Buffer.alloc(0);

// The bytes of the next piece of the input; none at its end.
function more() {
  for (;;) {
    try {
      return piece.subarray(0, readSync(0, piece, 0, piece.length, null));
    } catch (error) {
      if (error.code === "EOF") return piece.subarray(0, 0);
      if (error.code !== "EAGAIN") throw error;
      Atomics.wait(sleeper, 0, 0, TRY_AGAIN);
    }
  }
}

globalThis.readline = () => {
  let end;
  while ((end = input.indexOf(NEWLINE)) < 0) {
    const bytes = more();
    if (bytes.length === 0) {
      if (input.length === 0) process.exit(0);
      end = input.length; // the last line has no newline
      break;
    }
    input = Buffer.concat([input, bytes]);
  }
  const line = input.toString("utf8", 0, end);
  input = input.subarray(end + 1);
  return line.endsWith("\r") ? line.slice(0, -1) : line;
};
globalThis.print = console.log;
globalThis.printErr = console.error;
