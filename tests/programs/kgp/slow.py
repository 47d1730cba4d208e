#!/usr/bin/env python3
"""A KGP client that needs so many seconds, its argument, for a state, and prefers extra moves. It
yields only where it has none: else it is silent until it is stopped."""

import os
import re
import socket
import sys
import time

connection = socket.create_connection((os.environ["KGP_HOST"], int(os.environ["KGP_PORT"])))
for line in connection.makefile("r"):
    request, command, arguments = re.fullmatch(
        r"(?:(\d+)(?:@\d+)?\s+)?(\w+)\s*(.*?)\s*", line
    ).groups()
    if command == "kgp":
        connection.sendall(b"1 mode freeplay\r\n")
    elif command == "state":
        n, _, _, *pits = map(int, arguments.strip("<>").split(","))
        extra = [pit for pit in range(n) if pits[pit] == n - pit]
        pit = (extra or [pit for pit in range(n) if pits[pit]])[-1]
        time.sleep(float(sys.argv[1]))
        said = f"@{request} move {pit + 1}\r\n" + ("" if extra else f"@{request} yield\r\n")
        connection.sendall(said.encode())
    elif command == "goodbye":
        break
