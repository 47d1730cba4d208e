"""What differs at a table between games of pits and of squares."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from owari.games.game import Game, IllegalMove, Move, Position
from owari.games.mancala import SowingRules
from owari.games.numbering import Numbering
from owari.games.othello import OthelloRules
from owari.table.events import Content
from owari.table.pit_words import Pits
from owari.table.remote_screen import Screen
from owari.table.square_words import Squares

__all__ = ["Customs", "customs_of"]


class Customs(Protocol):
    """How people speak of a game while they play it."""

    @property
    def chains(self) -> bool:
        """Whether several moves may be typed at once, as `2-5`."""
        ...

    @property
    def example(self) -> str:
        """A pit or square, as the board calls it."""
        ...

    @property
    def board(self) -> tuple[str, str, str]:
        """What is typed behind `check`, as the list of commands shows it, what it is, and an
        example."""
        ...

    def ways_to_play(self, numbering: Numbering[Any]) -> list[tuple[str, str]]:
        """For the list of commands: what is typed to make a move, and what it does."""
        ...

    def names(self, position: Position, numbering: Numbering[Any]) -> dict[str, Move]:
        """What may be understood as a move, legal or not, in capitals; of a game whose pits and
        squares are called in this way on our board."""
        ...

    def objection(self, position: Position, move: Move, typed: str, error: IllegalMove) -> str:
        """What the rules have against the move, where its name is not the board's, or nobody
        speaks of South and North."""
        ...

    def contents(self, position: Position) -> Sequence[Content]:
        """What lies on each pit, goal or square, by their numbers."""
        ...

    def pieces(self, contents: Sequence[Content]) -> int:
        """The stones or discs among these."""
        ...

    def read_their_board(self, ours: Position, text: str) -> Position:
        """What is read from the screen at the other end, as a position of our board; who is to
        move there is who is to move here when it is not said. Raises BadPosition."""
        ...

    def place(self, cell: int, screen: Screen) -> str:
        """A pit, goal or square of our board, and what the screen calls it."""
        ...

    def shown(self, content: Content) -> str:
        """What lies somewhere, as a sentence names it."""
        ...

    def end(self, position: Position, screen: Screen | None) -> str:
        """Why the game is over there."""
        ...


def customs_of(rules: Game) -> Customs:
    match rules:
        case SowingRules():
            return Pits(rules)
        case OthelloRules():
            return Squares(rules)
    raise TypeError(f"no table for {rules.name}")
