#!/usr/bin/env python3
"""A bot of Reversi for Botzone: it rebuilds the board from the whole game, and takes the square
after which the other side has the fewest. It asserts that its `data` is its own. With the argument
`simple` it reads and writes lines of numbers, with `stays` it keeps running."""

import json
import sys
from itertools import zip_longest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from squares import best, moves, play, start

SIZE = 8
simple, stays = ("simple" in sys.argv, "stays" in sys.argv)


def read_game():
    """The requests, the responses and the data."""
    if not simple:
        game = json.loads(input())
        answers = [(answer["x"], answer["y"]) for answer in game["responses"]]
        return [(asked["x"], asked["y"]) for asked in game["requests"]], answers, game.get("data")
    turns = int(input())
    squares = [tuple(map(int, input().split())) for _ in range(2 * turns - 1)]
    return squares[::2], squares[1::2], None if stays else next(sys.stdin, "").strip() or None


def read_request():
    if simple:
        return tuple(map(int, input().split()))
    request = json.loads(input())
    return request["x"], request["y"]


def put(square, colour):
    column, row = square
    if column >= 0:
        play(board, SIZE, (row, column), colour)
    else:
        assert (column, row) == (-1, -1)
        assert len(board) == 4 or not moves(board, SIZE, colour), "that is no pass"


def answer():
    row, column = best(board, SIZE, own) if moves(board, SIZE, own) else (-1, -1)
    put((column, row), own)
    turn = len(requests)
    if simple:
        print(f"{column} {row}\n{len(board)} discs\nturn {turn}", flush=True)
    else:
        said = {"response": {"x": column, "y": row}, "data": f"turn {turn}", "debug": len(board)}
        print(json.dumps(said), flush=True)


board = start(SIZE)
requests, responses, data = read_game()
own = 1 if requests[0][0] < 0 else 2
for request, response in zip_longest(requests, responses):
    put(request, 3 - own)
    if response is not None:
        put(response, own)
assert data in (None, *(f"turn {turn}" for turn in range(1, len(requests)))), data
answer()
while stays:
    print(">>>BOTZONE_REQUEST_KEEP_RUNNING<<<", flush=True)
    try:
        requests.append(read_request())
    except EOFError:
        break
    put(requests[-1], 3 - own)
    answer()
