#!/usr/bin/env python3
"""An agent as the courses' starter code has it: its name, then who it is, then for each turn three
lines; one number for each. Looks ahead three plies on pockets as they are written: the top row
(player 0) sows towards lower indexes. Talks on its error output."""

import sys
from ast import literal_eval


def play(pockets, mancalas, player, index):
    pockets, mancalas = [list(row) for row in pockets], list(mancalas)
    stones, pockets[player][index] = pockets[player][index], 0
    side, place = player, index
    while True:
        place += -1 if side == 0 else 1
        if not 0 <= place < len(pockets[0]):
            if side == player:
                mancalas[player] += 1
                stones -= 1
                if not stones:
                    break
            side = 1 - side
            place = len(pockets[0]) - 1 if side == 0 else 0
        pockets[side][place] += 1
        stones -= 1
        if not stones:
            if side == player and pockets[side][place] == 1:
                mancalas[player] += pockets[1 - side][place]
                pockets[1 - side][place] = 0
            break
    return pockets, mancalas


def value(pockets, mancalas, player, mover, depth):
    if depth == 0 or not any(pockets[0]) or not any(pockets[1]):
        own, other = (mancalas[side] + sum(pockets[side]) for side in (player, 1 - player))
        return own - other
    values = [
        value(*play(pockets, mancalas, mover, index), player, 1 - mover, depth - 1)
        for index, stones in enumerate(pockets[mover])
        if stones
    ]
    return max(values) if mover == player else min(values)


print("Minimax Mike", flush=True)
player, limit, *_ = map(int, input().split(","))
while True:
    try:
        status, top, bottom = input().split()
    except EOFError:
        break
    if status == "FINAL":
        print()
        continue
    pockets, mancalas = literal_eval(input()), literal_eval(input())
    assert mancalas == type(mancalas)([int(top), int(bottom)])
    print("thinking", file=sys.stderr)
    moves = [index for index, stones in enumerate(pockets[player]) if stones]
    best = max(
        moves,
        key=lambda index: value(*play(pockets, mancalas, player, index), player, 1 - player, 2),
    )
    print(best, flush=True)
