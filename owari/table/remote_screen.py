"""The other screen of a relay."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from owari.games.game import Game, Move, Side
from owari.games.numbering import Numbering, numberings

__all__ = ["PARTIES", "Party", "Screen"]


class Party(NamedTuple):
    """The words for a side of our board in a relay, as `South` is another side on each screen."""

    subject: str
    possessive: str
    owner: str


PARTIES = {Side.SOUTH: Party("we", "our", "ours"), Side.NORTH: Party("they", "their", "theirs")}


@dataclass(frozen=True, slots=True)
class Screen:
    """The screen of a program that is North on our board and South on its own, which shows the
    board turned."""

    numbering: Numbering[Any] | None = None
    """The names of its pits or squares. By default they are the board's own: in Owari its owner has
    0-5, and we have 7-12."""

    def name(self, rules: Game, move: Move) -> str:
        """The name of a pit or square of our board on this screen."""
        numbering = self.numbering or numberings(rules)["board"]
        return numbering.format(rules, rules.seen_across(move))

    def names(self, rules: Game, side: Side) -> dict[str, Move]:
        """The moves of a side of our board by their names on this screen."""
        moves = map(Move, rules.cells(side))
        return {self.name(rules, move): move for move in moves}
