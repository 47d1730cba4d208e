#!/usr/bin/env python3
"""Looks around, writes what it saw as JSON to its error output, and plays the lowest pit. Its
arguments: a folder to list, a file to write, and a port of this machine to call."""

import json
import os
import resource
import socket
import sys
import tempfile


def attempt(action, *arguments):
    """What came of it: the result as text, or the name of the error."""
    try:
        return str(action(*arguments))
    except OSError as error:
        return type(error).__name__


def write(path):
    with open(path, "w") as file:
        return file.write("I was here")


def call(port):
    with socket.create_connection(("127.0.0.1", int(port)), timeout=5):
        return "connected"


folder, file, port = [*sys.argv, "", "", ""][1:4]
descriptor, temporary = tempfile.mkstemp()  # and it stays there
os.close(descriptor)
seen = {
    "environment": dict(os.environ),
    "folder": attempt(os.getcwd),
    "temporary": temporary,
    "core": resource.getrlimit(resource.RLIMIT_CORE)[1],
    "file size": resource.getrlimit(resource.RLIMIT_FSIZE)[1],
    "data": resource.getrlimit(resource.RLIMIT_DATA)[1],
    "descriptors": sorted(int(name) for name in os.listdir("/proc/self/fd") if int(name) > 2)[:-1],
    "list": attempt(os.listdir, folder or "."),
    "write": attempt(write, file) if file else "",
    "write beside": attempt(write, "beside.txt"),
    "call": attempt(call, port) if port else "",
}
print(json.dumps(seen), file=sys.stderr, flush=True)

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
