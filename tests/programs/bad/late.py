#!/usr/bin/env python3
"""Answers after as many seconds as its first argument says, 1 if there is none (30 at most)."""

import sys
import time

delay = min(float(sys.argv[1]), 30) if len(sys.argv) > 1 else 1.0

for line in sys.stdin:
    command, *rest = line.split() or [""]
    if command in ("owari", "game"):
        print("ready", flush=True)
    elif command == "go":
        pits = [int(stones) for stones in rest[1].split(",")]
        own = range(6) if rest[2] == "S" else range(7, 13)
        move = next(pit for pit in own if pits[pit])
        time.sleep(delay)
        print(move, flush=True)
    elif command == "quit":
        break
