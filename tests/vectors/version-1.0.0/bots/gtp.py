#!/usr/bin/env python3
"""An engine that keeps to the letter of the Go Text Protocol: it knows its commands, repeats
numbers, and takes passes when it is told of them. Its board may have any size."""

import sys

from squares import best, flips, moves, name, place, play, start

COLOURS = {"b": 1, "black": 1, "w": 2, "white": 2}
size, board = 8, start(8)


def answer(command, words):
    global size, board
    match command, words:
        case "list_games", _:
            return "Go\nOthello"
        case "set_game", ["Othello"]:
            return ""
        case "boardsize", [number]:
            size = int(number)
            return ""
        case "clear_board", _:
            board = start(size)
            return ""
        case "play", [colour, "pass"]:
            if moves(board, size, COLOURS[colour]):
                raise ValueError("illegal move")
            return ""
        case "play", [colour, square]:
            if not flips(board, size, place(square), COLOURS[colour]):
                raise ValueError("illegal move")
            play(board, size, place(square), COLOURS[colour])
            return ""
        case "genmove", [colour]:
            chosen = best(board, size, COLOURS[colour])
            play(board, size, chosen, COLOURS[colour])
            return name(chosen)
        case "quit", _:
            return ""
    raise ValueError("unknown command")


for line in sys.stdin:
    number = ""
    command, *words = line.split() or [""]
    if command.isdigit():
        number, command, *words = command, *words, ""
    if not command:
        continue
    try:
        print(f"={number} {answer(command, words)}\n", flush=True)
    except ValueError as error:
        print(f"?{number} {error}\n", flush=True)
    if command == "quit":
        break
