#!/usr/bin/env python3
"""A bot of CodinGame's that plays the first empty square once it has few to choose from: an illegal
move, sooner or later."""

own = int(input())
size = int(input())
while True:
    try:
        rows = [input() for _ in range(size)]
    except EOFError:
        break
    moves = [input() for _ in range(int(input()))]
    squares = [f"{chr(97 + x)}{y + 1}" for y in range(size) for x in range(size)]
    empty = [square for square in squares if rows[int(square[1]) - 1][ord(square[0]) - 97] == "."]
    print(moves[0] if len(moves) > 2 else empty[0], flush=True)
