#!/usr/bin/env python3
"""Writes a letter every 10 ms in place of a move, for 20 seconds at most."""

import sys
import time

for line in sys.stdin:
    command, *rest = line.split() or [""]
    if command in ("owari", "game"):
        print("ready", flush=True)
    elif command == "go":
        pits = [int(stones) for stones in rest[1].split(",")]
        own = range(6) if rest[2] == "S" else range(7, 13)
        for _ in range(2000):
            print("x", end="", flush=True)
            time.sleep(0.01)
    elif command == "quit":
        break
