"""`patterns`: an estimate of the final margin of a game of Othello on the board of 8x8, in discs.

A pattern is a group of squares, such as an edge and the squares diagonal to its corners. For all
ways in which discs can stand on it there is a weight, the same wherever the board, turned or
mirrored, has the pattern. The value is the sum of the weights of all patterns, of one for the moves
of the side to move, and of one for the number of empty squares. The weights of the first two are
given for some numbers of empty squares; between them they change in a straight line. They are a
least-squares fit to games of this engine, see tests/benchmarks/fit_othello.py. Source: Michael
Buro, "Improving heuristic mini-max search by supervised learning", Artificial Intelligence
134(1-2), 2002, whose patterns these are.

The file with the weights begins with two lines of text, the second with the CRC-32 of the rest.
zlib compresses the rest: numbers of 16 bits in hundredths of a disc, first the lower bytes of all,
then the higher. For each phase there is a weight for each number of each shape, then for each
number of moves; at the end of all one for each number of empty squares.
"""

from __future__ import annotations

import re
import sys
import zlib
from array import array
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from owari.engine.evaluation import Evaluation
from owari.engine.othello_counts import both
from owari.engine.othello_estimate import FITTED, HUNDREDTHS
from owari.errors import BadInput
from owari.games.game import Kind
from owari.games.othello import OthelloPosition, OthelloRules

SHAPES = (
    "a1b1c1d1e1f1g1h1b2g2",
    "a1b1c1a2b2c2a3b3c3",
    "a1b1c1d1e1a2b2c2d2e2",
    "a2b2c2d2e2f2g2h2",
    "a3b3c3d3e3f3g3h3",
    "a4b4c4d4e4f4g4h4",
    "a1b2c3d4e5f6g7h8",
    "a2b3c4d5e6f7g8",
    "a3b4c5d6e7f8",
    "a4b5c6d7e8",
    "a5b6c7d8",
)
"""The squares of each pattern at one of its places."""
SIZE = 8
PHASES = tuple(range(4, 61, 8))
"""Numbers of empty squares that have weights of their own."""
_BETWEEN = PHASES[1] - PHASES[0]
MOST_MOVES = 39
"""More moves count as so many."""
OF_MOVES: int = sum(3 ** (len(shape) // 2) for shape in SHAPES)
OF_PHASE = OF_MOVES + MOST_MOVES + 1
ALL_WEIGHTS = len(PHASES) * OF_PHASE + SIZE**2 + 1
PACKAGED = Path(__file__).parent / "data" / "othello.patterns"
_MAGIC = b"owari-patterns 1\ncrc32 "
_HEAD = re.compile(_MAGIC + rb"(.{8})\n")


class Place(NamedTuple):
    """A pattern somewhere on the board."""

    begin: int
    """Where the weights of its shape begin in those of a phase."""
    squares: tuple[int, ...]
    mirrored: tuple[int, ...]
    """The order of the squares that is worth the same."""

    def number(self, own: int, other: int) -> int:
        """The place of the weight for these discs.

        In the number with three digits for own discs (2), none (1) and the opponent's (0) the first
        square is the last digit. Of a number and that of its mirror the lower one has the weight.
        """
        return self.begin + min(
            _number(self.squares, own, other), _number(self.mirrored, own, other)
        )


def _number(squares: tuple[int, ...], own: int, other: int) -> int:
    number = 0
    for square in reversed(squares):
        number = 3 * number + 1 + (own >> square & 1) - (other >> square & 1)
    return number


@lru_cache
def places() -> tuple[Place, ...]:
    """All places: those of a shape together, in the order of the eight ways to turn the board."""
    found: list[Place] = []
    begin = 0
    for shape in SHAPES:
        squares = [_square(shape[at : at + 2]) for at in range(0, len(shape), 2)]
        ways = [tuple(_turned(square, turn) for square in squares) for turn in range(8)]
        alike: dict[frozenset[int], list[tuple[int, ...]]] = {}
        for way in ways:
            alike.setdefault(frozenset(way), []).append(way)
        for first, *others in alike.values():
            mirrored = next((order for order in others if order != first), first)
            found.append(Place(begin, first, mirrored))
        begin += int(3 ** len(squares))
    return tuple(found)


def _square(name: str) -> int:
    return (int(name[1]) - 1) * SIZE + "abcdefgh".index(name[0])


def _turned(square: int, turn: int) -> int:
    row, column = divmod(square, SIZE)
    if turn & 1:
        row = SIZE - 1 - row
    if turn & 2:
        column = SIZE - 1 - column
    return column * SIZE + row if turn & 4 else row * SIZE + column


def has_patterns(rules: OthelloRules) -> bool:
    """Whether the weights are for this game."""
    return rules.size == SIZE and not rules.free


@lru_cache(maxsize=1)
def weights() -> array[int]:
    """The weights of the package. Raises BadInput as `read_weights` does."""
    return read_weights(PACKAGED)


def read_weights(path: Path) -> array[int]:
    """The weights of a file. Raises BadInput with a sentence where it cannot be used."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}") from None
    head = _HEAD.match(data)
    if not head:
        raise BadInput(f"{path} has no patterns, or its first lines are damaged")
    body = data[head.end() :]
    if head[1] != b"%08x" % zlib.crc32(body):
        raise BadInput(f"{path} is damaged or cut short: its checksum is wrong")
    planes = zlib.decompress(body)
    raw = bytearray(2 * ALL_WEIGHTS)
    raw[::2], raw[1::2] = planes[:ALL_WEIGHTS], planes[ALL_WEIGHTS:]
    found = array("h", bytes(raw))
    if sys.byteorder == "big":
        found.byteswap()
    return found


def in_file(weights: array[int]) -> bytes:
    """The contents of the file with these weights."""
    low = bytes(weight & 255 for weight in weights)
    high = bytes(weight >> 8 & 255 for weight in weights)
    body = zlib.compress(low + high, 9)
    return _MAGIC + b"%08x\n" % zlib.crc32(body) + body


def _estimate(position: OthelloPosition) -> int:
    if not has_patterns(position.rules):
        return FITTED.horizon(position)
    mine, theirs = both(position)
    empty = mine.empty.bit_count()
    numbers = [place.number(mine.own, theirs.own) for place in places()]
    numbers.append(OF_MOVES + min(mine.mobility(), MOST_MOVES))
    total = weights()[len(PHASES) * OF_PHASE + empty]
    total += sum(_between(number, empty) for number in numbers)
    most = HUNDREDTHS * SIZE**2
    return min(max(total, -most), most)


def _between(number: int, empty: int) -> int:
    """A weight at a number of empty squares, in whole hundredths."""
    past = min(max(empty, PHASES[0]), PHASES[-1]) - PHASES[0]
    phase = min(past // _BETWEEN, len(PHASES) - 2)
    part = past - _BETWEEN * phase
    low, high = (weights()[each * OF_PHASE + number] for each in (phase, phase + 1))
    return (low * (_BETWEEN - part) + high * part + _BETWEEN // 2) // _BETWEEN


PATTERNS = Evaluation(
    "patterns",
    "an estimate of the final margin by patterns of discs; on other boards than 8x8 it is fitted",
    Kind.ESTIMATED,
    _estimate,
    unit=HUNDREDTHS,
)
