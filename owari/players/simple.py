"""Players that do not look ahead: to practise against, and to measure others by."""

from __future__ import annotations

from random import Random

from owari.games.game import Position
from owari.players.player import Choice, Clock, StatelessPlayer

__all__ = ["FirstPlayer", "GreedyPlayer", "RandomPlayer"]


class FirstPlayer(StatelessPlayer):
    """Sows the lowest pit."""

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
    """Takes the most stones this move, and of equal moves the lowest pit."""

    def choose(self, position: Position, clock: Clock) -> Choice:
        side = position.turn

        def gain(child: Position) -> int:
            return (child.outcome() or child.score()).margin(side)

        return Choice(max(position.legal_moves(), key=lambda move: gain(position.play(move))))
