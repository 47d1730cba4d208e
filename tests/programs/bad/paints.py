#!/usr/bin/env python3
"""Terminal commands, HTML and a formula in its name, in the comment to each move and in what it
writes to its error output; plays the lowest pit, and says no move in its third turn."""

import sys

PAINT = "\x1b]0;owned\x07\x1b[2J\x1b[31m\u202e<script>alert(1)</script>"
turns = 0

for line in sys.stdin:
    command, *rest = line.split() or [""]
    if command == "owari":
        print(f"name {PAINT}\nready", flush=True)
        print(PAINT, file=sys.stderr, flush=True)
    elif command == "game":
        print("ready", flush=True)
    elif command == "go":
        turns += 1
        pits = [int(stones) for stones in rest[1].split(",")]
        own = range(6) if rest[2] == "S" else range(7, 13)
        move = next(pit for pit in own if pits[pit])
        print(PAINT if turns == 3 else f"{move} comment {PAINT} {'x' * 5000}", flush=True)
    elif command == "quit":
        break
