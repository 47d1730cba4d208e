"""The words and boards of Othello."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from owari.games.game import PASS, Move, Side
from owari.games.numbering import Numbering
from owari.games.othello import BLACK, EMPTY, WHITE, OthelloPosition, OthelloRules
from owari.report import othello_rules
from owari.report.family_report import FamilyReport, to_move

__all__ = ["SquareReport"]

PLAYABLE = othello_rules.PLAYABLE


class SquareReport(FamilyReport):
    """Draws the board with its coordinates."""

    cell = "square"
    gains = "flips"

    def disc(self, position: OthelloPosition, side: Side) -> str:
        """X for Black, O for White."""
        return BLACK if side is position.black else WHITE

    def draw(
        self, position: OthelloPosition, south: str, north: str, numbering: Numbering[Any]
    ) -> str:
        """X is Black, O is White, and a star is a square where the side to move may put a disc.

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

        def line(head: str, marks: Iterable[str]) -> str:
            return f"{head:>{left}}" + "".join(f" {mark:>{width}}" for mark in marks)

        def count(side: Side, owner: str) -> str:
            discs = position.score().stones(side)
            return f"    {self._owner(position, side, owner)}: {discs}{to_move(position, side)}"

        lines = [
            line(rows[first], marks[first : first + size]) for first in range(0, size**2, size)
        ]
        lines[0] += count(Side.NORTH, north)
        lines[-1] += count(Side.SOUTH, south)
        return "\n".join((line("", columns[:size]), *lines))

    def describe(
        self, position: OthelloPosition, south: str, north: str, numbering: Numbering[Any]
    ) -> str:
        """Names the discs row by row from the top.

        d4 O, e4 X.
        d5 X, e5 O.
        All other rows are empty.
        North, White (O): 2 discs.
        South, Black (X), to move: 2 discs; may play d3, c4, f5, e6.
        """
        rules, size = position.rules, position.rules.size
        names = numbering.labels(rules, position.turn)
        contents = str(position).split()[0]
        lines = []
        for row in range(size):
            squares = range(row * size, (row + 1) * size)
            held = [f"{names[s]} {contents[s]}" for s in squares if contents[s] != EMPTY]
            if held:
                lines.append(f"{', '.join(held)}.")
        if len(lines) < size:
            lines.append("All other rows are empty.")
        for side, owner in ((Side.NORTH, north), (Side.SOUTH, south)):
            held_by = position.score().stones(side)
            discs = f"{held_by} disc{'' if held_by == 1 else 's'}"
            head = f"{self._owner(position, side, owner)}{to_move(position, side)}"
            playable = [names[move.cell] for move in position.legal_moves() if move != PASS]
            may = f"; may play {', '.join(playable)}" if side is position.turn and playable else ""
            lines.append(f"{head}: {discs}{may}.")
        return "\n".join(lines)

    def summary(self, rules: OthelloRules) -> str:
        """A sentence of board, moves and end."""
        return othello_rules.in_a_sentence(rules)

    def rules(self, rules: OthelloRules, board: str) -> list[str]:
        """The paragraphs of all rules."""
        return list(othello_rules.parts(rules, board))

    def _owner(self, position: OthelloPosition, side: Side, owner: str) -> str:
        """`North, White (O)`."""
        return f"{owner}, {position.colour(side)} ({self.disc(position, side)})"


def _coordinates(numbering: Numbering[Any], name: str) -> tuple[str, str]:
    """The row and the column in the name of a square: `f5`, `5f`, `ef` or `5 6`."""
    if numbering.name in ("row-letter", "letters"):
        return name[:-1], name[-1]
    if " " not in name:
        return name[1:], name[0]
    row, column = name.split(" ")
    return (column, row) if numbering.name.startswith("column") else (row, column)
