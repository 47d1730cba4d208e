#!/usr/bin/env python3
"""A player of the file framework: the first legal move, then a better one. If its first argument
says so, it thinks at its first move until it is killed."""

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from squares import best

*extra, state, action = sys.argv[1:]
with open(state) as file:
    colour, *rows = file.read().splitlines()
size = len(rows[0].split())
colour, rows, (count, *legal) = int(colour), rows[:size], rows[size:]
assert len(legal) == int(count) > 0
board = {
    (row, column): int(disc)
    for row, line in enumerate(rows)
    for column, disc in enumerate(line.split())
    if disc != "0"
}
with open(action, "w") as file:
    print(legal[0], file=file, flush=True)
    print("this goes nowhere")
    print(*best(board, size, colour), file=file, flush=True)
    if extra and len(board) < 6:
        time.sleep(20)
sys.exit(7)
