"""The events at the table, as values."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from owari.games.game import Move, Side
from owari.records.record import Ply
from owari.table.commands import Fix, Play, Undo


class Entered(Enum):
    """Whether our move stands on the other screen: it was announced before a correction, and a move
    of theirs followed it, or none did."""

    NO = "no"
    PERHAPS = "perhaps"
    YES = "yes"


class Moved(NamedTuple):
    """A move was made."""

    number: int
    """Of the ply, from 1."""
    ply: Ply
    line: tuple[Move, ...] = ()
    """The moves that the mover expects, its own move first."""
    entered: Entered = Entered.NO
    """Whether a move of ours stands on the other screen of a relay already."""


class TakenBack(NamedTuple):
    """Moves, or a resignation, were taken back."""

    plies: tuple[Ply, ...]
    """Empty for a resignation."""


class Fixed(NamedTuple):
    """A ply was corrected."""

    number: int
    was: Move
    now: Ply
    dropped: tuple[Ply, ...]
    """The first ply that became illegal and all plies after it."""


class Exchanged(NamedTuple):
    """The other side moves first."""

    first: Side
    kept: int
    """Plies."""
    dropped: tuple[Ply, ...]
    """The plies that became illegal; passes do not count."""


class BroughtBack(NamedTuple):
    """The last correction was undone."""

    number: int | None
    """The ply that was corrected, from 1; None where it was who moves first."""


class Anew(NamedTuple):
    """Our side is to choose a move, in place of one that stands on the other screen."""

    instead: Move


Content = int | str
"""Stones, or the mark of a square."""


class Difference(NamedTuple):
    """A place of the board whose contents differ."""

    cell: int
    """A pit, goal or square of our board."""
    ours: Content
    theirs: Content
    """The content on their screen."""


class Compared(NamedTuple):
    """Our board was compared with their screen."""

    differences: tuple[Difference, ...]
    turn_differs: bool
    """Whether their screen has another side to move."""
    missing_move: bool
    """Whether their screen shows the board before the last change."""
    remedies: tuple[Play | Undo | Fix, ...]
    """Commands, each of which alone makes the boards the same."""
    pieces: int | None
    """All stones or discs on their screen; None in games without a count."""
    together: tuple[tuple[Play | Fix, ...], ...] = ()
    """Where no command alone does: commands one after the other that put one or two plies right,
    and play the moves of theirs that are missing here."""
    behind: bool = False
    """Whether all these take their screen for one that lacks our last move."""
    ahead: bool = False
    """Whether all these take their screen for one with moves of theirs that are missing here."""


class Noted(NamedTuple):
    """A comment was saved."""

    number: int
    """Of the ply with the comment, from 1."""


class Resigned(NamedTuple):
    """A side resigned."""

    side: Side


class Stopped(NamedTuple):
    """The program of a side stopped."""

    side: Side


Event = (
    Moved
    | TakenBack
    | Fixed
    | Exchanged
    | BroughtBack
    | Anew
    | Compared
    | Noted
    | Resigned
    | Stopped
)
