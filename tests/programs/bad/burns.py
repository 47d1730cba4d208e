#!/usr/bin/env python3
"""Uses 0.1 s of the processor for each move, itself or, with the argument `child`, in a child that
it waits for. Plays the lowest pit."""

import os
import sys
import time


def burn():
    end = time.process_time() + 0.1
    while time.process_time() < end:
        pass


for line in sys.stdin:
    command, *rest = line.split() or [""]
    if command in ("owari", "game"):
        print("ready", flush=True)
    elif command == "go":
        if sys.argv[1:] != ["child"]:
            burn()
        elif child := os.fork():
            os.waitpid(child, 0)
        else:
            burn()
            os._exit(0)
        pits = [int(stones) for stones in rest[1].split(",")]
        own = range(6) if rest[2] == "S" else range(7, 13)
        print(next(pit for pit in own if pits[pit]), flush=True)
    elif command == "quit":
        break
