"""Finds boards of squares in the output of a program.

Nearly every program draws as many lines as the board has rows, with as many marks each, with or
without numbers at their ends and rules between them. The meaning of the marks is open: a drawing
shows a position where each kind of square has marks of its own. Rows that count from the bottom are
turned round. Rows with letters and columns with numbers are exchanged, so that each square stands
where its name says.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from owari.games.othello import BLACK, EMPTY, WHITE, OthelloPosition

__all__ = [
    "Drawing",
    "Marks",
    "count_discs",
    "drawings",
    "marks_of",
    "rises",
    "without_drawings",
]

Drawing = tuple[str, ...]
"""The marks on the squares, row by row; empty text for a blank."""
Marks = Mapping[str, str]
"""The meaning of each mark: X Black, O White, - empty."""

MOST_EMPTY = 3
"""The most marks for empty squares: playable squares often have one of their own."""
MOST_MARKS = 2 + MOST_EMPTY
"""The most different marks in a row; words have more letters."""
MOST_WORDS = 3
"""The most words of a row that is one word, with its number at either end."""
_RULE = re.compile(r"[\s+|=_─━┼├┤┬┴┌┐└┘╔╗╚╝═╬╠╣╦╩-]*")
_AROUND = "()[]{}.:|-#*<>'\""
"""Characters that may stand beside the name of a row."""
_WALL = re.compile(r"[|│║┃]")


def drawings(text: str, size: int, *, lettered: bool = False) -> list[Drawing]:
    """Every board in the text, the last one drawn last. With `lettered`, rows with letters stay
    rows, because both rows and columns have letters."""
    return [
        _in_order(rows, labels, lettered) for _, _, rows, labels in _found(text.split("\n"), size)
    ]


def rises(text: str, size: int) -> bool:
    """Whether the last board in the text has its first row at the bottom."""
    *_, labels = [[], *(labels for *_, labels in _found(text.split("\n"), size))]
    return _steps(labels) == -1


def without_drawings(text: str, size: int) -> str:
    """The text with empty lines where its boards are."""
    lines = text.split("\n")
    for first, last, *_ in _found(lines, size):
        lines[first : last + 1] = [""] * (last + 1 - first)
    return "\n".join(lines)


def marks_of(drawing: Drawing, position: OthelloPosition) -> Marks | None:
    """The meaning of the marks if the drawing shows the position, None if not."""
    marks: dict[str, str] = {}
    kinds: defaultdict[str, set[str]] = defaultdict(set)
    for mark, kind in zip(drawing, _kinds(position), strict=True):
        if marks.setdefault(mark, kind) != kind:
            return None
        kinds[kind].add(mark)
    one_each = len(kinds[BLACK]) <= 1 and len(kinds[WHITE]) <= 1
    return marks if one_each and len(kinds[EMPTY]) <= MOST_EMPTY else None


def count_discs(drawing: Drawing, marks: Marks) -> int:
    """The discs of a drawing whose marks mean this."""
    return sum(marks.get(mark, EMPTY) != EMPTY for mark in drawing)


def _kinds(position: OthelloPosition) -> str:
    return str(position)[: position.rules.size**2]


def _in_order(rows: list[list[str]], labels: list[str], lettered: bool) -> Drawing:
    """The marks in the order of the names of their squares."""
    steps = _steps(labels)
    if steps == -1:
        rows = rows[::-1]
    if steps and labels[0].isalpha() and not lettered:
        rows = [list(column) for column in zip(*rows, strict=True)]
    return tuple(cell for row in rows for cell in row)


def _steps(labels: Sequence[str]) -> int:
    """1 where the rows count upwards, -1 where they count downwards, 0 otherwise."""
    if not labels or not (all(map(str.isdigit, labels)) or all(map(str.isalpha, labels))):
        return 0
    places = [int(label) if label.isdigit() else ord(label.lower()) for label in labels]
    steps = {after - before for before, after in pairwise(places)}
    return steps.pop() if steps in ({1}, {-1}) else 0


def _found(
    lines: Sequence[str], size: int
) -> Iterator[tuple[int, int, list[list[str]], list[str]]]:
    """Each board: its first and last line, its rows and their names. In more consecutive rows than
    a board has, each run of the right length counts, because a rule of dashes may look like a
    row."""
    run: list[tuple[int, list[str], str]] = []
    for number, line in enumerate(lines):
        row = _cells(line, size)
        if row:
            run.append((number, *row))
            run = run[-size:]
            if len(run) == size:
                yield run[0][0], number, [cells for _, cells, _ in run], [name for *_, name in run]
        elif not _RULE.fullmatch(line):
            run = []


def _cells(line: str, size: int) -> tuple[list[str], str] | None:
    """The marks of a line that can be a row, and the name of the row. Marks stand between bars, as
    words or as one word, with a name at either end or without."""
    walls = _WALL.split(line)
    if len(walls) >= size:
        cells = [cell.strip() for cell in walls]
        return _row(cells, size, [1 if not cells[0] or _is_label(cells[0]) else 0])
    words = re.sub(r"[|│║┃:]", " ", line).split()
    whole = [number for number, word in enumerate(words) if len(word) == size]
    if len(whole) == 1 and len(words) <= MOST_WORDS:
        ends = words[: whole[0]] + words[whole[0] + 1 :]
        return _row([*ends[: whole[0]], *words[whole[0]], *ends[whole[0] :]], size, whole)
    return _row(words, size, [1, 0])


def _row(cells: list[str], size: int, starts: Sequence[int]) -> tuple[list[str], str] | None:
    """The row that begins at one of these places, if only a name stands at its ends, and that name,
    which may be empty."""
    for start in starts:
        row, ends = cells[start : start + size], cells[:start] + cells[start + size :]
        if (
            len(row) == size
            and all(len(cell) <= 1 for cell in row)
            and all(not end or _is_label(end) for end in ends)
        ):
            if _is_heading(row) or len(set(row)) > MOST_MARKS:
                return None
            return row, next((end.strip(_AROUND) for end in ends if end), "")
    return None


def _is_label(word: str) -> bool:
    return bool(re.fullmatch(r"\W?(?:\d{1,2}|[A-Pa-p])\W?", word))


def _is_heading(row: Sequence[str]) -> bool:
    """`a b c d` or `1 2 3 4`."""
    codes = [ord(cell) if cell else 0 for cell in row]
    return all(after - before in (1, -9) for before, after in pairwise(codes))
