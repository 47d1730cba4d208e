#!/usr/bin/env python3
"""Opens as many files as it may, 5000 at most, and leaves them open. Plays the lowest pit."""

import os
import sys

files = []
try:
    while len(files) < 5000:
        files.append(os.open(os.devnull, os.O_RDONLY))
except OSError:
    os.close(files.pop())  # Python needs one now and then

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
