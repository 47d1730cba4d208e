#!/usr/bin/env python3
"""An agent of Othello as the courses' starter code has it: its name, then its colour, then for each
turn the score and the board. Takes the most discs. With an argument it reads a line that is its
colour alone, as Columbia's own agents do."""

import sys
from ast import literal_eval
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from squares import flips, moves

print("Greedy Grete", flush=True)
hello = input()
colour = int(hello if sys.argv[1:] else hello.split(",")[0])
while True:
    try:
        status, dark, light = input().split()
    except EOFError:
        break
    if status == "FINAL":
        break
    rows = literal_eval(input())
    discs = [disc for row in rows for disc in row]
    assert (discs.count(1), discs.count(2)) == (int(dark), int(light))
    size = len(rows)
    board = {divmod(at, size): disc for at, disc in enumerate(discs) if disc}
    row, column = max(
        moves(board, size, colour), key=lambda place: len(flips(board, size, place, colour))
    )
    print(column, row, flush=True)
