"""A record as the texts of its games, found without a look at their moves."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

__all__ = ["TAG_VALUE", "GameText", "game_texts"]

TAG_VALUE = r'(?:[^"\\\n]|\\.)*'
_TAG = rf'\[\s*\w+\s+"{TAG_VALUE}"\s*\]'
_GAME = re.compile(rf"(?>\s*(?:{_TAG}\s*+)++)(?:[^\[{{]++|\{{[^}}]*+\}})++(?={_TAG}|\Z)")
"""The tags of a game, its moves with their comments, and then the next game or nothing."""


class GameText(NamedTuple):
    """The text of one game in a record."""

    text: str
    line: int
    """The number of its first line in the record, from 1."""


def game_texts(chunks: Iterable[str]) -> Iterator[GameText]:
    """The games of a record that comes in parts, each as soon as it is there.

    Where something is no game, the last text is all that is left: who reads it finds the error.
    """
    rest = ""
    line = 1
    enough = 0
    for number, chunk in enumerate(chunks):
        rest += chunk if number else chunk.removeprefix("\ufeff")
        if len(rest) < enough:
            continue
        at = 0
        while (found := _GAME.match(rest, at)) and found.end() < len(rest):
            yield GameText(found[0], line)
            line += found[0].count("\n")
            at = found.end()
        rest = rest[at:]
        # A game that is not yet whole is looked at again only when twice as much of it is there.
        enough = 2 * len(rest)
    at = 0
    while found := _GAME.match(rest, at):
        yield GameText(found[0], line)
        line += found[0].count("\n")
        at = found.end()
    if rest[at:].strip():
        yield GameText(rest[at:], line)
