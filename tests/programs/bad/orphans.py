#!/usr/bin/env python3
"""Leaves as many processes as argv[1] says (50 at most) to nobody when it is first asked for a
move: each in a session of its own, after a second fork. Each fills argv[2] MB (20 at most). With a
third argument, each counts for so many seconds (10 at most), else it waits for ten. Plays the
lowest pit when all have begun."""

import os
import sys
import time

count, size = min(int(sys.argv[1]), 50), min(int(sys.argv[2]), 20) * 1024 * 1024
counts = len(sys.argv) > 3
seconds = min(float([*sys.argv, "10"][3]), 10.0)


def be_nobodys(begun):
    """Never returns."""
    os.setsid()
    if os.fork():
        os._exit(0)
    block = bytearray(size)
    block[::4096] = b"x" * len(block[::4096])
    os.write(begun, b"x")
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if not counts:
            time.sleep(0.1)
    os._exit(len(block) * 0)


def begin():
    read, write = os.pipe()
    for _ in range(count):
        if os.fork() == 0:
            be_nobodys(write)
        os.wait()
        os.read(read, 1)


has_begun = False
for line in sys.stdin:
    command, *rest = line.split() or [""]
    if command in ("owari", "game"):
        print("ready", flush=True)
    elif command == "go":
        if not has_begun:
            begin()
            has_begun = True
        time.sleep(0.2)
        pits = [int(stones) for stones in rest[1].split(",")]
        own = range(6) if rest[2] == "S" else range(7, 13)
        print(next(pit for pit in own if pits[pit]), flush=True)
    elif command == "quit":
        break
