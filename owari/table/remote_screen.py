"""The screen at the other end of a relay."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from owari.games.game import Game, Move, Side
from owari.games.numbering import Numbering, numberings

__all__ = ["PARTIES", "Party", "Screen"]


class Party(NamedTuple):
    """A side of our board as we speak of it where there is another screen, on which both sides
    have the other's name."""

    subject: str
    possessive: str
    owner: str


PARTIES = {Side.SOUTH: Party("we", "our", "ours"), Side.NORTH: Party("they", "their", "theirs")}


@dataclass(frozen=True, slots=True)
class Screen:
    """Its owner is North on our board and South on this screen, and so sees the board turned."""

    numbering: Numbering[Any] | None = None
    """How it names the pits or squares, by default as the board does; with the hand-out's numbers
    its owner has 0-5 and we have 7-12."""

    def name(self, rules: Game, move: Move) -> str:
        """What the screen calls a pit or square of our board."""
        numbering = self.numbering or numberings(rules)["board"]
        return numbering.format(rules, rules.seen_across(move))

    def names(self, rules: Game, side: Side) -> dict[str, Move]:
        """The moves of a side of our board by what the screen calls them."""
        moves = map(Move, rules.cells(side))
        return {self.name(rules, move): move for move in moves}
