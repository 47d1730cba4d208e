#!/usr/bin/env python3
"""Kills the process that has started it, with argv[1]: `go`, when it is asked for a move, as it is
if nothing is said; `result`, when it hears how the game has ended; `lost`, when that is a loss;
`apart`, on its opponent's time, by a child in a session of its own, half a second after its first
move. Plays the lowest pit in case that it still has a referee."""

import os
import signal
import sys
import time

when = [*sys.argv, "go"][1]
referee = os.getppid()


def kill_it():
    """If it is still there; who adopts us then must not die for it."""
    if os.getppid() == referee:
        os.kill(referee, signal.SIGKILL)


def kill_it_soon():
    """By a process that is not found among our children: its parent has left."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(0.5)
            if os.getppid() == referee:  # which adopts it
                os.kill(referee, signal.SIGKILL)
        os._exit(0)
    os.wait()


for line in sys.stdin:
    command, *rest = line.split() or [""]
    if command in ("owari", "game"):
        print("ready", flush=True)
    elif command == "go":
        if when == "go":
            kill_it()
        if when == "apart":
            when = ""
            kill_it_soon()
        pits = [int(stones) for stones in rest[1].split(",")]
        own = range(6) if rest[2] == "S" else range(7, 13)
        print(next(pit for pit in own if pits[pit]), flush=True)
    elif command == "result":
        if when == "result" or (when == "lost" and rest[0] == "loss"):
            kill_it()
    elif command == "quit":
        break
