#!/usr/bin/env python3
"""Computes on others' time: a child in a session of its own counts for 5 seconds, or as long as
argv[1] says (20 at most). Plays the lowest pit."""

import os
import sys
import time

seconds = min(float([*sys.argv, "5"][1]), 20.0)
if os.fork() == 0:
    os.setsid()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pass
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
