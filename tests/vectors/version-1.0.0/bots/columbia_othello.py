#!/usr/bin/env python3
"""An agent of Othello as the courses' starter code has it: its name, then its colour, then for each
turn the score and the board. Takes the most discs."""

import sys
from ast import literal_eval

from squares import flips, moves

print("Greedy Grete", flush=True)
colour, *_ = map(int, input().split(","))
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
