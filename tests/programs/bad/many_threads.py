#!/usr/bin/env python3
"""Starts 100 threads that sleep to its end. Plays the lowest pit."""

import sys
import threading
import time

for _ in range(100):
    threading.Thread(target=time.sleep, args=(30,), daemon=True).start()

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
