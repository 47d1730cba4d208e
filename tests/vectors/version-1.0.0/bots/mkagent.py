#!/usr/bin/env python3
"""Believes every board that it is told, keeps none of its own, and takes the move that puts most
stones into its store. Swaps whenever it can. Says so much on its way as agents do that were never
tidied up: debugging lines on its standard output, CR LF, a log file in its folder, exit status 255
at the end."""

import sys

SIDES = {"South": 0, "North": 1}


def say(text):
    sys.stdout.write(text + "\r\n")
    sys.stdout.flush()


def gain(rows, side, hole):
    """The stones that one sowing brings into the store; rows are South's and North's, with the
    store at the end."""
    ring = rows[side] + rows[1 - side][:7]
    stones, ring[hole] = ring[hole], 0
    at = hole
    before = ring[7]
    while stones:
        at = (at + 1) % 15
        ring[at] += 1
        stones -= 1
    if at < 7 and ring[at] == 1 and ring[14 - at]:
        ring[7] += ring[14 - at] + 1
    return ring[7] - before


side = 0
heard = 0
for line in sys.stdin:
    word, *rest = line.strip().split(";")
    if word == "END":
        sys.exit(255)
    if word == "START":
        side = SIDES[rest[0]]
        heard = 0
        if rest[0] == "South":
            say("MOVE;1")
    elif word == "CHANGE":
        move, board, turn = rest
        heard += 1
        if move == "SWAP":
            side = 1 - side
        if turn != "YOU":
            continue
        if heard == 1:
            side = 1 - side
            say("SWAP")
            continue
        numbers = [int(number) for number in board.split(",")]
        rows = [numbers[8:], numbers[:8]]
        holes = [hole for hole in range(7) if rows[side][hole]]
        gains = [gain(rows, side, hole) for hole in holes]
        print("DEBUG: gains are", gains)
        print("thinking done", file=sys.stderr)
        say(f"MOVE;{holes[gains.index(max(gains))] + 1}")
