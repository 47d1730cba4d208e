"""Boards that a program has drawn for a person, found in its output.

Nobody draws the board alike, but nearly everybody draws two rows of numbers, North's above South's,
or prints the whole board as a list. The rows are enough to tell a position from its neighbours, so
the goals, wherever they stand, are not looked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from itertools import pairwise
from typing import NamedTuple

from owari.games.mancala import Mancala

__all__ = ["Rows", "Shown", "Style", "rows_of", "rows_shown"]

NEAR = 3
"""South's row stands at most so many lines with numbers below North's."""


class Rows(NamedTuple):
    """The stones of both sides' pits in sowing order."""

    south: tuple[int, ...]
    north: tuple[int, ...]


class Style(Enum):
    """A way to draw a board; the likelier ones first."""

    DRAWN = "North's row from right to left above South's"
    LISTED = "all pits and goals in one line, in board order"
    IN_ORDER = "both rows from left to right in sowing order"
    LISTED_FROM_NORTH = "one line: North's goal and row from right to left, South's row and goal"


class Shown(NamedTuple):
    """One reading of something drawn; the same lines may be read in several styles."""

    style: Style
    rows: Rows


def rows_of(position: Mancala) -> Rows:
    n = position.rules.pits
    return Rows(position.cells[:n], position.cells[n + 1 : -1])


def rows_shown(text: str, pits: int) -> list[Shown]:
    """Every reading of every board in the text, the last one drawn last."""
    found = []
    lines = [numbers for numbers in map(_numbers, text.split("\n")) if numbers]
    lines = [numbers for numbers in lines if not _is_legend(numbers, pits)]
    for index, numbers in enumerate(lines):
        if len(numbers) == 2 * pits + 2:
            listed = Rows(numbers[:pits], numbers[pits + 1 : -1])
            from_north = Rows(numbers[pits + 1 : -1], numbers[pits:0:-1])
            found.append(Shown(Style.LISTED, listed))
            found.append(Shown(Style.LISTED_FROM_NORTH, from_north))
        for north in lines[max(0, index - NEAR) : index]:
            for drawn in _rows(north, pits):
                for south in _rows(numbers, pits):
                    found.append(Shown(Style.DRAWN, Rows(south, drawn[::-1])))
                    found.append(Shown(Style.IN_ORDER, Rows(south, drawn)))
    return found


def _numbers(line: str) -> tuple[int, ...]:
    return tuple(int(word) for word in re.findall(r"\d{1,12}", line))


def _is_legend(numbers: tuple[int, ...], pits: int) -> bool:
    """Whether a line only names the pits, upwards or downwards."""
    if len(numbers) < pits:
        return False
    steps = {after - before for before, after in pairwise(numbers)}
    return steps in ({1}, {-1})


def _rows(numbers: tuple[int, ...], pits: int) -> Iterator[tuple[int, ...]]:
    """What of a line can be a row: all of it, or what stays without a goal or a label at an end."""
    if len(numbers) == 1 and len(str(numbers[0])) == pits > 1:
        yield tuple(int(digit) for digit in str(numbers[0]))
    extra = len(numbers) - pits
    if 0 <= extra <= 2:
        for skipped in range(extra + 1):
            yield numbers[skipped : skipped + pits]
