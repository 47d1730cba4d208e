#!/usr/bin/env python3
"""Started anew for every move: reads the position, names the lowest pit that can be sown, then
better ones as it finds them (the pit whose sowing reaches furthest), and leaves."""

import sys

cells, turn = sys.stdin.read().split()
pits = [int(stones) for stones in cells.split(",")]
own = range(6) if turn == "S" else range(7, 13)
best = None
for pit in own:
    if pits[pit] and (best is None or pit + pits[pit] > best + pits[best]):
        best = pit
        print(best, flush=True)
