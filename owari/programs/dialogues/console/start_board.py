"""Tells on which diagonal a program's discs start, from its output before the first move.

The rules set Black's discs on e4 and d5. Where a program has them on d4 and e5, or counts its rows
from the bottom, its board is the referee's in a mirror. The squares that it marks or lists as
playable decide, else the discs themselves, if the text tells which are Black's.
"""

from __future__ import annotations

import re

from owari.games.othello import BLACK, WHITE, OthelloPosition, OthelloRules
from owari.programs.dialogues.console.square_board_parser import (
    Drawing,
    Marks,
    drawings,
    rises,
    without_drawings,
)
from owari.programs.dialogues.console.square_move_parser import Names, squares_in

__all__ = ["start_is_mirrored"]

_BLACK_IS = re.compile(
    r"\b(?:black|dark)\s*(?:is|=|:|plays|\(|->)[\s\"'(]*(\S)(?!\w)|(?<!\w)(\S)\W*(?:is|=|:|\()\s*(?:black|dark)\b"
    r"|(?<!\w)([A-Za-z@#*+●○])\s*(?:goes|moves|plays|starts|begins)\s*(?:first)?\b",
    re.I,
)
"""The mark of Black, or of the side that moves first."""


def start_is_mirrored(
    text: str, rules: OthelloRules, names: Names, marks: Marks | None = None
) -> bool:
    """Whether the last board in the text is the start in a mirror; False where that is open.
    `marks` are those of its discs that are known."""
    straight = rules.start()
    mirrored = straight.mirrored()
    boards = drawings(text, rules.size, lettered=names.kind == "letters")
    drawing = boards[-1] if boards else None
    here, there = (
        frozenset(move.cell for move in position.legal_moves()) for position in (straight, mirrored)
    )
    if here == there:  # free Othello's, which tell nothing
        here = there = frozenset({-1})
    if drawing:
        marked = _marked(drawing)
        if here in marked or there in marked:
            return there in marked
    plain = without_drawings(text, rules.size)
    listed = {
        found.square for line in plain.split("\n") for found in squares_in(line, rules.size, names)
    }
    if here <= listed or there <= listed:
        return there <= listed and not here <= listed
    if drawing is None:
        return False
    black = _black_mark(text, drawing, straight, marks)
    if black is None and rises(text, rules.size):
        # Nearly all draw the start as the rules have it: what is turned is the numbers of the rows.
        return (
            "X" not in map(str.upper, drawing) or drawing[_discs(straight, BLACK)[0]].upper() != "X"
        )
    return black is not None and drawing[_discs(straight, WHITE)[0]] == black


def _marked(drawing: Drawing) -> list[frozenset[int]]:
    """The squares of each mark."""
    return [
        frozenset(square for square, mark in enumerate(drawing) if mark == one)
        for one in set(drawing)
    ]


def _discs(position: OthelloPosition, colour: str) -> list[int]:
    return [square for square, disc in enumerate(str(position).split()[0]) if disc == colour]


def _black_mark(
    text: str, drawing: Drawing, start: OthelloPosition, marks: Marks | None
) -> str | None:
    """Black's mark, where the four discs of the start have two marks and the text tells which is
    Black's."""
    middle = {drawing[square] for colour in (BLACK, WHITE) for square in _discs(start, colour)}
    if len(middle) != 2 or any(
        len({drawing[square] for square in _discs(start, colour)}) != 1 for colour in (BLACK, WHITE)
    ):
        return None
    if marks:
        return next((mark for mark in middle if marks.get(mark) == BLACK), None)
    if {mark.upper() for mark in middle} == {"B", "W"}:
        return next(mark for mark in middle if mark.upper() == "B")
    told = {next(filter(None, found.groups())) for found in _BLACK_IS.finditer(text)} & middle
    return told.pop() if len(told) == 1 else None
