"""How people type moves and boards of a game at the table. The base class serves any game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from owari.games.game import Game, IllegalMove, Move, Position
from owari.games.numbering import Numbering
from owari.report.families import report_of
from owari.table.events import Content
from owari.table.remote_screen import PARTIES, Screen

__all__ = ["BoardFormat", "Notation"]


class BoardFormat(NamedTuple):
    """How a person types the board of the other screen after `check`."""

    usage: str
    """Its form in the list of commands."""
    description: str
    """The same as a noun in a sentence."""
    example: str


class Notation:
    """The notation of one game. Subclasses may use `Any` for their own rules and positions."""

    chains = False
    """Whether a line may hold several moves of one turn, such as `2-5`."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules

    @property
    def example(self) -> str:
        """The name of a legal first move."""
        rules: Game = self.rules
        return rules.cell_name(rules.start().legal_moves()[-1])

    @property
    def board(self) -> BoardFormat:
        """The form of a board after `check`."""
        return BoardFormat("POSITION", "their position as text", str(self.rules.start()))

    def ways_to_play(self, numbering: Numbering[Any]) -> list[tuple[str, str]]:
        """What a person types to make a move, and the effect, for the list of commands."""
        return [(f"a {report_of(self.rules).cell}", "makes this move")]

    def names(self, position: Position, numbering: Numbering[Any]) -> dict[str, Move]:
        """The moves by their names on our board in capitals, legal or not."""
        rules: Game = self.rules
        labels = numbering.labels(rules, position.turn)
        cells = map(Move, rules.cells(position.turn))
        names = {label.upper(): move for label, move in zip(labels, cells, strict=True)}
        return names | {str(move).upper(): move for move in rules.moves_without_cell}

    def objection(self, position: Any, move: Move, typed: str, error: IllegalMove) -> str:
        """Why the move is illegal, in the terms of who typed it: `typed` is their name for it."""
        return str(error)

    def contents(self, position: Position) -> Sequence[Content]:
        """The contents of all places of the board, in the order of their numbers."""
        return (str(position),)

    def pieces(self, contents: Sequence[Content]) -> int | None:
        """The number of stones or discs among the contents; None in games without a count."""
        return None

    def read_their_board(self, ours: Any, text: str) -> Position:
        """The board of the other screen as a position of our board. The side to move is ours where
        the text does not name it. Raises BadPosition."""
        theirs: Position = self.rules.parse_position(text)
        return theirs.turned()

    def place(self, cell: int, screen: Screen) -> str:
        """A place of our board, and its name on the other screen."""
        return "the position"

    def shown(self, content: Content) -> str:
        """The content of a place in a sentence."""
        return str(content)

    def end(self, position: Any, screen: Screen | None) -> str:
        """Why the game is over in this position, as a clause."""
        if screen:
            return f"{PARTIES[position.turn].subject} have no move"
        return f"{position.turn} has no move"
