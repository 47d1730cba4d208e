#!/usr/bin/env python3
"""Plays well, but will not leave: it ignores `quit`, the end of its input and SIGTERM. The first of
these starts an alarm that ends it 30 s later."""

import signal
import sys
import time

staying = False


def stay(*_):
    """Do not leave, but see to it that this ends."""
    global staying
    if not staying:
        staying = True
        signal.alarm(30)


signal.signal(signal.SIGTERM, stay)
for line in sys.stdin:
    command, *rest = line.split() or [""]
    if command in ("owari", "game"):
        print("ready", flush=True)
    elif command == "go":
        pits = [int(stones) for stones in rest[1].split(",")]
        own = range(6) if rest[2] == "S" else range(7, 13)
        print(next(pit for pit in own if pits[pit]), flush=True)
    elif command == "quit":
        stay()
stay()
time.sleep(31)
