#!/usr/bin/env python3
"""Answers twice: 5 ms after its move another line arrives with another move, which nobody has
asked for and which must not be taken for the answer to the next question."""

import sys
import time

for line in sys.stdin:
    command, *rest = line.split() or [""]
    if command in ("owari", "game"):
        print("ready", flush=True)
    elif command == "go":
        pits = [int(stones) for stones in rest[1].split(",")]
        own = range(6) if rest[2] == "S" else range(7, 13)
        move, *others = sorted(own, key=lambda pit: not pits[pit])  # those with stones first
        print(move, flush=True)
        time.sleep(0.005)
        print(others[0], flush=True)
    elif command == "quit":
        break
