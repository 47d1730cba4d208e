"""What has happened at the table, as values."""

from __future__ import annotations

from typing import NamedTuple

from owari.games.game import Move, Side
from owari.records.record import Ply
from owari.table.commands import Fix, Play, Undo

__all__ = [
    "BroughtBack",
    "Compared",
    "Content",
    "Difference",
    "Event",
    "Exchanged",
    "Fixed",
    "Moved",
    "Noted",
    "Resigned",
    "Stopped",
    "TakenBack",
]


class Moved(NamedTuple):
    number: int
    """Of the ply, from 1."""
    ply: Ply
    line: tuple[Move, ...] = ()
    """What the mover expects, its own move first."""


class TakenBack(NamedTuple):
    plies: tuple[Ply, ...]
    """Those that are gone; none when it was a resignation."""


class Fixed(NamedTuple):
    number: int
    was: Move
    now: Ply
    dropped: tuple[Ply, ...]
    """The plies at the end that became illegal, the first of them and all behind it."""


class Exchanged(NamedTuple):
    """Who moves first is another."""

    first: Side
    kept: int
    """Plies."""
    dropped: tuple[Ply, ...]
    """Those that were in the game and have no place in it now; passes come by themselves."""


class BroughtBack(NamedTuple):
    """The game is as it was before the last correction."""


Content = int | str
"""Stones, or the mark of a square."""


class Difference(NamedTuple):
    cell: int
    """A pit, goal or square of our board."""
    ours: Content
    theirs: Content
    """What their screen shows there."""


class Compared(NamedTuple):
    differences: tuple[Difference, ...]
    turn_differs: bool
    """Their screen has another side to move."""
    missing_move: bool
    """Their screen shows the board before it was changed last."""
    remedies: tuple[Play | Undo | Fix, ...]
    """Any one of these would make the boards the same."""
    pieces: int
    """The stones or discs that their screen shows in all."""


class Noted(NamedTuple):
    number: int
    """Of the ply with which the remark is kept, from 1."""


class Resigned(NamedTuple):
    side: Side


class Stopped(NamedTuple):
    side: Side


Event = Moved | TakenBack | Fixed | Exchanged | BroughtBack | Compared | Noted | Resigned | Stopped
