"""What stands in squares besides discs: the running numbers of all squares or of the empty ones,
and keys of those that can be played, which are typed for a move."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import takewhile

from owari.programs.dialogues.console.colours import without_colours

_NUMBER = re.compile(r"(\d{1,3})(?:[.:)=]?\s*)(\D?)")
"""The running number of a square, alone or with its mark behind it."""
_TWO_DIGITS = re.compile(r"[0-9]{2}")
_OWN_NAME = re.compile(r"([A-Pa-p])\d{1,2}|\d{1,2}([A-Pa-p])")
_FIRST_KEYS = ("a", "A", "0", "1")
"""Keys of squares begin with one of these."""


def without_names(cells: Sequence[str]) -> Sequence[str]:
    """The squares of a row, blank where one has its own name, such as `c5`."""
    return [
        ""
        if (name := _OWN_NAME.fullmatch(cell))
        and ord((name[1] or name[2]).lower()) - ord("a") == place
        else cell
        for place, cell in enumerate(cells)
    ]


def coordinates_in(rows: Sequence[Sequence[str]]) -> set[str]:
    """The numbers of a board that are the row and the column of their squares: `34`."""
    named = {
        (int(cell[0]) - row, int(cell[1]) - column): cell
        for row, cells in enumerate(rows)
        for column, cell in enumerate(cells)
        if _TWO_DIGITS.fullmatch(cell)
    }
    if set(named) not in ({(0, 0)}, {(1, 1)}):
        return set()
    return {cell for cells in rows for cell in cells if _TWO_DIGITS.fullmatch(cell)}


def keys_in(rows: Sequence[Sequence[str]]) -> set[str]:
    """The keys of a board: letters in order, or numbers, each in one square, all in one colour: the
    most of one, as the last disc of a side may be a number too. Numbers are none beside others in
    it, nor is the first letter alone beside the second one, which may be discs."""
    every = Counter(cell for row in rows for cell in row)
    most: set[str] = set()
    for colour in dict.fromkeys(map(_colour, every)):
        inked = {without_colours(cell): every[cell] for cell in every if _colour(cell) == colour}
        keys = _keys_of(Counter(inked))
        if len(keys) > len(most):
            most = {f"{key}{colour}" for key in keys}
    return most


def _keys_of(counts: Counter[str]) -> set[str]:
    """Those of the marks that are keys, by how often each stands on the board."""
    for first in _FIRST_KEYS:
        following = (_key(first, place) for place in range(len(counts)))
        keys = {*takewhile(lambda key: counts[key] == 1, following)}
        others = {*counts} - keys
        if first.isdecimal():
            is_open = any(map(str.isdecimal, others))
        else:
            is_open = len(keys) == 1 and _key(first, 1) in others
        if keys and not is_open:
            return keys
    return set()


def _colour(cell: str) -> str:
    """The tags of a mark; empty where it has none."""
    return cell[len(without_colours(cell)) :]


def _key(first: str, place: int) -> str:
    return str(int(first) + place) if first.isdecimal() else chr(ord(first) + place)


def besides_keys(marks: Sequence[str]) -> set[str]:
    """The different marks of a row without what may be keys: letters or numbers that stand once,
    each with the one before it or behind it in the row too. All marks of a heading with the name of
    a row before it: `1 1 2 3 4`."""
    found = {*marks}
    ordered = {
        mark
        for mark in found
        if (plain := without_colours(mark)).isalnum()
        and plain.isascii()
        and (len(plain) == 1 or plain.isdecimal())
        and any(f"{_key(plain, step)}{_colour(mark)}" in found for step in (-1, 1))
    }
    if ordered == found:
        return found
    return found - {mark for mark in ordered if marks.count(mark) == 1}


def unnumbered(rows: list[list[str]]) -> tuple[list[list[str]], int | None]:
    """The rows of a board, blank where squares have running numbers, and the first of these; no
    rows where numbers stand that are no marks and do not run."""
    size = len(rows)
    for way in (rows, rows[::-1]):
        starts = {
            int(cell) - number * size - place
            for number, row in enumerate(way)
            for place, cell in enumerate(row)
            if cell.isdecimal()
        }
        if starts in ({0}, {1}):
            blank = [["" if cell.isdecimal() else cell for cell in row] for row in rows]
            return blank, starts.pop()
    is_numbered = any(cell.isdecimal() and len(cell) > 1 for row in rows for cell in row)
    return ([] if is_numbered else rows), None


def numbers_apart(cells: Sequence[str], size: int) -> tuple[Sequence[str], set[str]]:
    """The squares without their running numbers, where all have a number beside a mark; and the
    numbers that stand alone in squares of this row."""
    found = [_NUMBER.fullmatch(cell) for cell in cells]
    starts = {int(each[1]) - place for place, each in enumerate(found) if each}
    if len(starts) == 1 and all(map(_TWO_DIGITS.fullmatch, cells)):
        return cells, {*cells}  # the row and the column of each
    if len(starts) != 1 or starts.pop() % size > 1:
        return cells, set()
    if all(found) and not all(map(str.isdecimal, cells)):
        return [each[2] for each in found if each], set()
    return cells, {cell for cell in cells if cell.isdecimal()}
