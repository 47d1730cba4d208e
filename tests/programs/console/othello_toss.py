#!/usr/bin/env python3
"""Othello that lets the person choose a disc, and tosses for who begins after that: X stands where
it stands, whoever moves first. It draws its moves and tells none; squares are typed as two digits,
the column first. `othello_toss.py SIZE [FILE]`: with a file, which counts its starts, every third
toss is its own."""

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
import squares

N = int(sys.argv[1]) if len(sys.argv) > 1 else 8
X, O = 1, 2  # noqa: E741


def draw(board):
    print("    " + "   ".join(str(column + 1) for column in range(N)))
    for row in range(N):
        print("  +" + "---+" * N)
        cells = " ".join(f"{' XO'[board.get((row, column), 0)]} |" for column in range(N))
        print(f"{row + 1} | {cells}")
    print("  +" + "---+" * N)


def ask(board, disc):
    while True:
        text = input("Enter your move, or type quit to end the game: ").lower()
        if text == "quit":
            sys.exit(0)
        if len(text) == 2 and text.isdigit():
            place = int(text[1]) - 1, int(text[0]) - 1
            if place in squares.moves(board, N, disc):
                return place
        print("That is no legal move. Type the x digit (1-8), then the y digit (1-8).")
        print("For example, 81 is the corner at the top right.")


print("Welcome to Othello!")
answer = ""
while answer not in ("X", "O"):
    answer = input("Do you want to be X or O?\n").upper()
person = X if answer == "X" else O
board = {place: 3 - disc for place, disc in squares.start(N).items()}  # X at the top left
own = random.random() < 0.5
if len(sys.argv) > 2:
    count = Path(sys.argv[2])
    starts = int(count.read_text()) if count.exists() else 0
    count.write_text(str(starts + 1))
    own = starts % 3 == 0
print("The", "computer" if own else "player", "will go first.")
while squares.moves(board, N, X) or squares.moves(board, N, O):
    disc = 3 - person if own else person
    if squares.moves(board, N, disc):
        draw(board)
        if own:
            input("Press Enter to see the computer's move.")
            squares.play(board, N, squares.best(board, N, disc), disc)
        else:
            squares.play(board, N, ask(board, disc), disc)
    own = not own
draw(board)
discs = list(board.values())
print(f"X scored {discs.count(X)} points. O scored {discs.count(O)} points.")
