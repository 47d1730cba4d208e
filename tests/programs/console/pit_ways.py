#!/usr/bin/env python3
"""Owari and Kalah at the console, `pit_ways.py WAY [GAME]`; a way is how pits are called, drawn and
asked for: numbers, letters in three drawings, a menu, a command, a row and a column, the column
alone, where whoever begins has the lower row, or a place on a ring of 12, which only what refuses a
pit lists. GAME is owari, kalah or kalah-empty."""

import sys

WAY, GAME = sys.argv[1], (sys.argv[2:] or ["owari"])[0]
STONES = 3 if GAME == "owari" else 4
LETTERS = "abcdef"


def sow(board, pit):
    """Plays on the board; True when the side moves again."""
    own, goal, skipped = (range(6), 6, 13) if pit < 6 else (range(7, 13), 13, 6)
    stones, board[pit], last = board[pit], 0, pit
    while stones:
        last = (last + 1) % 14
        if last != skipped:
            board[last] += 1
            stones -= 1
    if last in own and board[last] == 1:
        if GAME == "owari":
            board[goal], board[12 - last] = board[goal] + board[12 - last], 0
        elif board[12 - last] or GAME == "kalah-empty":
            board[goal] += board[12 - last] + 1
            board[last] = board[12 - last] = 0
    return GAME != "owari" and last == goal


def draw(board):
    upper, lower = board[12:6:-1], board[:6]
    if WAY == "bars":
        print(" | ".join(f"{LETTERS[5 - place]}: {upper[place]}" for place in range(6)))
        print(f"{board[13]}{'':30}{board[6]}")
        print(" | ".join(f"{LETTERS[place]}: {lower[place]}" for place in range(6)))
    else:
        above = "   F  E  D  C  B  A" if WAY == "above" else ""
        print(above + "\n  " + "".join(f"{stones:3}" for stones in upper))
        print(f"{board[13]:2}{'':18}{board[6]:2}")
        print("  " + "".join(f"{stones:3}" for stones in lower))
        print("   A  B  C  D  E  F" if WAY == "above" else "")


def wanted(board, row):
    """The pit of the row that the person names; None where the answer names none."""
    legal = [pit for pit in row if board[pit]]
    if WAY == "menu":
        for number, pit in enumerate(legal, 1):
            print(f"  {number}) sow pit {pit} ({board[pit]} stones)")
        answer = input("Your choice: ")
        return legal[int(answer) - 1] if answer in map(str, range(1, len(legal) + 1)) else None
    if WAY == "words":
        verb, _, number = input("Type 'move N' with N from 1 to 6: ").partition(" ")
        pit = int(number) + 6 if verb == "move" and number.isdigit() else None
    elif WAY == "columns":
        column = input("Your column: ")
        columns = row if row[0] == 0 else row[::-1]
        pit = columns[int(column)] if column in tuple("012345") else None
    elif WAY == "ring":
        number = input("Your pit: ")
        pit = int(number) + 1 if number.isdigit() else None
        if pit not in legal:
            print("Impossible, choose one of", [each - 1 for each in legal])
            return None
    elif WAY == "numbers":
        number = input("Your pit (7-12): ")
        pit = int(number) if number.isdigit() else None
    elif WAY == "rows":
        row = input("Row (1 or 2): ")
        column = input("Column (A-F): ").upper()
        pit = 7 + "FEDCBA".find(column) if row == "1" and column in tuple("ABCDEF") else None
    else:
        name = input("Your pit: " if WAY == "bars" else "Your move: ").lower()
        pit = 7 + LETTERS.find(name) if name in tuple(LETTERS) else None
    if pit not in legal:
        print("That is no pit of yours with stones: type a letter, a to f.")
        return None
    return pit


def called(pit):
    if WAY in ("numbers", "menu", "words", "ring"):
        return str(pit)
    if WAY == "rows":
        return f"row 2, column {LETTERS[pit].upper()}"
    return LETTERS[pit]


def ask(board, row):
    while (pit := wanted(board, row)) is None:
        pass
    return pit


def main():
    board = ([STONES] * 6 + [0]) * 2
    own = input("Does the computer begin (y/n)? ") == "y"
    rows = range(6), range(7, 13)
    ours, yours = rows if own or WAY != "columns" else rows[::-1]
    draw(board)
    while any(board[:6]) and any(board[7:13]):
        if own:
            pit = max(pit for pit in ours if board[pit])
            if WAY != "columns":
                print("The computer plays", called(pit))
        else:
            pit = ask(board, yours)
        again = sow(board, pit)
        draw(board)
        own = own if again else not own
    print("The game is over.")


main()
