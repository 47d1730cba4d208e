#!/usr/bin/env python3
"""A student's Othello that never shows the disc that ends the game: it draws the board only where
it asks the person. The arguments are the squares of a side, how it ends, and a file to which it
adds the true score, its own first, and all moves. It draws lots for its moves; all passes it makes
by itself.

waits: says that the game is over, and waits. silent: leaves without a word. scores: tells the final
score. again: asks whether to play again. partial: tells its moves while the game goes on."""

import random
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))

import squares

SIZE, HABIT, FILE = int(sys.argv[1]), *sys.argv[2:4]
board = squares.start(SIZE)
lots = random.Random(len(FILE))
mine = 1 if input("Do I begin (y/n)? ") == "y" else 2
to_move, moves = 1, []


def over():
    return not squares.moves(board, SIZE, 1) and not squares.moves(board, SIZE, 2)


def draw():
    print("  " + " ".join("abcdefgh"[:SIZE]))
    for row in range(SIZE):
        line = (".XO"[board.get((row, column), 0)] for column in range(SIZE))
        print(row + 1, *line)


while not over():
    legal = squares.moves(board, SIZE, to_move)
    if legal and to_move == mine:
        place = lots.choice(legal)
        squares.play(board, SIZE, place, to_move)
        if HABIT == "partial" and not over():
            print("I play", squares.name(place))
    elif legal:
        draw()
        place = squares.place(input("Your square? "))
        squares.play(board, SIZE, place, to_move)
    if legal:
        moves.append(("m" if to_move == mine else "y") + str(place[0] * SIZE + place[1]))
    to_move = 3 - to_move
discs = list(board.values())
own, person = discs.count(mine), discs.count(3 - mine)
with open(FILE, "a") as file:
    print(own, person, *moves, file=file)
if HABIT == "waits":
    input("Game over.\n")
elif HABIT == "again":
    input("Would you like to play again? ")
elif HABIT in ("scores", "partial"):
    print(f"Final score: computer {own}, you {person}")
