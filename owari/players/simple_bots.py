"""Players that do not look ahead, to practise against and to measure other players."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from owari.games.family import FamilyTable
from owari.games.game import Move, Position
from owari.games.othello import OthelloRules
from owari.players.player import Choice, Clock, StatelessPlayer

__all__ = ["FirstPlayer", "GreedyPlayer", "RandomPlayer", "greed"]


class FirstPlayer(StatelessPlayer):
    """Plays the lowest pit or square."""

    def choose(self, position: Position, clock: Clock) -> Choice:
        """The first legal move."""
        return Choice(position.legal_moves()[0])


class RandomPlayer(StatelessPlayer):
    """Plays random legal moves; the same seed gives the same moves."""

    def __init__(self, name: str, *, seed: int) -> None:
        super().__init__(name)
        self.random = Random(seed)

    def _below(self, count: int) -> int:
        """A number below this one, the same in every version of Python."""
        bits, length = self.random.getrandbits, count.bit_length()
        while (number := bits(length)) >= count:
            pass
        return number

    def choose(self, position: Position, clock: Clock) -> Choice:
        """A random legal move."""
        moves = position.legal_moves()
        return Choice(moves[self._below(len(moves))])


class GreedyPlayer(StatelessPlayer):
    """Plays the move that takes most at once, and of equal moves the lowest.

    In Othello, of equal moves a corner comes first, then an edge.
    """

    def choose(self, position: Position, clock: Clock) -> Choice:
        """The move with the largest gain."""
        return Choice(max(position.legal_moves(), key=lambda move: greed(position, move)))


Greed = tuple[int, int]
"""What a move takes at once, and, among moves that take as much, the rank of its place."""


def greed(position: Position, move: Move) -> Greed:
    """What the move takes at once, and the rank of its place."""
    return _GREED[position.rules](position, move)


def _by_margin(position: Position, move: Move) -> Greed:
    """The growth of the mover's margin, at the end of the game with the stones that are left."""
    child, side = position.play(move), position.turn
    return (child.outcome() or child.score()).margin(side) - position.score().margin(side), 0


def _by_flips(position: Any, move: Move) -> Greed:
    """The discs that flip, and the edges that the square lies on: a corner lies on two."""
    last = position.rules.size - 1
    edges = sum(place in (0, last) for place in divmod(move.cell, position.rules.size))
    return position.gain(move), edges


_GREED: FamilyTable[Callable[[Position, Move], Greed]] = FamilyTable(
    "greed", {OthelloRules: _by_flips}, default=_by_margin
)
