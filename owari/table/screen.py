"""The screen at the other end of a relay."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from owari.games.game import Move, Side
from owari.games.mancala import SowingRules
from owari.games.numbering import BOARD, Numbering, from_across

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

    numbering: Numbering = BOARD
    """How it names the pits; with the hand-out's numbers its owner has 0-5 and we have 7-12."""

    def name(self, rules: SowingRules, move: Move) -> str:
        """What the screen calls a pit of our board."""
        return self.numbering.format(rules, from_across(move, rules.pits))

    def pits(self, rules: SowingRules, side: Side) -> dict[str, Move]:
        """The moves of a side of our board by what the screen calls them."""
        moves = [Move(pit) for pit in rules.row(side)]
        return {self.name(rules, move): move for move in moves}
