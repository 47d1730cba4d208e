#!/usr/bin/env python3
"""Plays an empty pit as soon as it has one, and the lowest that has stones until then. With the
argument `other` it plays a pit of the other side, at once."""

import sys

for line in sys.stdin:
    command, *rest = line.split() or [""]
    if command in ("owari", "game"):
        print("ready", flush=True)
    elif command == "go":
        pits = [int(stones) for stones in rest[1].split(",")]
        own = range(6) if rest[2] == "S" else range(7, 13)
        if sys.argv[1:] == ["other"]:
            move = next(pit for pit in (*range(6), *range(7, 13)) if pit not in own and pits[pit])
        else:
            empty = [pit for pit in own if not pits[pit]]
            move = empty[0] if empty else own[0]
        print(move, flush=True)
    elif command == "quit":
        break
