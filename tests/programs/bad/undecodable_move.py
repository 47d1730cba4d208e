#!/usr/bin/env python3
"""Answers with bytes that are no UTF-8."""

import sys

for line in sys.stdin:
    command, *rest = line.split() or [""]
    if command in ("owari", "game"):
        print("ready", flush=True)
    elif command == "go":
        sys.stdout.buffer.write(b"\xff\xfe\n")
        sys.stdout.flush()
    elif command == "quit":
        break
