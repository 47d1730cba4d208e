#!/usr/bin/env python3
"""Leaves behind a process that renews itself: it forks, the child begins a session of its own, and
the parent exits, every 5 ms, for argv[1] seconds (20 at most). Plays the lowest pit."""

import os
import sys
import time

end = time.monotonic() + min(float([*sys.argv, "10"][1]), 20.0)
if os.fork() == 0:
    while time.monotonic() < end:
        if os.fork():
            os._exit(0)
        os.setsid()
        time.sleep(0.005)
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
