#!/usr/bin/env python3
"""Leaves its process group for argv[1], or else its parent's, where it may. Plays the lowest pit,
but ignores `quit`; an alarm ends it after 30 seconds."""

import os
import signal
import sys
import time

signal.alarm(30)
try:
    os.setpgid(0, int(sys.argv[1]) if len(sys.argv) > 1 else os.getpgid(os.getppid()))
except OSError:  # it has a session of its own
    pass

for line in sys.stdin:
    command, *rest = line.split() or [""]
    if command in ("owari", "game"):
        print("ready", flush=True)
    elif command == "go":
        pits = [int(stones) for stones in rest[1].split(",")]
        own = range(6) if rest[2] == "S" else range(7, 13)
        print(next(pit for pit in own if pits[pit]), flush=True)
    elif command == "quit":
        time.sleep(30)
