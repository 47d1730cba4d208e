#!/usr/bin/env python3
"""A Kalah bot that speaks the line protocol: it reads commands and answers two of them.

    owari 1                the referee greets        ->  ready
    game kalah south ...   a new game begins         ->  ready
    played 4               somebody has moved
    go 5000 4,4,...,0 S    your move, you have 5 s   ->  4
    result win 30-18 ...   the game is over
    quit                   leave

After a move that moves again comes the next `go`. The board can have any number of pits. Make
`choose` play well; the rest can stay as it is.
"""

import sys


def row(board, side):
    """The numbers of a side's pits: 0-5 for South, 7-12 for North on a board of six pits."""
    half = len(board) // 2
    return range(0, half - 1) if side == "S" else range(half, len(board) - 1)


def goal(board, side):
    """The number of a side's goal: 6 for South, 13 for North on a board of six pits."""
    return len(board) // 2 - 1 if side == "S" else len(board) - 1


def play(board, side, pit, rules):
    """The board after the side has sown the pit, and whether the side moves again. `board` is the
    stones of South's pits and goal, then of North's, in the order in which stones are sown."""
    board = list(board)
    own = goal(board, side)
    others = goal(board, "N" if side == "S" else "S")
    stones, board[pit] = board[pit], 0
    last = pit
    while stones:
        last = (last + 1) % len(board)
        if last != others:  # the opponent's goal is skipped
            board[last] += 1
            stones -= 1
    opposite = len(board) - 2 - last
    was_empty = last in row(board, side) and board[last] == 1
    if was_empty and (board[opposite] or rules.startswith("kalah-empty")):
        board[own] += board[opposite] + 1
        board[opposite] = board[last] = 0
    return board, last == own


def choose(board, side, rules, milliseconds):
    """The pit to sow: here the one that gains most at once, where another move counts as a stone.
    Look further ahead to win."""

    def gain(pit):
        after, again = play(board, side, pit, rules)
        return after[goal(board, side)] + again

    return max((pit for pit in row(board, side) if board[pit]), key=gain)


rules = "kalah"
for line in sys.stdin:
    words = line.split()
    if not words:
        continue
    if words[0] in ("owari", "game"):
        if words[0] == "game":
            rules = words[1]
        print("ready", flush=True)
    elif words[0] == "go":
        board = [int(stones) for stones in words[2].split(",")]
        print(choose(board, words[3], rules, int(words[1])), flush=True)
    elif words[0] == "quit":
        break
