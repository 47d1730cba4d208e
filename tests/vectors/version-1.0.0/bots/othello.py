#!/usr/bin/env python3
"""A bot for our line protocol that plays Othello: it remembers nothing but that it was told of each
pass, and that it is not asked when it has to."""

import sys

from squares import best, moves, name

passes = 0
for line in sys.stdin:
    command, *rest = line.split() or [""]
    if command in ("owari", "game"):
        print("ready", flush=True)
    elif command == "played":
        passes += rest == ["pass"]
    elif command == "go":
        squares, colour = rest[1], "XO".index(rest[2]) + 1
        size = round(len(squares) ** 0.5)
        board = {divmod(at, size): "XO".index(d) + 1 for at, d in enumerate(squares) if d != "-"}
        assert moves(board, size, colour)
        value = sum(1 if disc == colour else -1 for disc in board.values())
        print(name(best(board, size, colour)), "depth 1 value", value, f"comment {passes} passes")
        sys.stdout.flush()
    elif command == "quit":
        break
