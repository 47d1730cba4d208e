#!/usr/bin/env python3
"""An Owari bot that speaks the line protocol: it reads commands and answers two of them.

    owari 1                the referee greets        ->  ready
    game owari south ...   a new game begins         ->  ready
    played 4               somebody has moved
    go 5000 3,3,...,0 S    your move, you have 5 s   ->  4
    result win 19-17 ...   the game is over
    quit                   leave

Make `choose` play well; the rest can stay as it is.
"""

import sys

PITS = 6


def row(side):
    """The numbers of a side's pits: 0-5 for South, 7-12 for North."""
    return range(0, PITS) if side == "S" else range(PITS + 1, 2 * PITS + 1)


def goal(side):
    """The number of a side's goal."""
    return PITS if side == "S" else 2 * PITS + 1


def play(board, side, pit):
    """The board after the side has sown the pit. `board` is 14 numbers in the order in which stones
    are sown: South's pits 0-5 and goal 6, North's pits 7-12 and goal 13."""
    board = list(board)
    other = "N" if side == "S" else "S"
    stones, board[pit] = board[pit], 0
    last = pit
    while stones:
        last = (last + 1) % len(board)
        if last != goal(other):  # the opponent's goal is skipped
            board[last] += 1
            stones -= 1
    if last in row(side) and board[last] == 1:  # it was empty: take what lies opposite
        opposite = 2 * PITS - last
        board[goal(side)] += board[opposite]
        board[opposite] = 0
    return board


def choose(board, side, milliseconds):
    """The pit to sow: here the one that gains most at once. Look further ahead to win."""
    legal = [pit for pit in row(side) if board[pit]]
    return max(legal, key=lambda pit: play(board, side, pit)[goal(side)])


for line in sys.stdin:
    words = line.split()
    if not words:
        continue
    if words[0] in ("owari", "game"):
        print("ready", flush=True)
    elif words[0] == "go":
        board = [int(stones) for stones in words[2].split(",")]
        print(choose(board, words[3], int(words[1])), flush=True)
    elif words[0] == "quit":
        break
