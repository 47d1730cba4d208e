#!/usr/bin/env python3
"""Well behaved, but it writes 1 MB of debugging output to stderr before each of its moves."""

import sys

for line in sys.stdin:
    command, *rest = line.split() or [""]
    if command in ("owari", "game"):
        print("ready", flush=True)
    elif command == "go":
        pits = [int(stones) for stones in rest[1].split(",")]
        own = range(6) if rest[2] == "S" else range(7, 13)
        move = next(pit for pit in own if pits[pit])
        for _ in range(256):
            sys.stderr.write("node 12345 has the value 0 (ok)\n" * 128)
        print(move, flush=True)
    elif command == "quit":
        break
