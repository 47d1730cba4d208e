#!/usr/bin/env python3
"""A program of the Kalah course: both rows are drawn from left to right as holes 1 to n, the pots
at the ends, the names above and below. Whoever ends in his own pot moves again; it tells each move
of its own, asks for each of the other side's, and may leave the drawing out (`kalah.py PITS STONES
quiet`). It asks whether it is below or above, and who moves first."""

import sys

PITS, STONES = int(sys.argv[1]), int(sys.argv[2])
DRAWS = "quiet" not in sys.argv[3:]
BELOW, ABOVE = PITS, 2 * PITS + 1


def show(board):
    if not DRAWS:
        return
    width = 4 * PITS
    print()
    print("       " + "Player Above".center(width))
    print("      " + "".join(f"{stones:4}" for stones in reversed(board[PITS + 1 : ABOVE])))
    print(f"{board[ABOVE]:4}" + " " * (width + 6) + f"{board[BELOW]:4}")
    print("      " + "".join(f"{stones:4}" for stones in board[:PITS]))
    print("       " + "Player Below".center(width))
    print()


def pit_of(hole, above):
    """The pit in sowing order of a hole as it is drawn."""
    return 2 * PITS + 1 - hole if above else hole - 1


def sow(board, hole, above):
    """Plays on the board; True when the side moves again."""
    pit = pit_of(hole, above)
    goal, skipped = (ABOVE, BELOW) if above else (BELOW, ABOVE)
    stones, board[pit] = board[pit], 0
    while stones:
        pit = (pit + 1) % (2 * PITS + 2)
        if pit != skipped:
            board[pit] += 1
            stones -= 1
    opposite = 2 * PITS - pit
    if goal - PITS <= pit < goal and board[pit] == 1 and board[opposite]:
        board[goal] += 1 + board[opposite]
        board[pit] = board[opposite] = 0
    return pit == goal


def over(board):
    return not any(board[:PITS]) or not any(board[PITS + 1 : ABOVE])


def value(board, above):
    pots = board[ABOVE] - board[BELOW]
    return pots if above else -pots


def choose(board, above):
    """An extra move if there is one, else the most in the pot; of equals the last hole."""
    best, choice = None, 0
    for hole in range(1, PITS + 1):
        if board[pit_of(hole, above)]:
            after = list(board)
            again = sow(after, hole, above)
            worth = (again, value(after, above))
            if best is None or worth >= best:
                best, choice = worth, hole
    return choice


def ask(board, above):
    while True:
        answer = input(f"Player, which hole (1-{PITS})? ").strip()
        if answer.isdigit() and 1 <= int(answer) <= PITS and board[pit_of(int(answer), above)]:
            return int(answer)
        print("There is nothing to be sown from that hole.")


def main():
    board = ([STONES] * PITS + [0]) * 2
    above = input("Is the computer below or above (b/a)? ").strip() == "a"
    mine = input("Does the computer move first (y/n)? ").strip() == "y"
    show(board)
    while not over(board):
        if mine:
            hole = choose(board, above)
            print(f"The computer sows hole {hole}.")
            again = sow(board, hole, above)
        else:
            again = sow(board, ask(board, not above), not above)
        show(board)
        if over(board):
            break
        if again:
            print("And once more!")
        else:
            mine = not mine
    print("The game is over.")
    print(f"Below {sum(board[: BELOW + 1])}, above {sum(board[PITS + 1 :])}.")


main()
