"""The opening book: for each position a best move and the proved margin.

One side plays the moves of the book, the other side plays anything. The book holds the positions
that this can reach, with the first side to move, until the kernel proves the rest in a moment.
Margins are those still to come: the stones in the goals do not matter.

The file begins with a few lines of text: the rules, the number of positions and the CRC-32 of the
rest. zlib compresses the rest: the keys in rising order, first the highest bytes of all, then the
next and so on; the pits as places in their row; the margins as signed bytes.
"""

from __future__ import annotations

import re
import sys
import zlib
from array import array
from bisect import bisect_left
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from owari.errors import BadInput
from owari.games.game import Move
from owari.games.mancala import Mancala, SowingRules

PACKAGED = Path(__file__).parent / "data" / "owari.book"
PACKAGED_OPENINGS = PACKAGED.with_name("owari-openings.book")
"""The margins of all positions after one to four plies, be they good or bad; in the same format."""
_MAGIC = b"owari-book 1\nrules "
_KEY_BYTES = 8
_TITLE = re.compile(_MAGIC + rb"(.*)\n")
_HEAD = re.compile(_TITLE.pattern + rb"positions (\d{1,9})\ncrc32 (.{8})\n")


class BadBook(BadInput):
    """A file that cannot be used as a book; the text is one sentence."""


class BookMove(NamedTuple):
    """What the book has of a position, for the side to move."""

    place: int
    """The best move, as a place in the row of that side, from 0."""
    margin: int
    """Stones that this side will still gain under best play, minus those of the opponent."""


class Book:
    """Keys and best moves of positions, in rising order of keys."""

    def __init__(self, rules: SowingRules, moves: Mapping[int, BookMove]) -> None:
        self.rules = rules
        self._keys = array("Q", sorted(moves))
        self._places = array("b", [moves[key].place for key in self._keys])
        self._margins = array("b", [moves[key].margin for key in self._keys])

    def __len__(self) -> int:
        return len(self._keys)

    def find(self, position: Mancala) -> tuple[Move, int] | None:
        """The best move and the final margin for the side to move, if the position is here."""
        key = key_of(position)
        at = bisect_left(self._keys, key)
        if at == len(self._keys) or self._keys[at] != key:
            return None
        margin = position.score().margin(position.turn) + self._margins[at]
        return Move(self.rules.row(position.turn)[self._places[at]]), margin

    def to_bytes(self) -> bytes:
        """The contents of a file."""
        keys = array("Q", self._keys)
        if sys.byteorder == "little":
            keys.byteswap()
        raw = keys.tobytes()
        planes = b"".join(raw[i::_KEY_BYTES] for i in range(_KEY_BYTES))
        body = zlib.compress(planes + self._places.tobytes() + self._margins.tobytes(), 9)
        return _begin(self.rules, len(self)) + b"%08x\n" % zlib.crc32(body) + body

    @classmethod
    def from_bytes(cls, data: bytes, rules: SowingRules, source: str) -> Book:
        """Reads the contents of a file. Raises BadBook with a sentence that names the source."""
        found = _HEAD.match(data)
        if not found:
            raise BadBook(f"{source} is no opening book, or its first lines are damaged")
        title, count, body = found[1], int(found[2]), data[found.end() :]
        if title != _title(rules):
            raise BadBook(f"{source} is a book of other rules")
        if found[3] != b"%08x" % zlib.crc32(body):
            raise BadBook(f"{source} is damaged or cut short: its checksum is wrong")
        raw = zlib.decompress(body)
        keys = bytearray(_KEY_BYTES * count)
        for i in range(_KEY_BYTES):
            keys[i::_KEY_BYTES] = raw[i * count : (i + 1) * count]
        book = cls(rules, {})
        book._keys.frombytes(keys)
        if sys.byteorder == "little":
            book._keys.byteswap()
        book._places.frombytes(raw[_KEY_BYTES * count : (_KEY_BYTES + 1) * count])
        book._margins.frombytes(raw[(_KEY_BYTES + 1) * count :])
        return book


def fits(rules: SowingRules) -> bool:
    """Whether the positions of a game have keys of 64 bits."""
    return bool(_base(rules) ** (2 * rules.pits) <= 1 << 64)


def key_of(position: Mancala) -> int:
    """A number for the stones in the pits as the side to move sees them."""
    rules = position.rules
    base, key = _base(rules), 0
    for side in (position.turn, position.turn.other):
        for pit in rules.row(side):
            key = key * base + position.cells[pit]
    return key


@lru_cache(maxsize=2)
def opening_book(rules: SowingRules, path: Path | None = None) -> Book | None:
    """The book of the package, or another one of it, if it has these rules. A book that cannot be
    used is ignored, and the log says why."""
    try:
        return read_book(rules, path)
    except BadBook as error:
        import logging

        logging.getLogger(__name__).warning(str(error))
        return None


def find_in_book(position: Mancala, path: Path | None = None) -> tuple[Move, int] | None:
    """The best move and the final margin, if the opening book has the position."""
    book = opening_book(position.rules, path)
    in_book = position.ply is None and position.legal_moves()
    return book.find(position) if book and in_book else None


def find_in_openings(position: Mancala) -> tuple[Move, int] | None:
    """The same, if the game can come to this position in its first four plies."""
    return find_in_book(position, PACKAGED_OPENINGS)


def read_book(rules: SowingRules, path: Path | None = None) -> Book | None:
    """The same, read again. Raises BadBook."""
    path = path or PACKAGED
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadBook(f"{path} cannot be read: {error.strerror}") from None
    other = _TITLE.match(data)
    if other and other[1] != _title(rules):
        return None
    return Book.from_bytes(data, rules, str(path))


def _base(rules: SowingRules) -> int:
    return 2 * rules.pits * rules.stones + 1


def _title(rules: SowingRules) -> bytes:
    again = "again" if rules.extra_turn else "once"
    return f"{rules.pits}x{rules.stones} {again} {rules.capture.value}".encode()


def _begin(rules: SowingRules, count: int) -> bytes:
    return _MAGIC + _title(rules) + b"\npositions %d\ncrc32 " % count
