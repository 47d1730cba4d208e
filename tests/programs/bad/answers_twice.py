#!/usr/bin/env python3
"""A child of it answers too: every answer comes twice, the second one some time later. Plays the
lowest pit."""

import os
import sys
import time

for line in sys.stdin:
    command, *rest = line.split() or [""]
    if command in ("owari", "game"):
        print("ready", flush=True)
    elif command == "go":
        pits = [int(stones) for stones in rest[1].split(",")]
        own = range(6) if rest[2] == "S" else range(7, 13)
        move = next(pit for pit in own if pits[pit])
        print(move, flush=True)
        if (child := os.fork()) == 0:
            time.sleep(0.003)
            print(move, flush=True)
            os._exit(0)
        os.waitpid(child, 0)
    elif command == "quit":
        break
