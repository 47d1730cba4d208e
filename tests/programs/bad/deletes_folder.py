#!/usr/bin/env python3
"""Deletes its working folder, if that holds a file `may be deleted`. Plays the lowest pit."""

import os
import shutil
import sys

if os.path.exists("may be deleted"):
    shutil.rmtree(os.getcwd())

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
