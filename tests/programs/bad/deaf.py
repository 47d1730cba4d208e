#!/usr/bin/env python3
"""Gets ready for a game and then never reads its input again. It sleeps for 30 s and ends."""

import sys
import time

for line in sys.stdin:
    command, *rest = line.split() or [""]
    if command in ("owari", "game"):
        print("ready", flush=True)
    if command == "game":
        time.sleep(30)
        break
    if command == "quit":
        break
