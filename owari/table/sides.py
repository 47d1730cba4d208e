"""The sides at the table: how people name them, and the names on the other screen of a relay."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from owari.games.game import Game, Move, Side
from owari.games.numbering import Numbering, numberings

SIDES = {"south": Side.SOUTH, "north": Side.NORTH}
RELAY_SIDES = {"us": Side.SOUTH, "them": Side.NORTH, **SIDES}
"""In a relay we are South on our own board."""
UNNAMED = ("our side", "their side")
"""The names of both players in a relay where nobody has given any."""
_LETTERS = {"s": Side.SOUTH, "n": Side.NORTH}
_OWN = ("first", "1st", "me", "i", "us", "we", "ours", "mine")
_OTHER = ("second", "2nd", "them", "they", "theirs")


def read_side(text: str, person: Side | None) -> Side:
    """The side that an answer names. `person` is the side of the only person at the table, who may
    answer `me`. Raises ValueError with a sentence."""
    if side := _named(text, person):
        return side
    if person:
        raise ValueError("the answer is south or north, or first or second for yourself")
    raise ValueError("the answer is south or north")


def read_relay_side(text: str) -> Side:
    """The side that an answer names in a relay. Raises ValueError with a sentence."""
    if side := _named(text, Side.SOUTH):
        return side
    raise ValueError("the answer is us or them; we are South and they are North")


def _named(text: str, person: Side | None) -> Side | None:
    word = text.strip().rstrip(".!").casefold()
    if person and word in _OWN:
        return person
    if person and word in _OTHER:
        return person.other
    return (SIDES | _LETTERS).get(word)


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
