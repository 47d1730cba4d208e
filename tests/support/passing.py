"""A game that comes to a forced pass."""

from __future__ import annotations

from itertools import count
from random import Random

from owari.games.game import Move
from owari.games.othello import OthelloPosition

__all__ = ["to_a_pass"]


def to_a_pass(start: OthelloPosition) -> list[Move]:
    """The moves of the first game by chance in which a side has to pass, up to there."""
    for seed in count():
        chance, position = Random(seed), start
        line: list[Move] = []
        while moves := position.legal_moves():
            if position.forced():
                return line
            line.append(chance.choice(moves))
            position = position.play(line[-1])
    raise AssertionError
