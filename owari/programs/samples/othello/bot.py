#!/usr/bin/env python3
"""An Othello bot that speaks the line protocol: it reads commands and answers two of them.

    owari 1                     the referee greets        ->  ready
    game othello south ...      a new game begins         ->  ready
    played f5                   somebody has moved
    go 5000 ---...XO...--- X    your move, you have 5 s   ->  f5
    result win 40-24 ...        the game is over
    quit                        leave

A position is its squares row by row from the top, X black, O white, - empty, and who is to move.
Who has to pass is not asked. Make `choose` play well; the rest can stay as it is.
"""

import sys

WAYS = [(y, x) for y in (-1, 0, 1) for x in (-1, 0, 1) if (y, x) != (0, 0)]


def turned(board, row, column, own):
    """The squares of the discs that a disc of this colour would turn there. `board[row][column]` is
    one of the letters X, O and -."""
    size = len(board)
    found = []
    if board[row][column] != "-":
        return found
    for down, right in WAYS:
        line = []
        y, x = row + down, column + right
        while 0 <= y < size and 0 <= x < size and board[y][x] not in (own, "-"):
            line.append((y, x))
            y, x = y + down, x + right
        if 0 <= y < size and 0 <= x < size and board[y][x] == own:
            found += line
    return found


def choose(board, own, milliseconds):
    """The row and the column of a disc: here the one that turns most. Look further ahead to win."""
    size = len(board)
    squares = [(row, column) for row in range(size) for column in range(size)]
    return max(squares, key=lambda square: len(turned(board, *square, own)))


for line in sys.stdin:
    words = line.split()
    if not words:
        continue
    if words[0] in ("owari", "game"):
        print("ready", flush=True)
    elif words[0] == "go":
        size = int(len(words[2]) ** 0.5)
        board = [words[2][start : start + size] for start in range(0, size**2, size)]
        row, column = choose(board, words[3], int(words[1]))
        print(f"{chr(ord('a') + column)}{row + 1}", flush=True)
    elif words[0] == "quit":
        break
