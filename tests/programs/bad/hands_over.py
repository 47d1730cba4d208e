#!/usr/bin/env python3
"""Leaves when it is first asked for a move; a child that has its input and output moves 0.1 s later
and plays on, 20 seconds at most."""

import os
import signal
import sys
import time

handed_over = False

for line in sys.stdin:
    command, *rest = line.split() or [""]
    if command in ("owari", "game"):
        print("ready", flush=True)
    elif command == "go":
        pits = [int(stones) for stones in rest[1].split(",")]
        own = range(6) if rest[2] == "S" else range(7, 13)
        if not handed_over:
            if os.fork():
                os._exit(0)
            handed_over = True
            signal.alarm(20)
            time.sleep(0.1)
        print(next(pit for pit in own if pits[pit]), flush=True)
    elif command == "quit":
        break
