#!/usr/bin/env python3
"""Othello at the console as students write it, `othello_ways.py WAY [SIZE]`; a way is how the board
lies, what a square is called, what is asked, and who begins."""

import random
import string
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
import squares

WAY = sys.argv[1]
N = int(sys.argv[2]) if len(sys.argv) > 2 else 8
LETTERS = "abcdefghijklmnop"
MARKS = {
    "letters": "UBW",
    "glued": "-BC",
    "tall": " XO",
    "crossed": "X#@",
    "coloured": (".", "\33[31m●\33[0m", "\33[1;34m●\33[0m"),
    "inked": ("0", "\33[31m1\33[0m", "\33[34m2\33[0m"),
}.get(WAY, ".XO")
KEYS = {
    "keyed": string.ascii_lowercase,
    "numbered": [*map(str, range(1, 30))],
    "inked": [*map(str, range(30))],
}


def start():
    board = squares.start(N)
    if WAY in ("mirrored", "marked"):
        return {place: 3 - colour for place, colour in board.items()}
    if WAY == "upward":  # drawn as usual, and called after rows that count from the bottom
        return {(N - 1 - row, column): colour for (row, column), colour in board.items()}
    return board


def called(place):
    row, column = place
    return {
        "letters": LETTERS[row] + LETTERS[column],
        "row-letter": f"{row + 1}{LETTERS[column]}",
        "words": f"row {row + 1} and column {LETTERS[column]}",
        "menu": f"{row + 1}-{LETTERS[column]}",
        "minus": f"({column}, {row})",
        "crossed": f"{row + 1}{LETTERS[column].upper()}",
    }.get(WAY, squares.name(place))


def draw_tall(board):
    rule, blank = "  " + "+---" * N + "+", "  " + "|   " * N + "|"
    print("    " + "   ".join(LETTERS[:N]))
    for row in range(N):
        cells = " | ".join(MARKS[board.get((row, column), 0)] for column in range(N))
        print(rule, blank, f"{row + 1} | {cells} |", blank, sep="\n")
    print(rule)


def draw(board, colour):
    if WAY == "tall":
        return draw_tall(board)
    rows = range(N - 1, -1, -1) if WAY == "upward" else range(N)
    legal = squares.moves(board, N, colour) if WAY in ("marked", *KEYS) else ()
    print("  " + (LETTERS[:N] if WAY == "letters" else " ".join(LETTERS[:N])))
    for row in rows:
        cells = [
            key(legal, (row, column)) or MARKS[board.get((row, column), 0)] for column in range(N)
        ]
        if WAY == "letters":
            print(LETTERS[row], "".join(cells))
        elif WAY == "glued":
            print(f"{''.join(cells)}{row + 1}")
        elif WAY == "numbered":
            print(row + 1, "".join(cell.rjust(3) for cell in cells))
        else:
            print(row + 1, " ".join(cells))


def key(legal, place):
    """What stands in a square that can be played; empty in others."""
    if place not in legal:
        return ""
    name = KEYS[WAY][legal.index(place)] if WAY in KEYS else "?"
    return f"\33[33m{name}\33[0m" if WAY == "inked" else name


def asked(board, colour):
    """The person's square."""
    legal = squares.moves(board, N, colour)
    while True:
        if WAY == "letters":
            row, column = input(f"Enter move for colour {MARKS[colour]} (RowCol): ")[:2]
            place = LETTERS.index(row), LETTERS.index(column)
        elif WAY == "row-letter":
            text = input("Where do you move (like 6d)? ")
            place = int(text[:-1]) - 1, LETTERS.index(text[-1])
        elif WAY == "crossed":
            text = input("Where do you move (like 6D)? ")
            place = int(text[:-1]) - 1, LETTERS.upper().index(text[-1])
        elif WAY == "words":
            row = int(input("Row? "))
            place = row - 1, LETTERS.index(input("Column? "))
        elif WAY == "menu":
            for number, choice in enumerate(legal, 1):
                print(f"{number}. {called(choice)}", end="  ")
            place = legal[int(input(f"\nEnter 1-{len(legal)}: ")) - 1]
        elif WAY in KEYS:
            keys = dict(zip(KEYS[WAY], legal, strict=False))
            place = keys.get(input(f"Choose one of the {len(legal)} moves: "))
        elif WAY == "minus":
            column, row = input("Column and row, or -1 -1 to pass: ").split()
            place = int(row), int(column)
        elif WAY == "noisy":
            print(f"Player {colour} is thinking")
            place = squares.place(
                input(f"PLAYER {colour}, enter move (a1 to {LETTERS[N - 1]}{N}): ")
            )
        else:
            place = squares.place(input("Your move: "))
        if place in legal:
            return place
        if WAY == "noisy":
            print("You can't choose this cell in this round or it is not free.")
            print(f"Player {colour} (O) score: {sum(disc == colour for disc in board.values())}")
        else:
            print("That move is not possible.")


def begins():
    """Whether the program has the first move."""
    if WAY == "letters":
        assert input("Enter the board dimension: ") == str(N)
        return input("Computer plays (B/W): ") == "B"
    if WAY == "toss":
        computer = random.random() < 0.5
        print("We toss a coin:", "I begin." if computer else "you begin.")
        return computer
    if WAY == "asking":
        return input("Type c for computer first or h for human first: ") == "c"
    return input("Who goes first (1 = me, 2 = you)? ") == "1"


board, turns = start(), 0
own = 1 if begins() else 2
turn = 1
draw(board, turn)
while squares.moves(board, N, 1) or squares.moves(board, N, 2):
    if not squares.moves(board, N, turn):
        if turn == own:
            print("Computer plays (-1, -1)" if WAY == "minus" else "I have no move and pass.")
        elif WAY == "minus":
            while input("Column and row, or -1 -1 to pass: ") != "-1 -1":
                print("That move is not possible.")
        elif WAY == "asking":
            input("You have no move. Press Enter to go on.")
        else:
            print("You have no move.")
    elif turn == own:
        turns += 1
        if WAY == "passer" and turns == 3:
            print("I pass.")
        else:
            if WAY == "asking" and turns % 3 == 0:
                assert input("Do you want to change any settings? [y/n] ") == "n"
            place = squares.best(board, N, own)
            squares.play(board, N, place, own)
            if WAY == "letters":
                print(f"Computer places {MARKS[own]} at {called(place)}.")
            elif WAY == "glued":
                print("c", called(place), -turns)
            elif WAY == "pausing":
                input(f"computer move: {called(place)}")
            elif WAY not in ("tall", "coloured", "inked"):
                print("Computer plays", called(place))
            draw(board, 3 - turn)
            if WAY == "noisy":
                print(f"Player {own} (X) score: {sum(disc == own for disc in board.values())}")
    else:
        squares.play(board, N, asked(board, turn), turn)
        draw(board, 3 - turn)
    turn = 3 - turn
print("The game is over.")
if WAY == "asking":
    input("Play again? (y/n) ")
