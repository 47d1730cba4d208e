#!/usr/bin/env python3
"""Never blocks in a read: it looks every few milliseconds whether something has been typed, as
programs with an event loop do. It believes it is South and wants North's pit as 7-12."""

import os
import select
import sys

DEPTH = 3
typed = ""


def ask(prompt):
    """One line from the terminal, taken by polling."""
    global typed
    print(prompt, end="", flush=True)
    while "\n" not in typed:
        ready, _, _ = select.select([0], [], [], 0.02)
        if ready:
            text = os.read(0, 1000).decode()
            if not text:
                sys.exit("end of input")
            typed += text
    line, typed = typed.split("\n", 1)
    return line.strip()


def sow(board, pit):
    ring = list(range(13)) if pit < 6 else [7, 8, 9, 10, 11, 12, 13, 0, 1, 2, 3, 4, 5]
    goal = ring[6]
    after = board[:]
    place = ring.index(pit)
    after[pit] = 0
    for _ in range(board[pit]):
        place = (place + 1) % 13
        after[ring[place]] += 1
    if place < 6 and after[ring[place]] == 1:
        opposite = 12 - ring[place]
        after[goal] += after[opposite]
        after[opposite] = 0
    return after


def ended(board):
    return not any(board[:6]) or not any(board[7:13])


def value(board, south, depth, alpha, beta):
    if ended(board):
        margin = sum(board[:7]) - sum(board[7:])
        return margin if south else -margin
    if depth == 0:
        return board[6] - board[13] if south else board[13] - board[6]
    for pit in range(6) if south else range(7, 13):
        if board[pit] and alpha < beta:
            alpha = max(alpha, -value(sow(board, pit), not south, depth - 1, -beta, -alpha))
    return alpha


def choose(board):
    moves = [pit for pit in range(6) if board[pit]]
    return max(moves, key=lambda pit: -value(sow(board, pit), False, DEPTH - 1, -100, 100))


def show(board):
    print("  North:", *board[12:6:-1])
    print("  Goals:", board[13], "and", board[6])
    print("  South:", *board[:6])


def main():
    board = [3, 3, 3, 3, 3, 3, 0, 3, 3, 3, 3, 3, 3, 0]
    me = ask("Who begins, me or you (m/y)? ") == "m"
    show(board)
    while not ended(board):
        if me:
            pit = choose(board)
            print("My move is pit", pit)
        else:
            answer = ask("Enter move: ")
            if answer not in map(str, range(7, 13)) or board[int(answer)] == 0:
                print("Invalid move")
                continue
            pit = int(answer)
        board = sow(board, pit)
        show(board)
        me = not me
    print("Score: South", sum(board[:7]), "North", sum(board[7:]))


main()
