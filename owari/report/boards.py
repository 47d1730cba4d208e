"""The board as text, drawn as the hand-out draws it."""

from __future__ import annotations

from collections.abc import Iterable

from owari.games.game import Side
from owari.games.mancala import Mancala
from owari.games.numbering import BOARD, Numbering

__all__ = ["draw"]


def draw(
    position: Mancala, *, south: str = "South", north: str = "North", numbering: Numbering = BOARD
) -> str:
    """The position as lines of ASCII without a newline at the end.

    North's row is on top and runs from right to left, South's is at the bottom; North's goal is at
    the left, South's at the right. The pits are named as `numbering` names them, `south` and
    `north` stand beside the rows. To see it from the other seat, draw `position.turned()`.

             12   11   10    9    8    7    North
           +----+----+----+----+----+----+
           |  3 |  3 |  3 |  3 |  3 |  3 |
         0 +----+----+----+----+----+----+ 0
           |  3 |  3 |  3 |  3 |  3 |  3 |
           +----+----+----+----+----+----+
              0    1    2    3    4    5    South, to move
    """
    rules, cells, turn = position
    goes_on = position.outcome() is None
    below, above = (numbering.labels(rules, side) for side in (Side.SOUTH, Side.NORTH))
    width = max(2, *(len(str(stones)) for stones in cells))
    left = str(cells[rules.goal(Side.NORTH)]).rjust(width + 1)
    right = str(cells[rules.goal(Side.SOUTH)])
    margin = " " * (width + 2)
    rule = "+" + f"{'-' * (width + 2)}+" * rules.pits

    def labels(names: Iterable[str], side: Side, owner: str) -> str:
        numbers = "".join(f"  {name:>{width}} " for name in names)
        mark = ", to move" if goes_on and side is turn else ""
        return f"{margin}{numbers}   {owner}{mark}"

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
