"""What a console program tells a person of the squares it plays, in sentences.

The squares are looked for first, as letter and number or as two numbers; each is then a label like
that of a pit, so that who is said to have played is read as `spoken` reads it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from owari.programs.dialogues.spoken import Trust, readings

__all__ = ["Said", "squares_said"]

MANY = 3
"""Squares in a line from which on it is a list of them."""
MOST = 99
"""Different squares in a text that are told apart."""
_LETTERED = re.compile(
    r"(?<![A-Za-z0-9])[(\[]?\s*([a-p])(?:\s*,\s*)?([1-9]\d?)\s*[)\]]?(?![A-Za-z0-9])", re.I
)
_NUMBERED = re.compile(
    r"\brow\w*\W{0,6}(?P<row>\d{1,2})\b\D{0,24}?\bcol\w*\W{0,6}(?P<column>\d{1,2})\b"
    r"|\bcol\w*\W{0,6}(?P<column_>\d{1,2})\b\D{0,24}?\brow\w*\W{0,6}(?P<row_>\d{1,2})\b"
    r"|[(\[{<]\s*(?P<a>\d{1,2})\s*[,;:\s]\s*(?P<b>\d{1,2})\s*[)\]}>]"
    r"|\[\s*(?P<c>\d{1,2})\s*\]\s*\[\s*(?P<d>\d{1,2})\s*\]"
    r"|(?<![\d.])(?P<e>\d{1,2})\s*,\s*(?P<f>\d{1,2})(?![\d.])",
    re.I,
)
_BARE = re.compile(r"(?<![\d.])(\d{1,2})\s+(\d{1,2})(?![\d.])")
_PLACES = re.compile(r"\b(?:plac(?:es?|ed|ing)|puts?|putting|goes|takes|marks)\b", re.I)
"""Verbs for discs alone."""
_COUNTER = re.compile(r"^\W*(?:move|turn|ply|round)\s*#?\d+\s*[:)]", re.I)


class Said(NamedTuple):
    trust: Trust
    square: int


def squares_said(
    text: str,
    size: int,
    *,
    lettered: bool,
    first: int,
    own: str,
    other: str,
    echo: int | None,
    in_order: bool = False,
) -> list[Said]:
    """What in the text, which holds no drawing, may be the program's move, the surest first, or
    else `in_order` as it stands there.

    Squares are `lettered` (f5), or rows and columns that count from `first`. `own` and `other` are
    the colours of both, `echo` is the square of the opponent's move.
    """
    labels: list[int] = []

    def label(square: int) -> str:
        if square not in labels:
            labels.append(square)
        return f" {labels.index(square)} "

    lines = [_labelled(line, size, lettered, first, label) for line in text.split("\n")]
    found = readings(
        "\n".join(lines),
        own_side=own,
        other_side=other,
        typed=[str(labels.index(echo))] if echo in labels else (),
        in_order=in_order,
    )
    known = {str(number): square for number, square in enumerate(labels[:MOST])}
    return [Said(each.trust, known[each.label]) for each in found if each.label in known]


def _labelled(line: str, size: int, lettered: bool, first: int, label: Callable[[int], str]) -> str:
    """The line with a label for each square, and without other numbers."""
    line = _PLACES.sub("plays", _COUNTER.sub("", line))
    squares: list[tuple[int, int, int]] = []
    for found in (_LETTERED if lettered else _NUMBERED).finditer(line):
        row, column = _lettered(found) if lettered else _numbered(found, first)
        if 0 <= row < size and 0 <= column < size:
            squares.append((found.start(), found.end(), row * size + column))
    if not lettered and not squares and len(re.findall(r"\d+", line)) == 2:
        for found in _BARE.finditer(line):
            row, column = int(found[1]) - first, int(found[2]) - first
            if 0 <= row < size and 0 <= column < size:
                squares.append((found.start(), found.end(), row * size + column))
    if len({square for *_, square in squares}) >= MANY:
        return ""
    parts, at = [], 0
    for start, end, square in squares:
        parts += [re.sub(r"\d+", "", line[at:start]), label(square)]
        at = end
    return "".join([*parts, re.sub(r"\d+", "", line[at:])])


def _lettered(found: re.Match[str]) -> tuple[int, int]:
    return int(found[2]) - 1, ord(found[1].lower()) - ord("a")


def _numbered(found: re.Match[str], first: int) -> tuple[int, int]:
    row = next(found[name] for name in ("row", "row_", "a", "c", "e") if found[name])
    column = next(found[name] for name in ("column", "column_", "b", "d", "f") if found[name])
    return int(row) - first, int(column) - first
