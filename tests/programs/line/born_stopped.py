#!/usr/bin/env python3
"""A child of it answers, and begins stopped: so may any child that is forked while its parent is
stopped and continued. Plays the lowest pit."""

import os
import signal
import sys

for line in sys.stdin:
    command, *rest = line.split() or [""]
    if command in ("owari", "game"):
        print("ready", flush=True)
    elif command == "go":
        pits = [int(stones) for stones in rest[1].split(",")]
        own = range(6) if rest[2] == "S" else range(7, 13)
        if (child := os.fork()) == 0:
            os.kill(os.getpid(), signal.SIGSTOP)
            print(next(pit for pit in own if pits[pit]), flush=True)
            os._exit(0)
        os.waitpid(child, 0)
    elif command == "quit":
        break
