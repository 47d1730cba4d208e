#!/usr/bin/env python3
"""A plain console program with a rule bug: on a long lap it sows into the opponent's goal too, so
that its board parts from the referee's. It believes it is South, wants North's pit as 7-12 and
keeps its stones together (it plays the lowest pit), which makes long laps frequent."""


def sow(board, pit):
    goal = 6 if pit < 6 else 13
    stones = board[pit]
    board[pit] = 0
    while stones > 0:
        pit = (pit + 1) % 14  # the bug: the opponent's goal ought to be skipped
        board[pit] += 1
        stones -= 1
    if goal - 6 <= pit < goal and board[pit] == 1:
        board[goal] += board[12 - pit]
        board[12 - pit] = 0


def show(board):
    print("   ", *board[12:6:-1])
    print(board[13], "             ", board[6])
    print("   ", *board[0:6])


def over(board):
    return not any(board[0:6]) or not any(board[7:13])


board = [3, 3, 3, 3, 3, 3, 0, 3, 3, 3, 3, 3, 3, 0]
computer = input("Computer first (y/n)? ") == "y"
show(board)
while not over(board):
    if computer:
        pit = 0
        while board[pit] == 0:
            pit += 1
        print("Computer plays pit", pit)
    else:
        pit = int(input("North plays (7-12): "))
        if not 7 <= pit <= 12 or board[pit] == 0:
            print("Illegal move")
            continue
    sow(board, pit)
    show(board)
    computer = not computer
print("South:", sum(board[0:7]), "North:", sum(board[7:14]))
