"""An opening: the position in which a game begins, and the moves that lead to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from owari.games.game import Game, Move, Position, Side

__all__ = ["Opening"]


@dataclass(frozen=True, slots=True)
class Opening:
    """Where a game begins. Both games of a pair begin with the same opening."""

    start: Position
    """The position in which the game begins."""
    moves: tuple[Move, ...] = ()
    """The plies from the start of the rules to this position; empty if they are unknown."""
    name: str = ""

    @classmethod
    def after(
        cls, game: Game, moves: tuple[Move, ...], first: Side = Side.SOUTH, name: str = ""
    ) -> Self:
        """The opening of these plies, of which `first` makes the first. Raises IllegalMove."""
        position = game.start(first)
        for move in moves:
            position = position.play(move)
        return cls(position, moves, name)

    def __str__(self) -> str:
        """The name, or else the plies as records write them, or else the position."""
        rules = self.start.rules
        return self.name or " ".join(map(rules.format_move, self.moves)) or str(self.start)
