"""What a person may ask for at the table, as values. `str` gives it as it is typed, where it has a
use."""

from __future__ import annotations

from typing import NamedTuple

from owari.errors import BadInput

__all__ = [
    "Board",
    "Check",
    "Command",
    "Depth",
    "First",
    "Fix",
    "GameCommand",
    "Help",
    "Hint",
    "Moves",
    "Note",
    "Play",
    "Quit",
    "Refused",
    "Resign",
    "Save",
    "Undo",
    "View",
]


class Refused(BadInput):
    """Something typed that cannot be; the text is one sentence that says what can."""


class Play(NamedTuple):
    cell: str
    """As typed; which pit it is depends on who is to move."""

    def __str__(self) -> str:
        return self.cell


class Undo(NamedTuple):
    """Back to the last turn whose move was typed, or to the game before the last correction."""

    def __str__(self) -> str:
        return "undo"


class Fix(NamedTuple):
    """Another pit or square for a ply that was entered wrongly, here or at the other screen; the
    later ones stay as they were entered, as far as they are legal then."""

    ply: int
    """From 1."""
    cell: str

    def __str__(self) -> str:
        return f"fix {self.ply} {self.cell}"


class First(NamedTuple):
    """The other side moves first: both play the moves that they have played, in turn, as far as
    these are legal then."""

    who: str
    """`us` or `them`."""


class Check(NamedTuple):
    board: str
    """Read from the other screen, in that screen's order."""


class Note(NamedTuple):
    text: str


class Resign(NamedTuple):
    who: str
    """`us` or `them` in a relay; empty for the side to move."""


class Depth(NamedTuple):
    plies: int


class View(NamedTuple):
    view: str
    """ours, theirs or both."""


class Save(NamedTuple):
    path: str


class Hint(NamedTuple):
    pass


class Moves(NamedTuple):
    pass


class Board(NamedTuple):
    pass


class Help(NamedTuple):
    pass


class Quit(NamedTuple):
    pass


GameCommand = Play | Undo | Fix | First | Check | Note | Resign
"""What concerns the game, and so the session."""

Command = GameCommand | Depth | View | Save | Hint | Moves | Board | Help | Quit
"""The others concern what is shown and who plays, and so the console."""
