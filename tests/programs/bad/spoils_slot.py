#!/usr/bin/env python3
"""Takes away what the process that has started it needs, with argv[1]: `files`, all but 12 open
files, or a folder, for temporary ones, which must lie in a folder that is called `may be deleted`.
It does so at each of its moves, and plays the lowest pit."""

import os
import resource
import shutil
import sys


def spoil():
    if sys.argv[1] == "files":
        resource.prlimit(os.getppid(), resource.RLIMIT_NOFILE, (12, 12))
    elif os.path.basename(os.path.dirname(sys.argv[1])) == "may be deleted":
        shutil.rmtree(sys.argv[1], ignore_errors=True)


for line in sys.stdin:
    command, *rest = line.split() or [""]
    if command in ("owari", "game"):
        print("ready", flush=True)
    elif command == "go":
        try:
            spoil()
        except OSError:
            pass
        pits = [int(stones) for stones in rest[1].split(",")]
        own = range(6) if rest[2] == "S" else range(7, 13)
        print(next(pit for pit in own if pits[pit]), flush=True)
    elif command == "quit":
        break
