"""The commands at the table, as values. `str` gives a command as a person types it."""

from __future__ import annotations

from typing import NamedTuple

from owari.errors import BadInput
from owari.games.game import Move, Side


class IllegalCommand(BadInput):
    """A command that cannot be carried out; the text is a sentence that says what can."""


class IllegalHere(IllegalCommand):
    """A move of theirs in a relay that is illegal on our board: the boards may have parted."""

    def __init__(self, problem: str, move: Move) -> None:
        super().__init__(problem)
        self.move = move


class Play(NamedTuple):
    """A move of the side to move."""

    cell: str
    """The pit or square as typed; the side to move decides which one it is."""

    def __str__(self) -> str:
        return self.cell


class Undo(NamedTuple):
    """Go back to the last turn that was typed, or to the game before the last correction."""

    def __str__(self) -> str:
        return "undo"


class Fix(NamedTuple):
    """Replace a ply that was entered wrongly; later plies stay as far as they are legal."""

    ply: int
    """From 1."""
    cell: str

    def __str__(self) -> str:
        return f"fix {self.ply} {self.cell}"


class First(NamedTuple):
    """Let a side move first; both sides keep their moves in turn, as far as they are legal."""

    side: Side


class Check(NamedTuple):
    """Compare our board with the other screen."""

    board: str
    """As the other screen shows it."""


class Note(NamedTuple):
    """Keep a comment with the last ply."""

    text: str


class Resign(NamedTuple):
    """Give the game up for a side."""

    side: Side | None
    """None for the side to move."""


class Depth(NamedTuple):
    """Set the look-ahead of the engine."""

    plies: int


class View(NamedTuple):
    """Draw the board of one screen or of both."""

    view: str
    """ours, theirs or both."""


class Save(NamedTuple):
    """Write the game to another file."""

    path: str


class Hint(NamedTuple):
    """Show the best move."""


class Values(NamedTuple):
    """Show what each move is worth."""


class Plan(NamedTuple):
    """Show what the computer player expects after its last move."""


class Moves(NamedTuple):
    """List the plies."""


class Board(NamedTuple):
    """Draw the board again."""


class Help(NamedTuple):
    """List the commands."""


class Quit(NamedTuple):
    """Leave the game, which can continue later."""


GameCommand = Play | Undo | Fix | First | Check | Note | Resign
"""The commands that a session carries out."""

Command = GameCommand | Depth | View | Save | Hint | Values | Plan | Moves | Board | Help | Quit
"""All commands; the console carries the others out."""
