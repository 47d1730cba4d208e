#!/usr/bin/env python3
"""Answers with up to 64 MB and no newline, then waits for the next command."""

import signal
import sys

signal.signal(signal.SIGPIPE, signal.SIG_DFL)
signal.alarm(60)  # should nobody read

for line in sys.stdin:
    command, *rest = line.split() or [""]
    if command in ("owari", "game"):
        print("ready", flush=True)
    elif command == "go":
        for _ in range(1024):
            sys.stdout.write("3" * 65536)
        sys.stdout.flush()
    elif command == "quit":
        break
