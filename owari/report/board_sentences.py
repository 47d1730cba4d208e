"""The board as sentences, line by line, for those who hear it from a screen reader."""

from __future__ import annotations

from typing import Any

from owari.games.game import PASS, Position, Side
from owari.games.mancala import Mancala
from owari.games.numbering import Numbering, numberings
from owari.games.othello import EMPTY, OthelloPosition
from owari.report.vocabulary import colour, disc

__all__ = ["describe"]


def describe(
    position: Position,
    *,
    south: str = "South",
    north: str = "North",
    numbering: Numbering[Any] | None = None,
) -> str:
    """The position in lines that make sense one by one, with the arguments of `boards.draw`.

    Pits are named in the order in which a side sows them, squares row by row from the top.
    """
    numbering = numbering or numberings(position.rules)["board"]
    owners = {Side.NORTH: north, Side.SOUTH: south}
    if isinstance(position, OthelloPosition):
        return _squares(position, owners, numbering)
    assert isinstance(position, Mancala)
    return _pits(position, owners, numbering)


def _pits(position: Mancala, owners: dict[Side, str], numbering: Numbering[Any]) -> str:
    """
    North: pit 7 has 3, pit 8 has 3, pit 9 has 3, pit 10 has 3, pit 11 has 3, pit 12 has 3, goal 0.
    South, to move: pit 0 has 3, pit 1 has 3, ..., pit 5 has 3, goal 0.
    """
    rules, cells, _ = position
    lines = []
    for side, owner in owners.items():
        names = zip(numbering.labels(rules, side), rules.row(side), strict=True)
        pits = ", ".join(f"pit {name} has {cells[pit]}" for name, pit in names)
        lines.append(f"{owner}{_to_move(position, side)}: {pits}, goal {cells[rules.goal(side)]}.")
    return "\n".join(lines)


def _squares(position: OthelloPosition, owners: dict[Side, str], numbering: Numbering[Any]) -> str:
    """
    d4 O, e4 X.
    d5 X, e5 O.
    All other rows are empty.
    North, White (O): 2 discs.
    South, Black (X), to move: 2 discs; may play d3, c4, f5, e6.
    """
    rules, size = position.rules, position.rules.size
    names = numbering.labels(rules, position.turn)
    contents = str(position).split()[0]
    lines = []
    for row in range(size):
        squares = range(row * size, (row + 1) * size)
        held = [f"{names[s]} {contents[s]}" for s in squares if contents[s] != EMPTY]
        if held:
            lines.append(f"{', '.join(held)}.")
    if len(lines) < size:
        lines.append("All other rows are empty.")
    for side, owner in owners.items():
        held_by = position.score().stones(side)
        discs = f"{held_by} disc{'' if held_by == 1 else 's'}"
        head = f"{owner}, {colour(position, side)} ({disc(position, side)})"
        playable = [names[move.cell] for move in position.legal_moves() if move != PASS]
        may = f"; may play {', '.join(playable)}" if side is position.turn and playable else ""
        lines.append(f"{head}{_to_move(position, side)}: {discs}{may}.")
    return "\n".join(lines)


def _to_move(position: Position, side: Side) -> str:
    return ", to move" if side is position.turn and position.outcome() is None else ""
