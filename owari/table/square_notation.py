"""How people type moves and boards of Othello."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from owari.games.game import Illegality, IllegalMove, Move, Position, Side
from owari.games.numbering import SQUARES, Numbering
from owari.games.othello import BLACK, EMPTY, WHITE, OthelloRules
from owari.table.events import Content
from owari.table.notation import BoardFormat, Notation
from owari.table.remote_screen import PARTIES, Screen

__all__ = ["SquareNotation"]

_AS_WRITTEN = str.maketrans({",": " ", "/": " ", ".": EMPTY})


class SquareNotation(Notation):
    """Moves are squares, and a board is its rows."""

    rules: OthelloRules

    @property
    def board(self) -> BoardFormat:
        """The form of a board after `check`."""
        half = self.rules.size // 2 - 1
        row = f"{EMPTY * half}XO{EMPTY * half}"
        example = f"{EMPTY * len(row)}/{row}/..."
        return BoardFormat("ROWS", "their rows from the top, of X, O and -", example)

    def ways_to_play(self, numbering: Numbering[Any]) -> list[tuple[str, str]]:
        """What a person types to make a move, and the effect, for the list of commands."""
        name = numbering.format(self.rules, self.rules.parse_move(self.example))
        effect = f"puts a disc there, such as {name}; a side without a move passes by itself"
        return [("a square", effect)]

    def names(self, position: Position, numbering: Numbering[Any]) -> dict[str, Move]:
        """The moves by their names; the board's own names always count too."""
        return super().names(position, SQUARES) | super().names(position, numbering)

    def objection(self, position: Any, move: Move, typed: str, error: IllegalMove) -> str:
        """Why the disc cannot go there, with the name of the square as it was typed."""
        match error.kind:
            case Illegality.MAY_NOT_PASS:
                return f"{PARTIES[position.turn].subject} have a move and may not pass"
            case Illegality.OCCUPIED:
                return f"the square {typed} already has a disc"
            case Illegality.NO_FLIP:
                return f"a disc on {typed} flips no disc"
            case Illegality.NO_NEIGHBOUR:
                return f"the square {typed} touches no disc"
        return str(error)

    def contents(self, position: Position) -> Sequence[Content]:
        """The marks of all squares."""
        return str(position).split()[0]

    def pieces(self, contents: Sequence[Content]) -> int:
        """All discs."""
        return sum(content != EMPTY for content in contents)

    def read_their_board(self, ours: Any, text: str) -> Position:
        """The board of the other screen row by row. Commas or slashes may separate rows, and a dot
        is an empty square. Black is Black on both screens. Raises BadPosition."""
        words = text.upper().translate(_AS_WRITTEN).split()
        if len("".join(words)) <= self.rules.size**2:
            words.append(BLACK if ours.turn is ours.black else WHITE)
        theirs = self.rules.parse_position(" ".join(words))
        return theirs if theirs.black is ours.black else theirs.turned()

    def place(self, cell: int, screen: Screen) -> str:
        """A square, with its name on the other screen where that differs."""
        here, there = self.rules.cell_name(Move(cell)), screen.name(self.rules, Move(cell))
        return f"square {here}" + (f", {there} on their screen" if there != here else "")

    def shown(self, content: Content) -> str:
        """The mark of a disc, or `empty`."""
        return "empty" if content == EMPTY else str(content)

    def end(self, position: Any, screen: Screen | None) -> str:
        """Why no disc can follow."""
        score = position.score()
        if score.south + score.north == self.rules.size**2:
            return "the board is full"
        for side in Side:
            if not score.stones(side):
                return f"{position.colour(side)} has no disc left"
        return "neither side has a move"
