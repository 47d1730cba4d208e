#!/usr/bin/env python3
"""Gets ready for a game and then stays silent: it reads on, but never answers `go`."""

import sys

for line in sys.stdin:
    command, *rest = line.split() or [""]
    if command in ("owari", "game"):
        print("ready", flush=True)
    elif command == "quit":
        break
