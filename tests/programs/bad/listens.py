#!/usr/bin/env python3
"""Listens on a port of this machine and calls it. Plays the lowest pit."""

import socket
import sys

server = socket.create_server(("127.0.0.1", 0))
caller = socket.create_connection(server.getsockname(), timeout=5)

for line in sys.stdin:
    command, *rest = line.split() or [""]
    if command in ("owari", "game"):
        print("ready", flush=True)
    elif command == "go":
        pits = [int(stones) for stones in rest[1].split(",")]
        own = range(6) if rest[2] == "S" else range(7, 13)
        print(next(pit for pit in own if pits[pit]), flush=True)
    elif command == "quit":
        break
