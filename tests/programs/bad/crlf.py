#!/usr/bin/env python3
"""Well behaved, as a program carried over from Windows is: a byte order mark before its first line,
lines that end in CR and LF, and white space around its moves."""

import sys

sys.stdout.reconfigure(encoding="utf-8", newline="\r\n")
print("\ufeff", end="")
for line in sys.stdin:
    command, *rest = line.split() or [""]
    if command in ("owari", "game"):
        print("ready", flush=True)
    elif command == "go":
        pits = [int(stones) for stones in rest[1].split(",")]
        own = range(6) if rest[2] == "S" else range(7, 13)
        move = next(pit for pit in own if pits[pit])
        print(f"\t{move} \t ", flush=True)
    elif command == "quit":
        break
