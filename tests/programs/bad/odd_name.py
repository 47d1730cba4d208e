#!/usr/bin/env python3
"""Calls its process by bytes that are no text, and a move by nonsense when it is first asked for
one."""

import ctypes
import sys

ctypes.CDLL(None).prctl(15, b"\xff\xfe) 1 x", 0, 0, 0)  # PR_SET_NAME

for line in sys.stdin:
    command = line.split()[:1]
    if command in (["owari"], ["game"]):
        print("ready", flush=True)
    elif command == ["go"]:
        print("hello there", flush=True)
    elif command == ["quit"]:
        break
