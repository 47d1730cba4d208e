"""Players that do not look ahead: to practise against, and to measure others by."""

from __future__ import annotations

from random import Random

from owari.games.game import Move, Position
from owari.games.othello import OthelloPosition
from owari.players.player import Choice, Clock, StatelessPlayer

__all__ = ["FirstPlayer", "GreedyPlayer", "RandomPlayer"]


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
        def gain(move: Move) -> tuple[int, int]:
            if isinstance(position, OthelloPosition):
                return _discs_turned(position, move)
            child = position.play(move)
            return (child.outcome() or child.score()).margin(position.turn), 0

        return Choice(max(position.legal_moves(), key=gain))


def _discs_turned(position: OthelloPosition, move: Move) -> tuple[int, int]:
    """And on how many edges the square is: a corner is on two."""
    last = position.rules.size - 1
    edges = sum(place in (0, last) for place in divmod(move.cell, position.rules.size))
    return len(position.flips(move)), edges
