#!/usr/bin/env python3
"""Writes the `result` that it hears into the file named as argument. Plays the lowest pit."""

import sys

for line in sys.stdin:
    command, *rest = line.split() or [""]
    if command in ("owari", "game"):
        print("ready", flush=True)
    elif command == "go":
        pits = [int(stones) for stones in rest[1].split(",")]
        own = range(6) if rest[2] == "S" else range(7, 13)
        print(next(pit for pit in own if pits[pit]), flush=True)
    elif command == "result":
        with open(sys.argv[1], "w") as file:
            file.write(line)
    elif command == "quit":
        break
