#!/usr/bin/env python3
"""Sleeps before it reads the hello: as many seconds as its first argument says, or 1."""

import sys
import time

time.sleep(min(float(sys.argv[1]), 60) if len(sys.argv) > 1 else 1.0)

for line in sys.stdin:
    command, *rest = line.split() or [""]
    if command in ("owari", "game"):
        print("ready", flush=True)
    elif command == "go":
        pits = [int(stones) for stones in rest[1].split(",")]
        own = range(6) if rest[2] == "S" else range(7, 13)
        move = next(pit for pit in own if pits[pit])
        print(move, flush=True)
    elif command == "quit":
        break
