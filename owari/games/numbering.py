"""The ways people name a pit or a square."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from owari.games.family import FamilyTable
from owari.games.game import PASS, SWAP, BadMove, Game, Move, Side
from owari.games.mancala import SowingRules
from owari.games.othello import OthelloRules

__all__ = [
    "BOARD",
    "NUMBERINGS",
    "OTHELLO_NUMBERINGS",
    "OWN_FROM_0",
    "SQUARES",
    "Numbering",
    "numberings",
]

Rules = TypeVar("Rules", bound=Game)


@dataclass(frozen=True, slots=True)
class Numbering(Generic[Rules]):
    """A scheme of labels. `label(rules, cell, side)` names one of the pits or squares of a side."""

    name: str
    summary: str
    label: Callable[[Rules, int, Side], str]

    def labels(self, rules: Rules, side: Side) -> tuple[str, ...]:
        """What a side's pits or squares are called, in the order of their numbers."""
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


def _place(rules: SowingRules, pit: int, side: Side) -> int:
    """From 0 in sowing order."""
    return pit - rules.row(side)[0]


def _place_as_drawn(rules: SowingRules, pit: int, side: Side) -> int:
    """From 0 at the left."""
    place = _place(rules, pit, side)
    return place if side is Side.SOUTH else rules.pits - 1 - place


def _row_column(rules: OthelloRules, square: int, first: int) -> str:
    row, column = divmod(square, rules.size)
    return f"{row + first} {column + first}"


def _column_row(rules: OthelloRules, square: int, first: int) -> str:
    row, column = divmod(square, rules.size)
    return f"{column + first} {row + first}"


def _backwards(name: str) -> str:
    return name[1:] + name[0]


BOARD: Numbering[SowingRules] = Numbering(
    "board",
    "as the hand-out numbers the board: South 0-5, North 7-12",
    lambda rules, pit, side: str(pit),
)
OWN_FROM_0: Numbering[SowingRules] = Numbering(
    "0-5",
    "0-5 from the mover's own left",
    lambda rules, pit, side: str(_place(rules, pit, side)),
)
SQUARES: Numbering[OthelloRules] = Numbering(
    "board",
    "the letter of the column and the number of the row, from the top left: f5",
    lambda rules, square, side: rules.cell_name(Move(square)),
)

NUMBERINGS: dict[str, Numbering[SowingRules]] = {
    scheme.name: scheme
    for scheme in (
        OWN_FROM_0,
        BOARD,
        Numbering(
            "1-6",
            "1-6 from the mover's own left",
            lambda rules, pit, side: str(_place(rules, pit, side) + 1),
        ),
        Numbering(
            "as-drawn",
            "1-6 from left to right as the board is drawn, for both rows",
            lambda rules, pit, side: str(_place_as_drawn(rules, pit, side) + 1),
        ),
        Numbering(
            "letters",
            "A-F from the mover's own left",
            lambda rules, pit, side: chr(ord("A") + _place(rules, pit, side)),
        ),
    )
}
"""Of the sowing games."""

OTHELLO_NUMBERINGS: dict[str, Numbering[OthelloRules]] = {
    scheme.name: scheme
    for scheme in (
        SQUARES,
        Numbering(
            "row-column",
            "row and column, both from 1 at the top left: 5 6",
            lambda rules, square, side: _row_column(rules, square, 1),
        ),
        Numbering(
            "row-column-0",
            "row and column, both from 0 at the top left: 4 5",
            lambda rules, square, side: _row_column(rules, square, 0),
        ),
        Numbering(
            "column-row",
            "column and row, both from 1 at the top left: 6 5",
            lambda rules, square, side: _column_row(rules, square, 1),
        ),
        Numbering(
            "column-row-0",
            "column and row, both from 0 at the top left: 5 4",
            lambda rules, square, side: _column_row(rules, square, 0),
        ),
        Numbering(
            "row-letter",
            "the number of the row and the letter of the column: 5f",
            lambda rules, square, side: _backwards(rules.cell_name(Move(square))),
        ),
        Numbering(
            "letters",
            "the letter of the row and the letter of the column: ef",
            lambda rules, square, side: "".join(
                chr(ord("a") + place) for place in divmod(square, rules.size)
            ),
        ),
    )
}


_BY_FAMILY: FamilyTable[dict[str, Numbering[Any]]] = FamilyTable(
    "numbering",
    {SowingRules: NUMBERINGS, OthelloRules: OTHELLO_NUMBERINGS},
    default={
        "board": Numbering(
            "board",
            "the board's own numbers",
            lambda rules, cell, side: rules.cell_name(Move(cell)),
        )
    },
)


def numberings(rules: Game) -> dict[str, Numbering[Any]]:
    """The ways to name the pits or squares of a game, by name; every game has `board`."""
    return dict(_BY_FAMILY[rules])
