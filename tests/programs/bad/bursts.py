#!/usr/bin/env python3
"""Starts 200 children, one after the other, that end at once, when it is first asked for a move.
Plays the lowest pit."""

import os
import sys

started = False

for line in sys.stdin:
    command, *rest = line.split() or [""]
    if command in ("owari", "game"):
        print("ready", flush=True)
    elif command == "go":
        pits = [int(stones) for stones in rest[1].split(",")]
        own = range(6) if rest[2] == "S" else range(7, 13)
        for _ in range(0 if started else 200):
            if child := os.fork():
                os.waitpid(child, 0)
            else:
                os._exit(0)
        started = True
        print(next(pit for pit in own if pits[pit]), flush=True)
    elif command == "quit":
        break
