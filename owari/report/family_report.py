"""How one family of games is shown: words, boards and rules. The base class serves any family."""

from __future__ import annotations

from inspect import cleandoc
from textwrap import fill
from typing import Any

from owari.games.game import Game, Position, Side
from owari.games.numbering import Numbering

_WIDTH = 88
"""Characters of a line in the rules."""


class FamilyReport:
    """The words, boards and rules of a family without an entry in `report.families`. Subclasses may
    use `Any` in place of the type of their own rules and positions."""

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
        return _description(rules).split("\n\n")[0].replace("\n", " ")

    def rules(self, rules: Any, board: str) -> list[str]:
        """The paragraphs of all rules; `board` is the start position as `draw` shows it."""
        return [_description(rules), board]


def _description(rules: Game) -> str:
    """The docstring of the rules. A dataclass without one has its own signature there."""
    kind = type(rules)
    text = cleandoc(kind.__doc__ or "")
    if not text or text.startswith(f"{kind.__name__}("):
        return f"Nobody has described the rules of {rules.name} in words."
    return text


def to_move(position: Position, side: Side) -> str:
    """`, to move` for the side to move while the game goes on."""
    return ", to move" if side is position.turn and position.outcome() is None else ""


def said(heading: str, text: str) -> str:
    """A paragraph of the rules with its heading, in lines."""
    return fill(f"{heading}. {text}", _WIDTH, break_on_hyphens=False)
