"""One protocol, spoken as a player speaks it to another program's manager.

A dialogue of `owari.programs` asks, a speaker answers; neither has any input or output of its own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from owari.errors import BadInput
from owari.games.game import Position, Side
from owari.players.player import Choice, Clock, TimeControl


class Chooser(Protocol):
    """Whoever thinks for the speaker."""

    def start(self, position: Position, side: Side, times: TimeControl) -> None:
        """Has at hand what a game needs, before any clock runs."""
        ...

    def choose(self, position: Position, clock: Clock) -> Choice:
        """A legal move, in this time."""
        ...

    def look_ahead(self, depth: int) -> None:
        """The other side wants it to look so many plies ahead from now on."""
        ...


class BadRequest(BadInput):
    """A line of which nothing can be made; the text is a sentence."""


@contextmanager
def reading(what: str = "") -> Iterator[None]:
    """Turns a ValueError of a parser into BadRequest, with `what` could not be read before its
    text."""
    try:
        yield
    except ValueError as error:
        raise BadRequest(f"{what}: {error}" if what else str(error)) from None


def check_turn(position: Position) -> None:
    """Raises BadRequest where there is no move to choose."""
    if not position.legal_moves():
        raise BadRequest(f"the request is for a move, and the game is over at {position}")
    if position.forced():
        raise BadRequest(f"the request is for a move, and only a pass is legal at {position}")


class Goodbye(Exception):
    """The other side has ended the conversation; the text is what is said to that."""


class Speaker(ABC):
    """One protocol, spoken as a player speaks it."""

    def greet(self) -> str:
        """The lines to say before anything is heard; empty where there are none."""
        return ""

    @abstractmethod
    def hear(self, line: str) -> str:
        """The lines that answer one, which comes without its newline; empty where none is wanted.
        Raises BadRequest, after which the conversation goes on, and Goodbye."""
