"""Players that do not look ahead: to practise against, and to measure others by."""

from __future__ import annotations

from random import Random

from owari.games.game import Move, Position
from owari.games.othello import OthelloPosition
from owari.players.player import Choice, Clock, StatelessPlayer

__all__ = ["FirstPlayer", "GreedyPlayer", "RandomPlayer", "greed"]


class FirstPlayer(StatelessPlayer):
    """Plays the lowest pit or square."""

    def choose(self, position: Position, clock: Clock) -> Choice:
        return Choice(position.legal_moves()[0])


class RandomPlayer(StatelessPlayer):
    """Any legal move, from a seed: the same seed makes the same choices."""

    def __init__(self, name: str, *, seed: int) -> None:
        super().__init__(name)
        self.random = Random(seed)

    def choose(self, position: Position, clock: Clock) -> Choice:
        return Choice(self.random.choice(position.legal_moves()))


class GreedyPlayer(StatelessPlayer):
    """Takes the most stones this move, and of equal moves the lowest pit; turns the most discs, and
    of equal squares takes a corner, else one on the edge, else the lowest."""

    def choose(self, position: Position, clock: Clock) -> Choice:
        return Choice(max(position.legal_moves(), key=lambda move: greed(position, move)))


def greed(position: Position, move: Move) -> tuple[int, int]:
    """What the move takes at once, and, among moves that take as much, how good its place is.

    Of squares these are the discs that flip, and on how many edges the square is: a corner is on
    two. Of pits these are the stones by which the mover's margin grows, at the end of the game with
    those that are left, and 0.
    """
    if isinstance(position, OthelloPosition):
        last = position.rules.size - 1
        edges = sum(place in (0, last) for place in divmod(move.cell, position.rules.size))
        return len(position.flips(move)), edges
    child, side = position.play(move), position.turn
    return (child.outcome() or child.score()).margin(side) - position.score().margin(side), 0
