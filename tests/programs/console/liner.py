#!/usr/bin/env python3
"""Reads through the readline library, which polls the terminal rather than blocking in a read. It
believes it is South, tells its move with two numbers in one sentence (its own and the one that it
has for the other table), and wants the other side's pit as the 0-5 that the other program shows."""

import readline  # noqa: F401, gives input() a history and editing keys

DEPTH = 3


def sow(board, pit):
    board = board.copy()
    skip = 13 if pit < 6 else 6
    stones, board[pit] = board[pit], 0
    for _ in range(stones):
        pit = (pit + 1) % 14
        if pit == skip:
            pit = (pit + 1) % 14
        board[pit] += 1
    if board[pit] == 1 and pit not in (6, 13) and (pit < 6) == (skip == 13):
        board[19 - skip] += board[12 - pit]
        board[12 - pit] = 0
    return board


def finished(board):
    return sum(board[0:6]) == 0 or sum(board[7:13]) == 0


def negamax(board, south, depth, alpha, beta):
    if finished(board) or depth == 0:
        value = board[6] - board[13]
        if finished(board):
            value = sum(board[0:7]) - sum(board[7:14])
        return value if south else -value
    for pit in range(6) if south else range(7, 13):
        if board[pit]:
            value = -negamax(sow(board, pit), not south, depth - 1, -beta, -alpha)
            alpha = max(alpha, value)
            if alpha >= beta:
                break
    return alpha


def choose(board):
    def value(pit):
        return -negamax(sow(board, pit), False, DEPTH - 1, -100, 100)

    return max((pit for pit in range(6) if board[pit]), key=value)


def show(board):
    print(board[12:6:-1])
    print(board[13], board[6])
    print(board[0:6])


board = [3] * 6 + [0] + [3] * 6 + [0]
print("1. I begin")
print("2. The other program begins")
mine = input("Choice: ").strip() == "1"
show(board)
while not finished(board):
    if mine:
        pit = choose(board)
        print(f"I play pit {pit}, which is {pit + 7} on your side")
    else:
        answer = input("Opponent's pit (0-5): ").strip()
        if answer not in ("0", "1", "2", "3", "4", "5") or not board[int(answer) + 7]:
            print("Not possible, try again")
            continue
        pit = int(answer) + 7
    board = sow(board, pit)
    show(board)
    mine = not mine
print("Result:", sum(board[0:7]), "for me,", sum(board[7:14]), "for the opponent")
