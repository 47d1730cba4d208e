#!/usr/bin/env python3
"""Leaves a child in a session of its own, whose parent is gone: the child sleeps for 30 seconds
with the name of the file argv[1] among its arguments. Plays the lowest pit otherwise."""

import os
import sys

if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        sleeper = [sys.executable, "-c", "import time; time.sleep(30)", sys.argv[1]]
        os.execv(sys.executable, sleeper)
    os._exit(0)
os.wait()

for line in sys.stdin:
    words = line.split()
    if words[0] in ("owari", "game"):
        print("ready", flush=True)
    elif words[0] == "go":
        board = [int(stones) for stones in words[2].split(",")]
        row = range(6) if words[3] == "S" else range(7, 13)
        print(next(pit for pit in row if board[pit]), flush=True)
    elif words[0] == "quit":
        break
