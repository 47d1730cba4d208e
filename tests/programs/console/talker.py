#!/usr/bin/env python3
"""A program that talks: banner, instructions, a question who goes first, a board with bars and pit
numbers, elapsed time and node counts. It believes it is South, announces its pit in a sentence,
wants North's as 7-12, asks again after an empty or impossible pit, and exits after the score."""

import time

DEPTH = 4
nodes = 0


def show(board):
    bars = "    +----+----+----+----+----+----+"
    print()
    print("      12   11   10    9    8    7     <- North")
    print(bars)
    print("    |" + "|".join(f" {stones:2} " for stones in board[12:6:-1]) + "|")
    print(f" {board[13]:2} +----+----+----+----+----+----+ {board[6]:2}")
    print("    |" + "|".join(f" {stones:2} " for stones in board[0:6]) + "|")
    print(bars)
    print("       0    1    2    3    4    5     <- South")
    print()


def sow(board, pit):
    board = list(board)
    goal, other = (6, 13) if pit < 6 else (13, 6)
    stones, board[pit] = board[pit], 0
    while stones:
        pit = (pit + 1) % 14
        if pit != other:
            board[pit] += 1
            stones -= 1
    if goal - 6 <= pit < goal and board[pit] == 1:
        board[goal] += board[12 - pit]
        board[12 - pit] = 0
    return board


def game_over(board):
    return not any(board[0:6]) or not any(board[7:13])


def maximum(board, depth, alpha, beta):
    global nodes
    nodes += 1
    if game_over(board):
        return sum(board[0:7]) - sum(board[7:14])
    if depth == 0:
        return board[6] - board[13]
    for pit in range(6):
        if board[pit] and alpha < beta:
            alpha = max(alpha, minimum(sow(board, pit), depth - 1, alpha, beta))
    return alpha


def minimum(board, depth, alpha, beta):
    global nodes
    nodes += 1
    if game_over(board):
        return sum(board[0:7]) - sum(board[7:14])
    if depth == 0:
        return board[6] - board[13]
    for pit in range(7, 13):
        if board[pit] and alpha < beta:
            beta = min(beta, maximum(sow(board, pit), depth - 1, alpha, beta))
    return beta


def think(board):
    global nodes
    nodes = 0
    start = time.time()
    best, value = None, -100
    for pit in range(6):
        if board[pit]:
            score = minimum(sow(board, pit), DEPTH - 1, value, 100)
            if score > value:
                best, value = pit, score
    print("Thinking...")
    print(f"Elapsed time: {time.time() - start:.3f} seconds")
    print(f"Nodes searched: {nodes}")
    return best


def ask(board):
    while True:
        answer = input("Enter the pit North plays (7-12): ")
        if not answer.isdigit() or not 7 <= int(answer) <= 12:
            print("That is not one of North's pits, which are 7 to 12.")
        elif board[int(answer)] == 0:
            print(f"Pit {answer} is empty. Please enter another.")
        else:
            return int(answer)


def main():
    print("**************************************")
    print("*        O  W  A  R  I   2 . 1       *")
    print("**************************************")
    print("This program plays SOUTH, with pits 0 to 5. North has pits 7 to 12.")
    print("When it is North's move, type the number of the pit and press Enter.")
    print()
    board = [3, 3, 3, 3, 3, 3, 0, 3, 3, 3, 3, 3, 3, 0]
    answer = ""
    while answer not in ("n", "s"):
        answer = input("Who goes first, north or south (n/s)? ").strip().lower()
    south = answer == "s"
    show(board)
    while not game_over(board):
        if south:
            pit = think(board)
            print(f"After some thought, South plays pit {pit}, which holds {board[pit]}.")
        else:
            pit = ask(board)
        board = sow(board, pit)
        show(board)
        south = not south
    board = [0, 0, 0, 0, 0, 0, sum(board[0:7]), 0, 0, 0, 0, 0, 0, sum(board[7:14])]
    print("The game is over.")
    show(board)
    print(f"Final score: South {board[6]}, North {board[13]}")


main()
