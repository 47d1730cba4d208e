"""What it takes to sit down at another program's table: one protocol, spoken as a player speaks it.

A dialogue of `owari.programs` asks, a speaker answers; neither has any input or output of its own.
"""

from __future__ import annotations

from typing import Protocol

from owari.errors import BadInput
from owari.games.game import Position, Side
from owari.players.player import Choice, Clock, TimeControl

__all__ = ["Chooser", "Farewell", "Misheard", "Speaker"]


class Chooser(Protocol):
    """Whoever thinks for the speaker."""

    def start(self, position: Position, side: Side, times: TimeControl) -> None:
        """Has at hand what a game needs, before any clock runs."""
        ...

    def choose(self, position: Position, clock: Clock) -> Choice: ...

    def look_ahead(self, depth: int) -> None:
        """The other side wants it to look so many plies ahead from now on."""
        ...


class Misheard(BadInput):
    """A line of which nothing can be made; the text is a sentence."""


class Farewell(Exception):
    """The other side has ended the conversation; the text is what is said to that."""


class Speaker(Protocol):
    def greet(self) -> str:
        """The lines to be said before anything is heard; may be empty."""
        ...

    def hear(self, line: str) -> str:
        """The lines that answer one, which comes without its newline; empty where none is wanted.
        Raises Misheard, after which the conversation goes on, and Farewell."""
        ...
