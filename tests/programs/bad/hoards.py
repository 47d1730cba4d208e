#!/usr/bin/env python3
"""Fills as many MB of memory as its first argument says (500 at most) when it is first asked for a
move, waits 0.5 s and plays the lowest pit. With a second argument, as many children (8 at most)
fill it, each its share, and end with their input."""

import os
import sys
import time

size = min(int(sys.argv[1]), 500) * 1024 * 1024
children = min(int(sys.argv[2]), 8) if len(sys.argv) > 2 else 0
hoard = None


def fill(size):
    """Bytes that are really there: every page is written to."""
    block = bytearray(size)
    block[::4096] = b"x" * len(block[::4096])
    return block


def start_child(share):
    read, write = os.pipe()
    filled, says = os.pipe()
    if os.fork() == 0:
        os.close(write)
        block = fill(share)
        os.write(says, b"x")
        os.read(read, 1)
        os._exit(len(block) * 0)
    os.close(read)
    os.read(filled, 1)


for line in sys.stdin:
    command, *rest = line.split() or [""]
    if command in ("owari", "game"):
        print("ready", flush=True)
    elif command == "go":
        if hoard is None:
            hoard = b"" if children else fill(size)
            for _ in range(children):
                start_child(size // children)
            time.sleep(0.5)
        pits = [int(stones) for stones in rest[1].split(",")]
        own = range(6) if rest[2] == "S" else range(7, 13)
        print(next(pit for pit in own if pits[pit]), flush=True)
    elif command == "quit":
        break
