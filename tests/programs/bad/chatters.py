#!/usr/bin/env python3
"""Chatters for ever and never moves: a comment line about every millisecond, for 60 s at most."""

import signal
import sys
import time

signal.signal(signal.SIGPIPE, signal.SIG_DFL)
signal.alarm(60)

for line in sys.stdin:
    command, *rest = line.split() or [""]
    if command in ("owari", "game"):
        print("ready", flush=True)
    elif command == "go":
        while True:
            print("# thinking", flush=True)
            time.sleep(0.001)
    elif command == "quit":
        break
