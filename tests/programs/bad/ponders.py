#!/usr/bin/env python3
"""Computes while others think: a second thread counts as fast as it can whenever it is not this
program's turn (60 s at most). At `result` and at `quit` the CPU seconds that this thread has used
are written to the file named as argument. Its moves are those of lowest.py."""

import sys
import threading
import time

others_think = threading.Event()
used = 0.0


def ponder():
    """Burn time whenever others think, and note how much."""
    global used
    end = time.monotonic() + 60
    while time.monotonic() < end:
        others_think.wait()
        sum(range(1000))
        used = time.thread_time()


def report():
    with open(sys.argv[1], "w") as file:
        file.write(f"{used:.3f}\n")


threading.Thread(target=ponder, daemon=True).start()
for line in sys.stdin:
    command, *rest = line.split() or [""]
    if command == "owari":
        print("ready", flush=True)
    elif command == "game":
        print("ready", flush=True)
        others_think.set()
    elif command == "go":
        others_think.clear()
        pits = [int(stones) for stones in rest[1].split(",")]
        own = range(6) if rest[2] == "S" else range(7, 13)
        print(next(pit for pit in own if pits[pit]), flush=True)
        others_think.set()
    elif command == "result":
        others_think.clear()
        report()
    elif command == "quit":
        report()
        break
