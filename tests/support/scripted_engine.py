"""An engine whose answers a test has written down."""

from __future__ import annotations

from owari.games.game import Position, Side
from owari.players.player import Choice, Clock, TimeControl

__all__ = ["Scripted"]


class Scripted:
    """Answers as it was told, and remembers what it was asked."""

    def __init__(self, *choices: Choice) -> None:
        self.choices = list(choices)
        self.asked: list[tuple[Position, Clock]] = []
        self.started: list[Position] = []
        self.depths: list[int] = []

    def start(self, position: Position, side: Side, times: TimeControl) -> None:
        self.started.append(position)

    def look_ahead(self, depth: int) -> None:
        self.depths.append(depth)

    def choose(self, position: Position, clock: Clock) -> Choice:
        self.asked.append((position, clock))
        return self.choices.pop(0)
