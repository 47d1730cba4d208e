#!/usr/bin/env python3
"""Closes its standard output when it is first asked for a move, and reads on to the end."""

import os
import sys

for line in sys.stdin:
    command, *rest = line.split() or [""]
    if command in ("owari", "game"):
        print("ready", flush=True)
    elif command == "go":
        pits = [int(stones) for stones in rest[1].split(",")]
        own = range(6) if rest[2] == "S" else range(7, 13)
        os.close(1)
    elif command == "quit":
        break
