"""Boards of squares that a program has drawn for a person, found in its output.

Nobody draws discs alike, but nearly everybody draws as many lines as the board has, each with as
many marks, with or without numbers at its ends and rules between. Which mark is whose is not
asked: a drawing shows a position where each kind of square has marks of its own.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from owari.games.othello import BLACK, EMPTY, WHITE, OthelloPosition

__all__ = ["Drawing", "Marks", "count_discs", "drawings", "marks_of", "without_drawings"]

Drawing = tuple[str, ...]
"""The marks on the squares, row by row; an empty text for a blank."""
Marks = Mapping[str, str]
"""What each mark stands for: X Black, O White, - empty."""

MOST_EMPTY = 3
"""Marks that an empty square may have: a square that can be played often has one of its own."""
_RULE = re.compile(r"[\s+|=_─━┼├┤┬┴┌┐└┘╔╗╚╝═╬╠╣╦╩-]*")
_WALL = re.compile(r"[|│║┃]")


def drawings(text: str, size: int) -> list[Drawing]:
    """Every board in the text, the last one drawn last."""
    return [drawing for _, _, drawing in _found(text.split("\n"), size)]


def without_drawings(text: str, size: int) -> str:
    """The text with empty lines where its boards are."""
    lines = text.split("\n")
    for first, last, _ in _found(lines, size):
        lines[first : last + 1] = [""] * (last + 1 - first)
    return "\n".join(lines)


def marks_of(drawing: Drawing, position: OthelloPosition) -> Marks | None:
    """What the marks stand for if the drawing shows the position; None if it does not."""
    marks: dict[str, str] = {}
    kinds: defaultdict[str, set[str]] = defaultdict(set)
    for mark, kind in zip(drawing, _kinds(position), strict=True):
        if marks.setdefault(mark, kind) != kind:
            return None
        kinds[kind].add(mark)
    one_each = len(kinds[BLACK]) <= 1 and len(kinds[WHITE]) <= 1
    return marks if one_each and len(kinds[EMPTY]) <= MOST_EMPTY else None


def count_discs(drawing: Drawing, marks: Marks) -> int:
    return sum(marks.get(mark, EMPTY) != EMPTY for mark in drawing)


def _kinds(position: OthelloPosition) -> str:
    return str(position)[: position.rules.size**2]


def _found(lines: Sequence[str], size: int) -> Iterator[tuple[int, int, Drawing]]:
    """Each board with its first and its last line. Of more rows than a board has, as a rule of
    dashes above it may look like one, each that many in a row are taken for one."""
    run: list[tuple[int, list[str]]] = []
    for number, line in enumerate(lines):
        cells = _cells(line, size)
        if cells:
            run.append((number, cells))
            run = run[-size:]
            if len(run) == size:
                yield run[0][0], number, tuple(cell for _, row in run for cell in row)
        elif not _RULE.fullmatch(line):
            run = []


def _cells(line: str, size: int) -> list[str] | None:
    """The marks of a line if it can be a row; a line of numbers that rise is a heading."""
    walls = _WALL.split(line)
    if len(walls) > size:
        walls = [cell.strip() for cell in walls]
        for row in (walls[1 : size + 1], walls[:size], walls[2 : size + 2]):
            if len(row) == size and all(len(cell) <= 1 for cell in row) and any(row):
                return None if _is_heading(row) else row
        return None
    words = re.sub(r"[|│║┃:]", " ", line).split()
    if len(words) in (1, 2, 3) and any(len(word) == size for word in words):
        (row_word, *more) = (word for word in words if len(word) == size)
        return None if more or _is_heading(list(row_word)) else list(row_word)
    labels = len(words) - size
    if labels not in (0, 1, 2) or size > len(words):
        return None
    starts = (0,) if labels == 0 else (1,) if labels == 2 else (1, 0)
    for start in starts:
        row = words[start : start + size]
        ends = words[:start] + words[start + size :]
        if all(len(cell) == 1 for cell in row) and all(map(_is_label, ends)):
            return None if _is_heading(row) else row
    return None


def _is_label(word: str) -> bool:
    return bool(re.fullmatch(r"\W?(?:\d{1,2}|[A-Pa-p])\W?", word))


def _is_heading(row: Sequence[str]) -> bool:
    """`a b c d` or `1 2 3 4`."""
    codes = [ord(cell) if cell else 0 for cell in row]
    return all(after - before in (1, -9) for before, after in pairwise(codes))
