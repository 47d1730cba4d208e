#!/usr/bin/env python3
"""Answers `go` with what its first argument says, escapes in it understood: `4\\0`, `resign`."""

import sys

answer = sys.argv[1].encode().decode("unicode_escape")

for line in sys.stdin:
    command, *rest = line.split() or [""]
    if command in ("owari", "game"):
        print("ready", flush=True)
    elif command == "go":
        pits = [int(stones) for stones in rest[1].split(",")]
        own = range(6) if rest[2] == "S" else range(7, 13)
        print(answer, flush=True)
    elif command == "quit":
        break
