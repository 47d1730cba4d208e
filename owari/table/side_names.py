"""The sides as people name them in options, answers and commands."""

from __future__ import annotations

from owari.games.game import Side

__all__ = ["RELAY_SIDES", "SIDES", "read_relay_side", "read_side"]

SIDES = {"south": Side.SOUTH, "north": Side.NORTH}
RELAY_SIDES = {"us": Side.SOUTH, "them": Side.NORTH, **SIDES}
"""In a relay we are South on our own board."""
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
