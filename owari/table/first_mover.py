"""Who moves first, as people answer."""

from __future__ import annotations

from owari.games.game import Side

__all__ = ["read_first", "read_first_of_us"]

_SEATS = {"south": Side.SOUTH, "s": Side.SOUTH, "north": Side.NORTH, "n": Side.NORTH}
_MINE = ("first", "1st", "me", "i", "us", "we", "ours", "mine")
_OTHERS = ("second", "2nd", "them", "they", "theirs")


def read_first(text: str, person: Side | None) -> Side:
    """The side that an answer names; `person` is the seat of the only one who could say `me`.
    Raises ValueError with a sentence."""
    if side := _named(text, person):
        return side
    if person:
        raise ValueError("the answer is south or north, or first or second for yourself")
    raise ValueError("the answer is south or north")


def read_first_of_us(text: str) -> Side:
    """The same where we are South and they are elsewhere. Raises ValueError with a sentence."""
    if side := _named(text, Side.SOUTH):
        return side
    raise ValueError("the answer is us or them, which is south or north")


def _named(text: str, person: Side | None) -> Side | None:
    word = text.strip().rstrip(".!").casefold()
    if person and word in _MINE:
        return person
    if person and word in _OTHERS:
        return person.other
    return _SEATS.get(word)
