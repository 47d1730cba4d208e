#!/usr/bin/env python3
"""Never shows the turn that ends the game: it draws the board only where it asks the person. The
arguments are `owari` or `kalah`, its board as `6x3`, how it ends, and a file to which it adds the
true score, its own first, and all moves, its own as `m` with the pit from 0. It is South, draws
lots for its moves, and is told who begins.

waits: says that the game is over, and waits. leaves: says so and leaves. silent: leaves without a
word. again: asks whether to play again. scores: tells the final score. counts: tells it in words of
its own and waits. winner: names the winner. old: draws the board before its own move too. sweeps:
draws the last board after what is left is swept. partial: tells all its moves but the last one.
half: stops as soon as a goal has more than half of all stones, and tells what is in them."""

import random
import sys

GAME, SIZE, HABIT, FILE = sys.argv[1:5]
N, STONES = map(int, SIZE.split("x"))
SOUTH, NORTH = N, 2 * N + 1


def sow(board, pit):
    """Sows, and says whether the same side is to move again."""
    goal, other = (SOUTH, NORTH) if pit < N else (NORTH, SOUTH)
    stones, board[pit], at = board[pit], 0, pit
    while stones:
        at = (at + 1) % (2 * N + 2)
        if at != other:
            board[at] += 1
            stones -= 1
    if at != goal and goal - N <= at < goal and board[at] == 1:
        across = 2 * N - at
        if GAME == "owari":
            board[goal] += board[across]
            board[across] = 0
        elif board[across]:
            board[goal] += board[across] + 1
            board[across] = board[at] = 0
    return GAME == "kalah" and at == goal


def over():
    if HABIT == "half" and 2 * max(board[SOUTH], board[NORTH]) > sum(board):
        return True
    return not any(board[:N]) or not any(board[N + 1 : NORTH])


def draw(board):
    print("  ".join(["   ", *(f"{stones:2}" for stones in reversed(board[N + 1 : NORTH]))]))
    print(f"{board[NORTH]:2}{' ' * (4 * N + 4)}{board[SOUTH]:2}")
    print("  ".join(["   ", *(f"{stones:2}" for stones in board[:N])]))


board = [STONES] * (2 * N + 2)
board[SOUTH] = board[NORTH] = 0
lots = random.Random(len(FILE) + N + STONES)
computer = input("Do I begin (y/n)? ") == "y"
moves = []
while not over():
    if computer:
        pit = lots.choice([pit for pit in range(N) if board[pit]])
        moves.append(f"m{pit}")
        again = sow(board, pit)
        if HABIT == "partial" and not over():
            print("I play pit", pit)
    else:
        draw(board)
        pit = N + int(input(f"Your pit (1-{N})? "))
        moves.append(f"y{pit - N - 1}")
        again = sow(board, pit)
        if HABIT == "old" and not again:
            draw(board)
    computer = computer == again
own, person = sum(board[: N + 1]), sum(board[N + 1 :])
with open(FILE, "a") as file:
    print(own, person, *moves, file=file)
if HABIT == "waits":
    input("Game over.\n")
elif HABIT in ("leaves", "old"):
    print("The game is over!")
elif HABIT == "again":
    input("Play again (y/n)? ")
elif HABIT in ("scores", "partial"):
    print(f"Game over. Computer {own}, human {person}")
elif HABIT == "counts":
    input(f"Me:  {own}\nYou: {person}\n")
elif HABIT == "winner":
    print("I win!" if own > person else "You win!" if own < person else "It's a tie!")
elif HABIT == "sweeps":
    draw([0] * N + [own] + [0] * N + [person])
elif HABIT == "half":
    print(f"{board[SOUTH]} for me, {board[NORTH]} for you. Bye!")
