#!/usr/bin/env python3
"""Leaves 50 children that have ended and that it does not wait for. Plays the lowest pit."""

import os
import sys

for _ in range(50):
    if os.fork() == 0:
        os._exit(0)

for line in sys.stdin:
    command, *rest = line.split() or [""]
    if command in ("owari", "game"):
        print("ready", flush=True)
    elif command == "go":
        pits = [int(stones) for stones in rest[1].split(",")]
        own = range(6) if rest[2] == "S" else range(7, 13)
        print(next(pit for pit in own if pits[pit]), flush=True)
    elif command == "quit":
        break
