#!/usr/bin/env python3
"""Plays well and exits when told to, but it has started a child that outlives it by up to 30 s and
holds its standard output open. The child's process id is written to the file named as argument."""

import subprocess
import sys

child = subprocess.Popen(["sleep", "30"], stdin=subprocess.DEVNULL)
with open(sys.argv[1], "w") as file:
    file.write(f"{child.pid}\n")

for line in sys.stdin:
    command, *rest = line.split() or [""]
    if command in ("owari", "game"):
        print("ready", flush=True)
    elif command == "go":
        pits = [int(stones) for stones in rest[1].split(",")]
        own = range(6) if rest[2] == "S" else range(7, 13)
        move = next(pit for pit in own if pits[pit])
        print(move, flush=True)
    elif command == "quit":
        break
