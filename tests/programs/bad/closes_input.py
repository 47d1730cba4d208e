#!/usr/bin/env python3
"""Closes its standard input when the game begins, sleeps for 20 seconds and ends."""

import os
import sys
import time

for line in sys.stdin:
    command, *rest = line.split() or [""]
    if command in ("owari", "game"):
        print("ready", flush=True)
        if command == "game":
            os.close(0)
            time.sleep(20)
            os._exit(0)
    elif command == "go":
        pits = [int(stones) for stones in rest[1].split(",")]
        own = range(6) if rest[2] == "S" else range(7, 13)
        print(next(pit for pit in own if pits[pit]), flush=True)
    elif command == "quit":
        break
