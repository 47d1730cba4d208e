#!/usr/bin/env python3
"""A KGP client, with a thread that reads and one that thinks, which names better and better moves
with comments. With `thinks-on` it never yields: it goes on until it is stopped."""

import os
import re
import socket
import sys
import threading

connection = socket.create_connection((os.environ["KGP_HOST"], int(os.environ["KGP_PORT"])))
lines = connection.makefile("r", newline="\n")
number = -1
speaking = threading.Lock()
stopped = {}


def say(text, reference=""):
    global number
    with speaking:
        number += 2
        at = f"@{reference}" if reference else ""
        connection.sendall(f"{number}{at} {text}\r\n".encode())


def think(board, request):
    n, _, _, *pits = board
    own, other = pits[:n], pits[n:]
    best = -1
    for pit in range(n):
        end = pit + own[pit]
        if not own[pit] or stopped[request].is_set():
            continue
        gain = (end >= n) + (other[n - 1 - end] if end < n and not own[end] else 0)
        if gain > best:
            best = gain
            say(f'set "info:comment" "gains \\"{gain}\\""')
            say(f"move {pit + 1}", request)
    if sys.argv[1:] == ["thinks-on"]:
        stopped[request].wait()
    else:
        say("yield", request)


for line in lines:
    found = re.fullmatch(r"(?:(\d+)(?:@(\d+))?\s+)?(\w+)\s*(.*?)\s*", line)
    request, reference, command, arguments = found.groups()
    if command == "kgp":
        say('set "info:name" "Minmax 16"')
        say("mode freeplay")
    elif command == "state":
        stopped[request] = threading.Event()
        board = list(map(int, arguments.strip("<>").split(",")))
        threading.Thread(target=think, args=(board, request), daemon=True).start()
    elif command == "stop" and reference in stopped:
        stopped[reference].set()
    elif command == "ping":
        say("pong", request)
    elif command == "goodbye":
        break
