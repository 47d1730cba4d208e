// An Othello bot in JavaScript as CodinGame runs it: `readline` and `printErr` are there already. It
// plays the last legal move.
const id = parseInt(readline());
const size = parseInt(readline());
printErr(`disc ${id}`);
while (true) {
    const rows = [];
    for (let row = 0; row < size; row++) rows.push(readline());
    if (rows.some((row) => row.length !== size)) throw new Error(rows.join("\n"));
    const count = parseInt(readline());
    let move;
    for (let i = 0; i < count; i++) move = readline();
    console.log(move);
}
