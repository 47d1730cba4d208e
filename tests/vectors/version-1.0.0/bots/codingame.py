#!/usr/bin/env python3
"""An Othello bot of CodinGame's: told its id and the board's size once, then the rows and the legal
moves each turn; it takes a corner if it can, else the first of them, and says so."""

own = int(input())
size = int(input())
corners = {f"{letter}{row}" for letter in ("a", chr(96 + size)) for row in (1, size)}
while True:
    try:
        rows = [input() for _ in range(size)]
    except EOFError:
        break
    moves = [input() for _ in range(int(input()))]
    assert {mark for row in rows for mark in row} <= set("01.")
    assert len(rows[0]) == size
    move = next((move for move in moves if move in corners), moves[0])
    print(f"{move} MSG {sum(row.count(str(own)) for row in rows)} discs", flush=True)
