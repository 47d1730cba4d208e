#!/usr/bin/env python3
"""Says `seat south`, so that it may believe it is always South: it knows no other pits than 0-5,
whichever side it really plays. Alpha-beta to depth 3, told in comment lines that begin with #."""

import sys

DEPTH = 3


def sow(mine, theirs, pit):
    """The two rows (six pits and the goal) after the owner of the first row has sown a pit."""
    ring = mine + theirs[:6]
    stones, ring[pit] = ring[pit], 0
    while stones:
        pit = (pit + 1) % 13
        ring[pit] += 1
        stones -= 1
    mine, theirs = ring[:7], ring[7:] + theirs[6:]
    if pit < 6 and mine[pit] == 1:
        mine[6] += theirs[5 - pit]
        theirs[5 - pit] = 0
    return mine, theirs


def search(mine, theirs, depth, alpha, beta):
    """The best value for the owner of the first row, and the pit that earns it."""
    if not any(mine[:6]) or not any(theirs[:6]):
        return sum(mine) - sum(theirs), None
    if depth == 0:
        return mine[6] - theirs[6], None
    best = None
    for pit in range(6):
        if mine[pit]:
            after, other = sow(mine, theirs, pit)
            value = -search(other, after, depth - 1, -beta, -alpha)[0]
            if best is None or value > alpha:
                best = pit
                alpha = max(alpha, value)
            if alpha >= beta:
                break
    return alpha, best


for line in sys.stdin:
    words = line.split()
    if not words:
        continue
    if words[0] == "owari":
        print("name South seat", "author A first-year student", "seat south", "ready", sep="\n")
    elif words[0] == "game":
        print("# a new game, and I am", words[2])
        print("ready")
    elif words[0] == "go":
        numbers = [int(number) for number in words[2].split(",")]
        value, pit = search(numbers[:7], numbers[7:], DEPTH, -100, 100)
        print(f"# {words[1]} ms left, pit {pit} looks worth {value}")
        print(f"{pit} depth {DEPTH} value {value}")
    elif words[0] == "quit":
        break
    sys.stdout.flush()
