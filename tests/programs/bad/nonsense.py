#!/usr/bin/env python3
"""Answers with two words that are no move."""

import sys

for line in sys.stdin:
    command, *rest = line.split() or [""]
    if command in ("owari", "game"):
        print("ready", flush=True)
    elif command == "go":
        print("hello there", flush=True)
    elif command == "quit":
        break
