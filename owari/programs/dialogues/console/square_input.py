"""The lines to type for a square: templates, and the number of the square in a menu."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from owari.games.game import Move
from owari.games.othello import OthelloRules
from owari.players.player import Fault
from owari.programs.dialogues.console.console_settings import INDEX
from owari.programs.dialogues.console.screen import Line
from owari.programs.dialogues.console.square_move_parser import Names, listed_squares
from owari.programs.dialogues.templates import fill
from owari.programs.excerpts import excerpt
from owari.records.record import Termination

__all__ = ["TYPED", "typed_lines"]

TYPED: dict[str, tuple[str, ...]] = {
    "board": ("{square}",),
    "row-letter": ("{row}{letter}",),
    "letters": ("{row_letter}{letter}",),
    "row-column": ("{row} {column}",),
    "row-column-0": ("{row0} {column0}",),
    "column-row": ("{column} {row}",),
    "column-row-0": ("{column0} {row0}",),
}
"""The lines to type in each numbering, where the description has no `types`."""


def typed_lines(
    templates: tuple[str, ...],
    move: Move,
    rules: OthelloRules,
    names: Names,
    shown: Callable[[], str],
) -> list[Line]:
    """The lines for a square. A line with a number of a menu is made when it is typed, from the
    text that is `shown` then."""
    row, column = divmod(move.cell, rules.size)
    square = rules.cell_name(move)
    places: dict[str, Callable[[], str]] = {
        "square": square.__str__,
        "SQUARE": square.upper,
        "letter": square[0].__str__,
        "LETTER": square[0].upper,
        "row": str(row + 1).__str__,
        "column": str(column + 1).__str__,
        "row0": str(row).__str__,
        "column0": str(column).__str__,
        "row_letter": chr(ord("a") + row).__str__,
        INDEX: lambda: _index(shown(), move, rules, names),
    }
    return [
        partial(fill, line, places) if f"{{{INDEX}}}" in line else fill(line, places)
        for line in templates
    ]


def _index(shown: str, move: Move, rules: OthelloRules, names: Names) -> str:
    """The number of the square in the last menu. Raises Fault where no menu has the square."""
    listed = listed_squares(shown, rules.size, names)
    for number, listed_square in reversed(listed):
        if listed_square == move.cell:
            return number
    square = rules.cell_name(move)
    raise Fault(
        Termination.UNREADABLE,
        f"lists moves without {square}, which the rules allow; it last said {excerpt(shown)!r}"
        if listed
        else f"lists no moves in which {square} could be found; it last said {excerpt(shown)!r}",
    )
