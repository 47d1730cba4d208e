#!/usr/bin/env python3
"""Writes to the terminal of whoever started it, and plays the lowest pit; an
alarm ends it 30 s later."""

import os
import signal
import sys

signal.alarm(30)
for line in sys.stdin:
    command, *rest = line.split() or [""]
    if command in ("owari", "game"):
        print("ready", flush=True)
    elif command == "go":
        try:
            terminal = os.open("/dev/tty", os.O_RDWR)
            os.write(terminal, b"GRABBED\n")
        except OSError as error:
            grabbed = type(error).__name__
        else:
            grabbed = "grabbed"
        pits = [int(stones) for stones in rest[1].split(",")]
        own = range(6) if rest[2] == "S" else range(7, 13)
        print(next(pit for pit in own if pits[pit]), "comment", grabbed, flush=True)
    elif command == "quit":
        break
