"""The board as text: of pits as the hand-out draws it, of squares with their coordinates."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from owari.games.game import Move, Position, Side
from owari.games.mancala import Mancala
from owari.games.numbering import Numbering, numberings
from owari.games.othello import EMPTY, OthelloPosition
from owari.report.vocabulary import colour, disc

__all__ = ["PLAYABLE", "draw"]

PLAYABLE = "*"
"""An empty square on which the side to move may put a disc."""


def draw(
    position: Position,
    *,
    south: str = "South",
    north: str = "North",
    numbering: Numbering[Any] | None = None,
) -> str:
    """The position as lines of ASCII without a newline at the end.

    The pits or squares are named as `numbering` names them, by default as the board itself does;
    `south` and `north` stand beside the rows, the side to move is marked. To see pits from the
    other seat, draw `position.turned()`.
    """
    numbering = numbering or numberings(position.rules)["board"]
    if isinstance(position, OthelloPosition):
        return _squares(position, south, north, numbering)
    assert isinstance(position, Mancala)
    return _pits(position, south, north, numbering)


def _pits(position: Mancala, south: str, north: str, numbering: Numbering[Any]) -> str:
    """North's row is on top and runs from right to left, South's is at the bottom; North's goal is
    at the left, South's at the right.

             12   11   10    9    8    7    North
           +----+----+----+----+----+----+
           |  3 |  3 |  3 |  3 |  3 |  3 |
         0 +----+----+----+----+----+----+ 0
           |  3 |  3 |  3 |  3 |  3 |  3 |
           +----+----+----+----+----+----+
              0    1    2    3    4    5    South, to move
    """
    rules, cells, turn = position
    below, above = (numbering.labels(rules, side) for side in (Side.SOUTH, Side.NORTH))
    width = max(2, *(len(str(stones)) for stones in cells))
    left = str(cells[rules.goal(Side.NORTH)]).rjust(width + 1)
    right = str(cells[rules.goal(Side.SOUTH)])
    margin = " " * (width + 2)
    rule = "+" + f"{'-' * (width + 2)}+" * rules.pits
    goes_on = position.outcome() is None

    def labels(names: Iterable[str], side: Side, owner: str) -> str:
        numbers = "".join(f"  {name:>{width}} " for name in names)
        return f"{margin}{numbers}   {owner}{_to_move(goes_on and side is turn)}"

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


def _squares(position: OthelloPosition, south: str, north: str, numbering: Numbering[Any]) -> str:
    """X is Black, O is White, and a star is where the side to move may put a disc. Beside the board
    the discs of both are counted.

            a b c d e f g h
          1 - - - - - - - -    North, White (O): 2
          2 - - - - - - - -
          3 - - - * - - - -
          4 - - * O X - - -
          5 - - - X O * - -
          6 - - - - * - - -
          7 - - - - - - - -
          8 - - - - - - - -    South, Black (X): 2, to move
    """
    rules, size = position.rules, position.rules.size
    playable = set(position.legal_moves())
    contents = str(position).split()[0]
    marks = [
        PLAYABLE if mark == EMPTY and Move(square) in playable else mark
        for square, mark in enumerate(contents)
    ]
    names = [_coordinates(numbering, name) for name in numbering.labels(rules, position.turn)]
    rows, columns = ([name[at] for name in names] for at in (0, 1))
    width = max(map(len, columns[:size]))
    left = max(2, *map(len, rows)) + 2
    goes_on, score = position.outcome() is None, position.score()

    def line(head: str, marks: Iterable[str]) -> str:
        return f"{head:>{left}}" + "".join(f" {mark:>{width}}" for mark in marks)

    def count(side: Side, owner: str) -> str:
        holds = f"{colour(position, side)} ({disc(position, side)}): {score.stones(side)}"
        return f"    {owner}, {holds}{_to_move(goes_on and side is position.turn)}"

    lines = [line(rows[first], marks[first : first + size]) for first in range(0, size**2, size)]
    lines[0] += count(Side.NORTH, north)
    lines[-1] += count(Side.SOUTH, south)
    return "\n".join((line("", columns[:size]), *lines))


def _coordinates(numbering: Numbering[Any], name: str) -> tuple[str, str]:
    """The row and the column in the name of a square: `f5`, `5f`, `ef` or `5 6`."""
    if numbering.name in ("row-letter", "letters"):
        return name[:-1], name[-1]
    if " " not in name:
        return name[1:], name[0]
    row, column = name.split(" ")
    return (column, row) if numbering.name.startswith("column") else (row, column)


def _to_move(it_is: bool) -> str:
    return ", to move" if it_is else ""
