"""The words and boards of the sowing games."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from owari.games.game import Side
from owari.games.mancala import Mancala, SowingRules
from owari.games.numbering import Numbering
from owari.report import sowing_rules
from owari.report.family_report import FamilyReport, to_move

__all__ = ["PitReport"]


class PitReport(FamilyReport):
    """Draws the board as the hand-out of the tournament does."""

    cell = "pit"
    cell_before = "pit "
    sows = "sows"

    def draw(self, position: Mancala, south: str, north: str, numbering: Numbering[Any]) -> str:
        """North's row is at the top and runs from right to left, with North's goal at the left.

            12   11   10    9    8    7    North
          +----+----+----+----+----+----+
          |  3 |  3 |  3 |  3 |  3 |  3 |
        0 +----+----+----+----+----+----+ 0
          |  3 |  3 |  3 |  3 |  3 |  3 |
          +----+----+----+----+----+----+
             0    1    2    3    4    5    South, to move
        """
        rules, cells, _ = position
        below, above = (numbering.labels(rules, side) for side in (Side.SOUTH, Side.NORTH))
        width = max(2, *(len(str(stones)) for stones in cells))
        left = str(cells[rules.goal(Side.NORTH)]).rjust(width + 1)
        right = str(cells[rules.goal(Side.SOUTH)])
        margin = " " * (width + 2)
        rule = "+" + f"{'-' * (width + 2)}+" * rules.pits

        def labels(names: Iterable[str], side: Side, owner: str) -> str:
            numbers = "".join(f"  {name:>{width}} " for name in names)
            return f"{margin}{numbers}   {owner}{to_move(position, side)}"

        def row(pits: Iterable[int]) -> str:
            return f"{margin}|" + "".join(f" {cells[pit]:>{width}} |" for pit in pits)

        return "\n".join(
            (
                labels(reversed(above), Side.NORTH, north),
                margin + rule,
                row(reversed(rules.row(Side.NORTH))),
                f"{left} {rule} {right}",
                row(rules.row(Side.SOUTH)),
                margin + rule,
                labels(below, Side.SOUTH, south),
            )
        )

    def describe(self, position: Mancala, south: str, north: str, numbering: Numbering[Any]) -> str:
        """Names the pits of each side in the order of sowing.

        North: pit 7 has 3, pit 8 has 3, ..., pit 12 has 3, goal 0.
        South, to move: pit 0 has 3, pit 1 has 3, ..., pit 5 has 3, goal 0.
        """
        rules, cells, _ = position
        lines = []
        for side, owner in ((Side.NORTH, north), (Side.SOUTH, south)):
            names = zip(numbering.labels(rules, side), rules.row(side), strict=True)
            pits = ", ".join(f"pit {name} has {cells[pit]}" for name, pit in names)
            goal = cells[rules.goal(side)]
            lines.append(f"{owner}{to_move(position, side)}: {pits}, goal {goal}.")
        return "\n".join(lines)

    def summary(self, rules: SowingRules) -> str:
        """A sentence of board, turns and capture."""
        return sowing_rules.in_a_sentence(rules)

    def rules(self, rules: SowingRules, board: str) -> list[str]:
        """The paragraphs of all rules."""
        return list(sowing_rules.parts(rules, board))
