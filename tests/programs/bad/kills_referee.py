#!/usr/bin/env python3
"""Kills the referee that has started it, with argv[1]: `go`, when it is asked for a move, as it is
if nothing is said; `result`, when it hears how the game has ended; `lost`, when that is a loss;
`apart`, on its opponent's time, by a child in a session of its own, half a second after its first
move. Plays the lowest pit in case that it still has a referee."""

import os
import signal
import sys
import time

when = [*sys.argv, "go"][1]
parent = os.getppid()


def beyond_init():
    """The referee: our parent, or beyond an init of ours its parent."""
    try:
        with open(f"/proc/{parent}/comm") as name, open(f"/proc/{parent}/stat") as stat:
            ours = "owari-ini" in name.read()
            return int(stat.read().rpartition(")")[2].split()[1]) if ours else parent
    except OSError:
        return parent


referee = beyond_init()


def kill_it():
    """If it is still there; who adopts us then must not die for it."""
    if os.getppid() == parent:
        os.kill(referee, signal.SIGKILL)


def kill_it_soon():
    """By a process that is not found among our children: its parent has left."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(0.5)
            if os.getppid() == parent:  # which adopts it
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
