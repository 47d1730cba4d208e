"""The ways people name a pit or a square."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from owari.games.game import PASS, SWAP, BadMove, FamilyTable, Game, Move, Side
from owari.games.mancala import SowingRules
from owari.games.othello import OthelloRules

Rules = TypeVar("Rules", bound=Game)


@dataclass(frozen=True, slots=True)
class Numbering(Generic[Rules]):
    """A scheme of labels. `label(rules, cell, side)` names one of the pits or squares of a side."""

    name: str
    title: str
    """A few words, as a narrow list shows them."""
    more: str
    """What they leave open."""
    label: Callable[[Rules, int, Side], str]

    def labels(self, rules: Rules, side: Side) -> tuple[str, ...]:
        """The names of a side's pits or squares, in the order of their numbers."""
        return tuple(self.label(rules, cell, side) for cell in rules.cells(side))

    def format(self, rules: Rules, move: Move) -> str:
        """The name of a move: its label, `swap` or `pass`."""
        if move in (SWAP, PASS):
            return str(move)
        side = next(side for side in Side if move.cell in rules.cells(side))
        return self.label(rules, move.cell, side)

    def parse(self, rules: Rules, side: Side, text: str) -> Move:
        """The side's move that is called so, in either case. Raises BadMove."""
        labels = self.labels(rules, side)
        wanted = " ".join(text.casefold().split())
        for cell, label in zip(rules.cells(side), labels, strict=True):
            if label.casefold() == wanted:
                return Move(cell)
        known = f"{labels[0]} to {labels[-1]}" if len(labels) > MANY else ", ".join(labels)
        raise BadMove(f"{text.strip()!r} is none of {known}")


MANY = 2 * 12
"""Labels that a sentence does not list."""

_Label = Callable[[Any, int, Side], str]


def _own(first: int) -> _Label:
    """Pits counted from this number, from the mover's own left."""
    return lambda rules, pit, side: str(pit - rules.row(side)[0] + first)


def _as_drawn(rules: SowingRules, pit: int, side: Side) -> str:
    place = pit - rules.row(side)[0]
    return str(place + 1 if side is Side.SOUTH else rules.pits - place)


def _pit_letter(rules: SowingRules, pit: int, side: Side) -> str:
    return _letter(pit - rules.row(side)[0])


def _drawn_letter(rules: SowingRules, pit: int, side: Side) -> str:
    return _letter(int(_as_drawn(rules, pit, side)) - 1)


def _around(rules: SowingRules, pit: int, side: Side) -> int:
    """The pits before this one on the way around the board."""
    return pit - (side is Side.NORTH)


def _letter(place: int) -> str:
    return chr(ord("A") + place)


def _row_column(first: int) -> _Label:
    """Row and column counted from this number, from the top left."""
    return lambda rules, square, side: " ".join(str(at + first) for at in _places(rules, square))


def _column_row(first: int) -> _Label:
    return lambda rules, square, side: " ".join(
        str(at + first) for at in reversed(_places(rules, square))
    )


def _row_letter(rules: OthelloRules, square: int, side: Side) -> str:
    row, column = _places(rules, square)
    return f"{row + 1}{chr(ord('a') + column)}"


def _letter_row(rules: OthelloRules, square: int, side: Side) -> str:
    row, column = _places(rules, square)
    return f"{chr(ord('a') + column)}{row}"


def _letters(rules: OthelloRules, square: int, side: Side) -> str:
    return "".join(chr(ord("a") + at) for at in _places(rules, square))


def _places(rules: OthelloRules, square: int) -> tuple[int, int]:
    """Row and column from 0."""
    return divmod(square, rules.size)


def _board(rules: Game, cell: int, side: Side) -> str:
    return rules.cell_name(Move(cell))


_OWN_ROW = "each side counts its own row"
_BOTH_ROWS = "as the board is drawn, in both rows"
_TOP_LEFT = "counted from the top left"
_FOR_F5 = f"for the square f5, {_TOP_LEFT}"

BOARD: Numbering[SowingRules] = Numbering(
    "board", "South 0-5, North 7-12", "the numbers of the board", _board
)
OWN_FROM_0: Numbering[SowingRules] = Numbering(
    "0-5", "0-5 from the mover's left", _OWN_ROW, _own(0)
)
SQUARES: Numbering[OthelloRules] = Numbering(
    "board", "column letter, row number: f5", _TOP_LEFT, _board
)


def _by_name(*schemes: Numbering[Rules]) -> dict[str, Numbering[Rules]]:
    return {scheme.name: scheme for scheme in schemes}


NUMBERINGS = _by_name(
    OWN_FROM_0,
    BOARD,
    Numbering("1-6", "1-6 from the mover's left", _OWN_ROW, _own(1)),
    Numbering("as-drawn", "1-6 from left to right", _BOTH_ROWS, _as_drawn),
    Numbering(
        "as-drawn-0",
        "0-5 from left to right",
        _BOTH_ROWS,
        lambda rules, pit, side: str(int(_as_drawn(rules, pit, side)) - 1),
    ),
    Numbering(
        "0-11",
        "South 0-5, North 6-11",
        "on around the board",
        lambda rules, pit, side: str(_around(rules, pit, side)),
    ),
    Numbering(
        "1-12",
        "South 1-6, North 7-12",
        "on around the board",
        lambda rules, pit, side: str(_around(rules, pit, side) + 1),
    ),
    Numbering(
        "1-13",
        "South 1-6, North 8-13",
        "the numbers of the board, counted from 1",
        lambda rules, pit, side: str(pit + 1),
    ),
    Numbering("letters", "A-F from the mover's left", _OWN_ROW, _pit_letter),
    Numbering("letters-as-drawn", "A-F from left to right", _BOTH_ROWS, _drawn_letter),
    Numbering(
        "letters-around",
        "South A-F, North G-L",
        "on around the board",
        lambda rules, pit, side: _letter(_around(rules, pit, side)),
    ),
)
"""The numberings of the sowing games."""

OTHELLO_NUMBERINGS = _by_name(
    SQUARES,
    Numbering("row-column", "row and column from 1: 5 6", _FOR_F5, _row_column(1)),
    Numbering("row-column-0", "row and column from 0: 4 5", _FOR_F5, _row_column(0)),
    Numbering("column-row", "column and row from 1: 6 5", _FOR_F5, _column_row(1)),
    Numbering("column-row-0", "column and row from 0: 5 4", _FOR_F5, _column_row(0)),
    Numbering("row-letter", "row number, column letter: 5f", _FOR_F5, _row_letter),
    Numbering(
        "board-0",
        "column letter, row from 0: f4",
        _FOR_F5,
        _letter_row,
    ),
    Numbering("letters", "row letter, column letter: ef", _FOR_F5, _letters),
)
"""The numberings of Othello."""

_BY_FAMILY: FamilyTable[dict[str, Numbering[Any]]] = FamilyTable(
    "numbering",
    {SowingRules: NUMBERINGS, OthelloRules: OTHELLO_NUMBERINGS},
    default=_by_name(Numbering("board", "the board's own names", "", _board)),
)


def numberings(rules: Game) -> dict[str, Numbering[Any]]:
    """The ways to name the pits or squares of a game, by name; every game has `board`."""
    return dict(_BY_FAMILY[rules])
