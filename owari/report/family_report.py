"""How one family of games is shown: words, boards and rules. The base class serves any family."""

from __future__ import annotations

from inspect import cleandoc
from typing import Any

from owari.games.game import Position, Side
from owari.games.numbering import Numbering

__all__ = ["FamilyReport", "to_move"]


class FamilyReport:
    """The words, boards and rules of a family without an entry in `report.families`.

    Subclasses may use `Any` in place of the type of their own rules and positions.
    """

    cell = "move"
    """The thing that a move names: `pit`, `square`."""
    cell_before = ""
    """The same word as it stands before a name in a sentence: `pit 4`, but `f5`."""
    sows = "plays"
    """The verb of a move in a list of moves."""
    gains = "wins"
    """The heading over the gains of moves."""

    def disc(self, position: Any, side: Side) -> str:
        """The letter of the side's discs; empty in games without discs."""
        return ""

    def draw(self, position: Any, south: str, north: str, numbering: Numbering[Any]) -> str:
        """The position as lines of ASCII without a newline at the end.

        `south` and `north` stand beside the rows, and the side to move is marked. To see pits from
        the other seat, draw `position.turned()`.
        """
        score = position.score()
        lines = [
            f"{owner}: {score.stones(side)}{to_move(position, side)}"
            for side, owner in ((Side.NORTH, north), (Side.SOUTH, south))
        ]
        return "\n".join((lines[0], str(position), lines[1]))

    def describe(self, position: Any, south: str, north: str, numbering: Numbering[Any]) -> str:
        """The position for a screen reader, in lines that make sense one by one."""
        names = [numbering.format(position.rules, move) for move in position.legal_moves()]
        may = f"\nLegal moves: {', '.join(names)}." if names else ""
        return self.draw(position, south, north, numbering) + may

    def summary(self, rules: Any) -> str:
        """A sentence that tells the game from those of its family."""
        return cleandoc(type(rules).__doc__ or "").split("\n\n")[0].replace("\n", " ")

    def rules(self, rules: Any, board: str) -> list[str]:
        """The paragraphs of all rules; `board` is the start position as `draw` shows it."""
        return [cleandoc(type(rules).__doc__ or ""), board]


def to_move(position: Position, side: Side) -> str:
    """`, to move` for the side to move while the game goes on."""
    return ", to move" if side is position.turn and position.outcome() is None else ""
