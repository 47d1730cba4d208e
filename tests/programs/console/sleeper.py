#!/usr/bin/env python3
"""Sleeps 0.3 s without a word before it announces its move, so that silence does not mean that it
waits for input. It asks two things at the start, echoes the move just typed, prints the value of
its search, and shows the board as one Python list. It believes it is South and wants 7-12."""

import time


def sow(board, pit):
    new = board[:]
    south = pit < 6
    new[pit] = 0
    for _ in range(board[pit]):
        pit += 1
        if pit == (13 if south else 6):
            pit += 1
        pit %= 14
        new[pit] += 1
    if new[pit] == 1 and (0 <= pit <= 5 if south else 7 <= pit <= 12):
        new[6 if south else 13] += new[12 - pit]
        new[12 - pit] = 0
    return new


def game_over(board):
    return sum(board[:6]) == 0 or sum(board[7:13]) == 0


def search(board, south, depth, alpha, beta):
    """South's value of the board, and the best pit of the side to move."""
    if game_over(board):
        return sum(board[:7]) - sum(board[7:]), None
    if depth == 0:
        return board[6] - board[13], None
    best = None
    for pit in range(6) if south else range(7, 13):
        if board[pit]:
            value = search(sow(board, pit), not south, depth - 1, alpha, beta)[0]
            if south and value > alpha:
                alpha, best = value, pit
            if not south and value < beta:
                beta, best = value, pit
            if alpha >= beta:
                break
    return (alpha if south else beta), best


def main():
    board = [3, 3, 3, 3, 3, 3, 0, 3, 3, 3, 3, 3, 3, 0]
    depth = int(input("Search depth (1-4): "))
    south = input("Does the computer go first (y/n)? ") == "y"
    print(board)
    while not game_over(board):
        if south:
            time.sleep(0.3)
            value, pit = search(board, True, depth, -100, 100)
            print("Computer's move:", pit)
            print("Search value:", value)
        else:
            pit = int(input("Enter North's move (7-12): "))
            if pit not in range(7, 13) or board[pit] == 0:
                print("You must enter a pit from 7 to 12 that has stones")
                continue
            print("You entered", pit)
        board = sow(board, pit)
        print(board)
        south = not south
    print("South", sum(board[:7]), "- North", sum(board[7:]))


main()
