#!/usr/bin/env python3
"""A student's Othello at the console: letters, a board with its legal squares marked, and passes
that it announces and makes by itself for both sides. The argument is the squares a side."""

import sys

N = int(sys.argv[1]) if len(sys.argv) > 1 else 8
NAMES = {1: "X", -1: "O"}
board = [[0] * N for _ in range(N)]
board[N // 2 - 1][N // 2] = board[N // 2][N // 2 - 1] = 1
board[N // 2 - 1][N // 2 - 1] = board[N // 2][N // 2] = -1


def flips(r, c, p):
    if board[r][c]:
        return []
    out = []
    for dr in (-1, 0, 1):
        for dc in (-1, 0, 1):
            line, y, x = [], r + dr, c + dc
            while (dr or dc) and 0 <= y < N and 0 <= x < N and board[y][x] == -p:
                line.append((y, x))
                y, x = y + dr, x + dc
            if line and 0 <= y < N and 0 <= x < N and board[y][x] == p:
                out += line
    return out


def moves(p):
    return [(r, c) for r in range(N) for c in range(N) if flips(r, c, p)]


def put(r, c, p):
    for y, x in [*flips(r, c, p), (r, c)]:
        board[y][x] = p


def count(p):
    return sum(row.count(p) for row in board)


def show(p):
    legal = moves(p)
    print("   " + " ".join("abcdefghijklmnop"[:N]))
    for r in range(N):
        cells = [NAMES.get(board[r][c]) or ("*" if (r, c) in legal else ".") for c in range(N)]
        print(f"{r + 1:2} " + " ".join(cells))
    print(f"X: {count(1)}  O: {count(-1)}")


def square(r, c):
    return "abcdefghijklmnop"[c] + str(r + 1)


print("Welcome to OTHELLO")
mine = 1 if input("Shall I go first (y/n)? ").lower().startswith("y") else -1
turn = 1
show(turn)
while moves(1) or moves(-1):
    legal = moves(turn)
    if not legal:
        print("I have no move and pass." if turn == mine else "You have no move, so you pass.")
    elif turn == mine:
        r, c = max(legal, key=lambda m: len(flips(*m, turn)))
        put(r, c, turn)
        print(f"Computer plays {square(r, c)}")
        show(-turn)
    else:
        while True:
            text = input(f"Your move ({', '.join(square(*m) for m in legal)}): ").strip().lower()
            if text in [square(*m) for m in legal]:
                break
            print("That is not possible.")
        put(int(text[1:]) - 1, ord(text[0]) - 97, turn)
        show(-turn)
    turn = -turn
print("Game over.", "I win!" if count(mine) > count(-mine) else "You win or it is a tie.")
