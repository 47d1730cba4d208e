"""The ways people name a pit, and how the board looks from the other seat."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from owari.games.game import SWAP, BadMove, Move, Side
from owari.games.mancala import SowingRules

__all__ = ["BOARD", "NUMBERINGS", "OWN_FROM_0", "Numbering", "across", "from_across"]


def across(pit: int, pits: int) -> int:
    """The number that a pit has for a player who sits on the other side and calls that South.

    `pits` is the number of pits a side. The translation is its own inverse: North's pit 11 of an
    Owari board is pit 4 on a screen whose owner believes to be South, and South's 4 is its 11.
    """
    return (pit + pits + 1) % (2 * pits + 2)


def from_across(move: Move, pits: int) -> Move:
    """The same move as that player calls it; a swap is one from either side."""
    return move if move == SWAP else Move(across(move.pit, pits))


@dataclass(frozen=True, slots=True)
class Numbering:
    """A scheme of labels. `label(pits, place, side)` names a side's pit by its place in sowing
    order, 0 to pits-1."""

    name: str
    summary: str
    label: Callable[[int, int, Side], str]

    def labels(self, rules: SowingRules, side: Side) -> tuple[str, ...]:
        """What a side's pits are called, in sowing order."""
        return tuple(self.label(rules.pits, place, side) for place in range(rules.pits))

    def format(self, rules: SowingRules, move: Move) -> str:
        if move == SWAP:
            return str(move)
        side = rules.owner(move.pit)
        return self.labels(rules, side)[move.pit - rules.row(side)[0]]

    def parse(self, rules: SowingRules, side: Side, text: str) -> Move:
        """The side's move that is called so. Raises BadMove."""
        labels = self.labels(rules, side)
        wanted = text.strip().upper()
        if wanted not in labels:
            raise BadMove(f"{text.strip()!r} is none of {', '.join(labels)}")
        return Move(rules.row(side)[labels.index(wanted)])


BOARD = Numbering(
    "board",
    "as the hand-out numbers the board: South 0-5, North 7-12",
    lambda pits, place, side: str(place if side is Side.SOUTH else pits + 1 + place),
)
OWN_FROM_0 = Numbering("0-5", "0-5 from the mover's own left", lambda pits, place, side: str(place))

NUMBERINGS: dict[str, Numbering] = {
    scheme.name: scheme
    for scheme in (
        OWN_FROM_0,
        BOARD,
        Numbering("1-6", "1-6 from the mover's own left", lambda pits, place, side: str(place + 1)),
        Numbering(
            "as-drawn",
            "1-6 from left to right as the board is drawn, for both rows",
            lambda pits, place, side: str(place + 1 if side is Side.SOUTH else pits - place),
        ),
        Numbering(
            "letters",
            "A-F from the mover's own left",
            lambda pits, place, side: chr(ord("A") + place),
        ),
    )
}
