"""Positions of Othello with what they are worth, from games of the engine against itself.

A game begins with random moves; then both sides look ahead to the same depth, play now and then a
random move all the same, and play the end out perfectly. The value of a position is a mean of that
of its search and of the negative value of the next position, so it is mostly the result of the
game; where a random move follows, or where the margin is proved, it is that of the search alone.
Source of such means: Richard Sutton, "Learning to predict by the methods of temporal differences",
Machine Learning 3(1), 1988. Needs numpy and the kernel.
"""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import numpy as np

from owari.engine.kernel import othello
from owari.games.game import PASS
from tests.benchmarks.pattern_fit import Samples

RULES = (8, False)
START = (0x0000000810000000, 0x0000001008000000)
ENDGAME = 12
"""Empty squares from which on both sides play perfectly."""
RANDOM_MOVES = ((4, 16), (4, 50))
"""At the beginning: from so many to fewer than so many; the second in a third of the games."""
RANDOM_LATER = 0.08
"""The share of random moves after that."""
NEXT = 0.85
"""The weight of the next position in a value."""
ANYWHERE = (1 << 64) - 1

Board = tuple[int, int]


class Seen(NamedTuple):
    """A position that came up, with what its search said."""

    board: Board
    value: float
    """In discs, for the side to move."""
    final: bool
    """Whether what followed does not matter."""


class Player:
    """Plays both sides, and looks ahead so far with an evaluation of the kernel's."""

    def __init__(self, random: Random, depth: int, evaluation: Any) -> None:
        self.random = random
        self.depth = depth
        self.evaluation = evaluation
        self.engine = othello.Engine(RULES, 1, 1)
        self.prover = othello.Engine(RULES, 1, 1)

    def best(self, board: Board) -> tuple[int, float, bool]:
        """A move, its value in discs, and whether that is proved."""
        if empty(board) <= ENDGAME:
            bounds, _ = self.prover.solve(board, 0.0, 0, 0, None)
            move, margin, _ = max(bounds, key=lambda bound: bound[1])
            return move, margin, True
        value, proved, _, _, line = self.engine.think(
            board, self.depth, 0.0, self.evaluation, True, None
        )
        return line[0], value / 100, proved


def empty(board: Board) -> int:
    return 64 - (board[0] | board[1]).bit_count()


def samples_of(seed: int, games: int, depth: int, evaluation: Any) -> Samples:
    """The positions of so many games."""
    player = Player(Random(seed), depth, evaluation)
    found: list[tuple[int, int, float]] = []
    for _ in range(games):
        found += game(player)
    own, other, values = zip(*found, strict=True)
    return Samples(
        np.array(own, np.uint64), np.array(other, np.uint64), np.array(values, np.float32)
    )


def game(player: Player) -> list[tuple[int, int, float]]:
    """The positions of one game: the discs of the side to move, the others, and the value."""
    random = player.random
    board = START
    at_random = random.randrange(*RANDOM_MOVES[random.random() < 1 / 3])
    seen: list[Seen | None] = []
    while moves := dict(othello.moves(RULES, board)):
        if PASS.cell in moves:
            seen.append(None)
            board = moves[PASS.cell]
        elif at_random > 0:
            at_random -= 1
            board = random.choice(list(moves.values()))
        else:
            move, value, proved = player.best(board)
            anyhow = random.random() < RANDOM_LATER
            seen.append(Seen(board, value, proved or anyhow))
            board = random.choice(list(moves.values())) if anyhow else moves[move]
    return valued(seen, margin(board))


def margin(board: Board) -> float:
    """Of a finished game."""
    own, other = (discs.bit_count() for discs in board)
    left = empty(board)
    return own - other + (left if own > other else -left if own < other else 0)


def valued(seen: list[Seen | None], value: float) -> list[tuple[int, int, float]]:
    """The positions from the last to the first; None is a pass."""
    found = []
    for each in reversed(seen):
        value = -value
        if each is not None:
            value = each.value if each.final else (1 - NEXT) * each.value + NEXT * value
            found.append((*each.board, value))
    return found
