#!/usr/bin/env python3
"""Never says what it plays: it only draws the board anew, two rows of six and the goals between
them, once after each side's move. It believes it is South and wants North's pit as 7-12."""

DEPTH = 4


def draw(board):
    print()
    print("     " + "".join(f"{stones:4}" for stones in reversed(board[7:13])))
    print(f"{board[13]:4}" + " " * 27 + f"{board[6]:4}")
    print("     " + "".join(f"{stones:4}" for stones in board[0:6]))
    print()


def move(board, pit):
    board = board[:]
    own = range(6) if pit in range(6) else range(7, 13)
    stones = board[pit]
    board[pit] = 0
    last = pit
    while stones > 0:
        last = (last + 1) % 14
        if last == (own.stop + 7) % 14:
            continue
        board[last] += 1
        stones -= 1
    if last in own and board[last] == 1:
        board[own.stop] += board[12 - last]
        board[12 - last] = 0
    return board


def over(board):
    return max(board[0:6]) == 0 or max(board[7:13]) == 0


def best(board, south, depth, alpha=-100, beta=100):
    """The value for South, and the pit."""
    if over(board):
        return sum(board[0:7]) - sum(board[7:14]), None
    if depth == 0:
        return board[6] - board[13], None
    choice = None
    for pit in range(6) if south else range(7, 13):
        if board[pit] == 0:
            continue
        value, _ = best(move(board, pit), not south, depth - 1, alpha, beta)
        if south and (choice is None or value > alpha):
            choice, alpha = pit, max(alpha, value)
        elif not south and (choice is None or value < beta):
            choice, beta = pit, min(beta, value)
        if alpha >= beta:
            break
    return (alpha if south else beta), choice


print("O W A R I")
board = [3] * 14
board[6] = board[13] = 0
south = input("Who starts, South or North (S/N)? ").upper().startswith("S")
draw(board)
while not over(board):
    if south:
        pit = best(board, True, DEPTH)[1]
    else:
        pit = 0
        while pit not in range(7, 13) or board[pit] == 0:
            answer = input("North (7-12)? ")
            pit = int(answer) if answer.strip().isdigit() else 0
    board = move(board, pit)
    draw(board)
    south = not south
print("South has", sum(board[0:7]), "and North has", sum(board[7:14]))
