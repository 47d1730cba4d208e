#!/usr/bin/env python3
"""An engine for NBoard that does at its second `go` what its argument says, and plays the first legal
square otherwise. Eight squares a side, from the usual start."""

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from squares import moves, name, place, play, start

how = sys.argv[1]
board, turn, asked = start(8), 1, 0
for line in sys.stdin:
    command, *words = line.split()
    if command == "ping" and how != "deaf":
        print("pong", *words, flush=True)
    elif command == "set" and words[0] == "game":
        board, turn = start(8), 1
    elif command == "move":
        if words[0] != "PA":
            play(board, 8, place(words[0]), turn)
        turn = 3 - turn
    elif command == "go":
        asked += 1
        said = name(moves(board, 8, turn)[0])
        if asked == 2:
            match how:
                case "late":
                    time.sleep(20)
                case "dies":
                    sys.exit(4)
                case "illegal":
                    said = "a1"
                case "passes":
                    said = "PA"
                case "garbage":
                    said = "corner"
                case "floods":
                    sys.stdout.write("x" * 200_000)
                    sys.stdout.flush()
                    time.sleep(20)
                case "silent":
                    continue
        if how == "twice":
            print(f"=== {said}", flush=True)
        print(f"=== {said}/much/1", flush=True)
    elif command == "quit":
        break
