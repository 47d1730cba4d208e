#!/usr/bin/env python3
"""A comment of 60,000 letters with every move. Plays the lowest pit."""

import sys

for line in sys.stdin:
    command, *rest = line.split() or [""]
    if command in ("owari", "game"):
        print("ready", flush=True)
    elif command == "go":
        pits = [int(stones) for stones in rest[1].split(",")]
        own = range(6) if rest[2] == "S" else range(7, 13)
        move = next(pit for pit in own if pits[pit])
        print(f"{move} comment {'x' * 60_000}", flush=True)
    elif command == "quit":
        break
