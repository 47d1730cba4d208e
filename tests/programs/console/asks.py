#!/usr/bin/env python3
"""A student's Owari that asks who begins in any words, `asks.py QUESTION FIRST SECOND`: with the
answer FIRST it moves first, with SECOND it does not. Without arguments a coin decides."""

import random
import sys


def sow(board, pit):
    own, goal, skipped = (range(6), 6, 13) if pit < 6 else (range(7, 13), 13, 6)
    stones, board[pit], last = board[pit], 0, pit
    while stones:
        last = (last + 1) % 14
        if last != skipped:
            board[last] += 1
            stones -= 1
    if last in own and board[last] == 1:
        board[goal] += board[12 - last]
        board[12 - last] = 0


def draw(board):
    print(" ", *board[12:6:-1])
    print(board[13], " " * 12, board[6])
    print(" ", *board[:6])


if len(sys.argv) == 1:
    own_turn = random.random() < 0.5
    print("A coin is tossed:", "I start." if own_turn else "you start.")
else:
    question, first, second = sys.argv[1:]
    answer = None
    while answer not in (first, second):
        answer = input(question.replace("\\n", "\n"))
    own_turn = answer == first
board = [3] * 6 + [0] + [3] * 6 + [0]
draw(board)
while any(board[:6]) and any(board[7:13]):
    if own_turn:
        pit = max(pit for pit in range(6) if board[pit])
        print("I play pit", pit)
    else:
        pit = -1
        while pit not in range(7, 13) or not board[pit]:
            pit = int(input("Your pit (7-12): "))
    sow(board, pit)
    draw(board)
    own_turn = not own_turn
print("The game is over.")
