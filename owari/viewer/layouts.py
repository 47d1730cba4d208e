"""What a page needs to draw a position: layout, contents and names of the cells, by family."""

from __future__ import annotations

from typing import Any

from owari.games.family import FamilyTable
from owari.games.game import Game, Move, Position, Side
from owari.games.mancala import SowingRules
from owari.games.numbering import BOARD, Numbering, numberings
from owari.games.othello import BLACK, EMPTY, OthelloRules

__all__ = ["LAYOUTS", "CellLayout", "cell_names", "cells_of", "layout_of"]


class CellLayout:
    """The layout `text` of a family without an entry: its page shows the text of the position.

    Subclasses may use `Any` in place of the type of their own rules and positions.
    """

    def layout(self, position: Any) -> dict[str, Any]:
        """The `Layout` of `types.js`."""
        return {"family": "text"}

    def cells(self, position: Any) -> list[int] | str:
        """The contents of all cells, the `Cells` of `types.js`."""
        return str(position)

    def names(self, rules: Any, numbering: Numbering[Any]) -> list[str]:
        """The names of all cells in the order of `cells`; here all moves, by number."""
        last = max(rules.cells(side)[-1] for side in Side)
        return [numbering.label(rules, cell, Side.SOUTH) for cell in range(last + 1)]


class PitLayout(CellLayout):
    """Two rows of pits and two goals."""

    def layout(self, position: Any) -> dict[str, Any]:
        """The pits a side."""
        return {"family": "pits", "size": position.rules.pits}

    def cells(self, position: Any) -> list[int]:
        """The stones of all pits and goals."""
        return list(position.cells)

    def names(self, rules: Any, numbering: Numbering[Any]) -> list[str]:
        """The labels of the pits. A goal has a number of its own on the board alone."""
        names: list[str] = []
        for side in Side:
            goal = rules.cell_name(Move(rules.goal(side))) if numbering is BOARD else "goal"
            names += (*numbering.labels(rules, side), goal)
        return names


class SquareLayout(CellLayout):
    """A board of squares."""

    def layout(self, position: Any) -> dict[str, Any]:
        """The squares a side, and the side with the black discs."""
        size = position.rules.size
        return {"family": "squares", "size": size, "black": str(position.black).lower()}

    def cells(self, position: Any) -> str:
        """A character a square, row by row from the top: `S`, `N` or `.`."""
        black, white = position.black.value, position.black.other.value
        marks = str(position).split()[0]
        return "".join("." if m == EMPTY else black if m == BLACK else white for m in marks)

    def names(self, rules: Any, numbering: Numbering[Any]) -> list[str]:
        """The labels of the squares."""
        return list(numbering.labels(rules, Side.SOUTH))


LAYOUTS: FamilyTable[CellLayout] = FamilyTable(
    "layout", {SowingRules: PitLayout(), OthelloRules: SquareLayout()}, default=CellLayout()
)


def layout_of(position: Position) -> dict[str, Any]:
    """The `Layout` of a board on which this position stands."""
    return LAYOUTS[position.rules].layout(position)


def cells_of(position: Position) -> list[int] | str:
    """The contents of all cells, the `Cells` of `types.js`."""
    return LAYOUTS[position.rules].cells(position)


def cell_names(rules: Game, numbering: Numbering[Any] | None = None) -> list[str]:
    """The names of all cells as `GameData` has them, by default the board's own."""
    return LAYOUTS[rules].names(rules, numbering or numberings(rules)["board"])
