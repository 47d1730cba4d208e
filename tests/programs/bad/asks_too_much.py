#!/usr/bin/env python3
"""Asks for a thousand terabytes when it is first asked for a move, and so dies of MemoryError."""

import sys

for line in sys.stdin:
    command = line.split()[:1]
    if command in (["owari"], ["game"]):
        print("ready", flush=True)
    elif command == ["go"]:
        print(len(bytearray(10**15)), flush=True)
