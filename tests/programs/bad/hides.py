"""Lets nobody see what it does, and plays or, with the word `leaves`, leaves on its turn."""

import ctypes
import os
import sys

PR_SET_DUMPABLE = 4

ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0)
for line in sys.stdin:
    match line.split():
        case ["owari" | "game", *_]:
            print("ready", flush=True)
        case ["go", *_] if "leaves" in sys.argv:
            os._exit(3)
        case ["go", _, position, side]:
            stones = list(map(int, position.split(",")))
            pits = range(6) if side == "S" else range(7, 13)
            print(next(pit for pit in pits if stones[pit]), flush=True)
        case ["quit"]:
            break
