#!/usr/bin/env python3
"""A player of the file framework that does what its argument says from its second move on; what
never ends it does once."""

import os
import sys
import time

how, state, action = sys.argv[1:]
with open(state) as file:
    colour, *rows = file.read().split("\n")
size = len(rows[0].split())
discs = sum(line.count("1") + line.count("2") for line in rows[:size])
move = rows[size + 1]
if discs < 6 or (how.endswith("for_ever") and discs > 7):
    how = "plays"
with open(action, "w") as file:
    match how:
        case "nothing":
            sys.exit()
        case "dies":
            sys.exit(5)
        case "late":
            file.write("3 ")
            file.flush()
            time.sleep(20)
        case "illegal":
            move = f"{size // 2} {size // 2}"
        case "outside":
            move = f"{size} 0"
        case "garbage":
            move = "corner"
        case "half":
            move = "2"
        case "then_garbage":
            move += "\n3 x"
        case "floods":
            move = "1 1\n" * 400_000 + move
        case "one_line":
            move = f"{move} " * 40_000
        case "for_ever" | "slowly_for_ever":  # no more than 32 MB, and no longer than 20 s
            end = time.monotonic() + 20
            lines, pause = (10_000, 0) if how == "for_ever" else (1, 0.001)
            for _ in range(400):
                file.write(f"1 1\n{move}\n" * lines)
                file.flush()
                time.sleep(pause)
            time.sleep(max(0, end - time.monotonic()))
        case "talks":
            print("x" * 200_000)
            print("x" * 200_000, file=sys.stderr)
    file.write(move)
match how:
    case "folder":
        os.remove(action)
        os.mkdir(action)
    case "pipe":
        os.remove(action)
        os.mkfifo(action)
    case "link":
        os.remove(action)
        os.symlink(state, action)
    case "killed":
        os.kill(os.getpid(), 9)
