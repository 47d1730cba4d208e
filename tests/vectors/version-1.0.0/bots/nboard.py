#!/usr/bin/env python3
"""An engine for NBoard: it reads the board out of the game's BO[...] and the moves that follow,
plays only what it is told, and says what it thinks with slashes and search lines."""

import re
import sys

from squares import best, moves, name, place, play

depth = 0
for line in sys.stdin:
    command, *words = line.split() or [""]
    match command:
        case "nboard":
            print("set myname Slashes", flush=True)
        case "set" if words[0] == "depth":
            depth = int(words[1])
        case "set" if words[0] == "game":
            size, squares = re.search(r"BO\[(\d+)([^\]]*)\]", line).groups()
            size, squares = int(size), "".join(squares.split())
            turn = 1 if squares[-1] == "*" else 2
            board = {
                divmod(at, size): "*O".index(disc) + 1
                for at, disc in enumerate(squares[:-1])
                if disc != "-"
            }
            assert not re.search(r"[BW]\[[A-P]\d", line)
        case "move":
            move = words[0].partition("/")[0]
            if move == "PA":
                assert not moves(board, size, turn)
            else:
                play(board, size, place(move), turn)
            turn = 3 - turn
        case "ping":
            print("pong", *words, flush=True)
        case "go":
            print("status thinking", flush=True)
            chosen = best(board, size, turn)
            own = sum(1 if disc == turn else -1 for disc in board.values())
            print(f"search {name(chosen)} {own}.25 0 {depth} deep")
            print(f"=== {name(chosen).upper()}/{own}.25/0.01", flush=True)
            print("status", flush=True)
        case "quit":
            break
