#!/usr/bin/env python3
"""An engine that does at its second `genmove` what its argument says; it plays all it is told and
takes the first legal square otherwise."""

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from squares import moves, name, place, play, start

how = sys.argv[1]
size, board, asked = 8, start(8), 0
for line in sys.stdin:
    command, *words = line.split()
    said = ""
    if command == "list_games" and how == "offers_go":
        said = "Go\nHex"
    elif command == "boardsize":
        size = int(words[0])
        if how == "refuses_size":
            print("? unacceptable size\n", flush=True)
            continue
    elif command == "clear_board":
        board = start(size)
        if how == "never_ready":
            time.sleep(20)
        if how == "exits_at_start":
            sys.exit(3)
    elif command == "play" and words[1] != "pass":
        colour = 1 if words[0] == "b" else 2
        if how == "refuses" and asked:
            print("? illegal move\n", flush=True)
            continue
        play(board, size, place(words[1]), colour)
    elif command == "genmove":
        colour = 1 if words[0] == "b" else 2
        asked += 1
        said = name(moves(board, size, colour)[0])
        play(board, size, place(said), colour)
        if asked == 2:
            match how:
                case "late":
                    time.sleep(20)
                case "dies":
                    sys.exit(4)
                case "illegal":
                    said = "a1" if size > 4 else name(next(iter(start(4))))
                case "passes":
                    said = "pass"
                case "garbage":
                    said = "the corner"
                case "resigns":
                    said = "resign"
                case "refuses_genmove":
                    print("? no idea\n", flush=True)
                    continue
                case "no_newline":
                    print(f"= {said}", end="", flush=True)
                    continue
                case "floods":
                    sys.stdout.write("x" * 200_000)
                    sys.stdout.flush()
                    time.sleep(20)
                case "chatters":
                    for _ in range(1000):
                        print("info thinking")
    print(f"= {said}\n", flush=True)
    if command == "quit":
        break
