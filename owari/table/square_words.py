"""How Othello is spoken of at a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from owari.games.game import PASS, IllegalMove, Move, Position, Side
from owari.games.numbering import SQUARES, Numbering
from owari.games.othello import BLACK, EMPTY, WHITE, OthelloPosition, OthelloRules
from owari.table.events import Content
from owari.table.remote_screen import PARTIES, Screen

__all__ = ["Squares"]


@dataclass(frozen=True, slots=True)
class Squares:
    """Satisfies `Customs`."""

    rules: OthelloRules

    @property
    def chains(self) -> bool:
        return False

    @property
    def example(self) -> str:
        return self.rules.cell_name(self.rules.start().legal_moves()[-1])

    @property
    def board(self) -> tuple[str, str, str]:
        half = self.rules.size // 2 - 1
        row = f"{EMPTY * half}XO{EMPTY * half}"
        return "ROWS", "its rows from the top, of X, O and -", f"{EMPTY * len(row)}/{row}/..."

    def ways_to_play(self, numbering: Numbering[Any]) -> list[tuple[str, str]]:
        name = numbering.format(self.rules, self.rules.parse_move(self.example))
        return [("a square", f"puts a disc there, as in {name}; who cannot move passes by itself")]

    def names(self, position: Position, numbering: Numbering[Any]) -> dict[str, Move]:
        """A square may always be called as the board calls it, which nothing else can mean."""
        names = {str(PASS).upper(): PASS}
        for scheme in (SQUARES, numbering):
            labels = scheme.labels(self.rules, position.turn)
            names |= {label.upper(): Move(square) for square, label in enumerate(labels)}
        return names

    def objection(self, position: Position, move: Move, typed: str, error: IllegalMove) -> str:
        if move == PASS:
            return f"{PARTIES[position.turn].subject} have a move and may not pass"
        return str(error).replace(self.rules.cell_name(move), typed)

    def contents(self, position: Position) -> Sequence[Content]:
        return str(position).split()[0]

    def pieces(self, contents: Sequence[Content]) -> int:
        return sum(content != EMPTY for content in contents)

    def read_their_board(self, ours: Position, text: str) -> Position:
        """Row by row, which commas or slashes may separate, empty squares also as dots. What is
        Black here is Black there."""
        position = cast(OthelloPosition, ours)
        words = text.upper().translate(_AS_WRITTEN).split()
        if len("".join(words)) <= self.rules.size**2:
            words.append(BLACK if position.turn is position.black else WHITE)
        theirs = self.rules.parse_position(" ".join(words))
        return theirs if theirs.black is position.black else theirs.turned()

    def place(self, cell: int, screen: Screen) -> str:
        here, there = self.rules.cell_name(Move(cell)), screen.name(self.rules, Move(cell))
        return f"square {here}" + (f", {there} on their screen" if there != here else "")

    def shown(self, content: Content) -> str:
        return "empty" if content == EMPTY else str(content)

    def end(self, position: Position, screen: Screen | None) -> str:
        score = position.score()
        if score.south + score.north == self.rules.size**2:
            return "the board is full"
        for side in Side:
            if not score.stones(side):
                return f"{position.colour(side)} has no disc left"
        return "neither side has a move"


_AS_WRITTEN = str.maketrans({",": " ", "/": " ", ".": EMPTY})
