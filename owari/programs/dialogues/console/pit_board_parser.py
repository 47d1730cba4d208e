"""Finds boards of pits in the output of a program.

Nearly every program draws two rows of numbers, one above the other, or prints the whole board as a
list, with the numbers of the pits or without. The rows are enough to tell a position from its
neighbours, so the goals are not needed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import chain, groupby, pairwise
from operator import or_
from typing import NamedTuple

from owari.games.mancala import Mancala
from owari.programs.dialogues.console.colours import without_colours

Numbers = tuple[int, ...]

NEAR = 3
"""The most lines with numbers from the upper row to the lower one."""
RECENT = 60
"""Lines with numbers, counted from the end, that are searched for boards."""
_DIGITS = re.compile(r"\d+")
_UPRIGHT = "upright"
"""The form of a column that has a pit in each line, without its name."""
_NAMED = re.compile(r"(?<!\w)(?:\d{1,9}|[A-Za-z])(?!\w)")
_HEAP = re.compile(r"o+|O+|\*+|•+|●+|[.·]")
_BOXED = re.compile(r"\[\s*(o+|O+|\*+|•+|●+|)\s*\]")
"""A pit in brackets with its stones drawn, or with none."""
_NAME_WITH_NUMBER = re.compile(r"[^\W\d_]{3,}\d{1,2}(?=\W*[:=])")
"""`store1:`"""
_WORD = re.compile(r"[^\W\d_]{3,}")
_STARRED = re.compile(r"\W*[a-z]+\s+(\d{1,2})\b[\s:=|]*(o*|O*|\**|•*|●*)", re.I)


class Rows(NamedTuple):
    """The stones in the pits of both sides, in sowing order."""

    south: Numbers
    north: Numbers


class Style(Enum):
    """A way to draw a board; the likelier ones first."""

    DRAWN = "North's row from right to left above South's"
    LISTED = "all pits and goals in one line, in board order"
    IN_ORDER = "both rows from left to right in sowing order"
    LISTED_FROM_NORTH = "one line: North's goal and row from right to left, South's row and goal"
    SOUTH_FIRST = "South's row above North's, both from left to right in sowing order"
    TURNED = "as North sees it: South's row from right to left above North's"
    SOUTH_ABOVE = "South's row above North's, which runs from right to left"
    RIGHT_UPWARDS = "upright: North's column at the left, South's at the right from the bottom"


class Shown(NamedTuple):
    """One reading of a board; the same lines may be read in several ways, in the same style too
    where a number at an end of a row may be a goal."""

    style: Style
    rows: Rows
    place: int
    """The line with numbers at which the board ends: readings of one board share it."""
    form: str
    """What stands around the numbers in its lines: boards that are drawn alike share it."""


class _Line(NamedTuple):
    """A line with numbers."""

    numbers: Numbers
    form: str


def rows_of(position: Mancala) -> Rows:
    """The stones in the pits of a position."""
    n = position.rules.pits
    return Rows(position.cells[:n], position.cells[n + 1 : -1])


def rows_shown(text: str, pits: int, *, counting: bool = False) -> list[Shown]:
    """Every reading of every board at the end of the text, the last one drawn last. A row such as
    `0 1 2` counts as names of pits, unless rows may be `counting`."""
    found: list[Shown] = []
    lines = list(_lines(text, pits, counting=counting))[-RECENT:]
    for index, (numbers, form) in enumerate(lines):
        if len(numbers) == 2 * pits + 2:
            listed = Rows(numbers[:pits], numbers[pits + 1 : -1])
            from_north = Rows(numbers[pits + 1 : -1], numbers[pits:0:-1])
            found.append(Shown(Style.LISTED, listed, index, form))
            found.append(Shown(Style.LISTED_FROM_NORTH, from_north, index, form))
        if len(numbers) == 2 * pits:
            found.extend(_readings(numbers[:pits], numbers[pits:], index, form))
        for above in _near(lines[:index], pits):
            for upper in _rows(above.numbers, pits):
                for lower in _rows(numbers, pits):
                    both = f"{above.form}\n{form}" if form != _UPRIGHT else form
                    found.extend(_readings(upper, lower, index, both))
    return found


def _near(lines: Sequence[_Line], pits: int) -> Iterator[_Line]:
    """The lines that may be the upper row to the line behind them, as no other row stands
    between."""
    for line in reversed(lines[-NEAR:]):
        yield line
        if any(_rows(line.numbers, pits)) and not _is_legend(line.numbers, pits):
            return


def _readings(upper: Numbers, lower: Numbers, place: int, form: str) -> Iterator[Shown]:
    yield Shown(Style.DRAWN, Rows(lower, upper[::-1]), place, form)
    yield Shown(Style.IN_ORDER, Rows(lower, upper), place, form)
    yield Shown(Style.SOUTH_FIRST, Rows(upper, lower), place, form)
    yield Shown(Style.TURNED, Rows(upper[::-1], lower), place, form)
    yield Shown(Style.SOUTH_ABOVE, Rows(upper, lower[::-1]), place, form)
    if form == _UPRIGHT:
        yield Shown(Style.RIGHT_UPWARDS, Rows(lower[::-1], upper), place, form)


def _lines(text: str, pits: int, *, counting: bool) -> Iterator[_Line]:
    """The lines with numbers, without those that only name the pits. Two rows in brackets become
    two lines. Lines that name a pit, or a pit of each side, with its stones become a line for each
    column; so do lines with a pit of each side alone, or behind or before one name for both, as
    many as a side has pits."""
    pairs: list[_Line] = []
    lines = without_colours(text).split("\n")
    rows = chain.from_iterable(_bracketed(line, pits) for line in lines)
    for row in (*rows, ""):
        numbers, form = _numbers(row, pits), _form(row)
        if pairs and len(numbers) != len(pairs[-1].numbers) and not _is_rule(row):
            yield from _upright(pairs, pits)
            pairs = []
        if len(numbers) in (2, 4) or (len(numbers) == 3 < pits):
            pairs.append(_Line(numbers, form))
        elif numbers and (counting or not _is_legend(numbers, pits)):
            yield _Line(_unlabelled(numbers, pits), form)


def _alike(lines: Sequence[_Line]) -> Iterator[list[_Line]]:
    """Runs of lines with the same text around their numbers."""
    for _, run in groupby(lines, lambda line: line.form):
        yield list(run)


def _is_named(run: Sequence[_Line]) -> bool:
    """Whether each line names its pits, by numbers that run."""
    numbers = [line.numbers for line in run]
    return all(_go_on(numbers[:at], numbers[at]) for at in range(1, len(numbers)))


def _is_rule(line: str) -> bool:
    """Whether the line is of signs alone."""
    return bool(line.strip()) and not any(map(str.isalnum, line))


def _upright(pairs: Sequence[_Line], pits: int) -> Iterator[_Line]:
    """The lines, or those of the columns in them."""
    runs: list[list[_Line]] = []
    for line in pairs:
        before = [each.numbers for each in runs[-1]] if runs else []
        if before and _WORD.findall(runs[-1][0].form) != _WORD.findall(line.form):
            # A goal that is told beside pits: its stones may go on by chance, its name does not.
            goes_on = _go_on([numbers[:1] for numbers in before], line.numbers[:1])
        else:
            goes_on = bool(before) and _go_on(before, line.numbers)
        if goes_on:
            runs[-1].append(line)
        else:
            runs.append([line])
    for run in runs if max(map(len, runs)) >= pits else _alike(pairs):
        if both := _side_by_side(run, pits):
            yield from (_Line(column, _UPRIGHT) for column in both)
        elif len(run) < pits or not _is_named(run):
            yield from run
        else:
            columns = _columns([line.numbers for line in run], pits)
            yield from (_Line(column, run[0].form) for column in columns)


def _side_by_side(run: Sequence[_Line], pits: int) -> Sequence[Numbers]:
    """The two columns of lines with a pit of each side, which may share a name at one end; empty
    where they have other ones."""
    if len(run) != pits or pits <= 2:
        return ()
    columns = [*zip(*(line.numbers for line in run), strict=True)]
    if len(columns) == 2:
        return () if _is_named(run) else columns
    if len(columns) == 3:
        for name, both in ((columns[0], columns[1:]), (columns[2], columns[:2])):
            if _is_legend(name, pits):
                return both
    return ()


def _form(line: str) -> str:
    """The line without its numbers and drawn stones."""
    return " ".join(word for word in _DIGITS.sub(" ", line).split() if not _HEAP.fullmatch(word))


def _bracketed(line: str, pits: int) -> list[str]:
    """The rows in brackets of a line, with goals or without, or else the line."""
    groups = re.findall(r"\[[^\[\]]*\]", line)
    sizes = [len(re.findall(r"\d+", group)) for group in groups]
    return groups if sizes in ([pits] * 2, [pits + 1] * 2) else [line]


def _go_on(run: list[Numbers], numbers: Numbers) -> bool:
    """Whether one number of each pair grows or shrinks by one a line, as names of pits do."""
    gone = [abs(new - old) == len(run) for old, new in zip(run[0], numbers, strict=True)]
    return all(map(or_, gone[::2], gone[1::2] or [False]))


def _columns(run: list[Numbers], pits: int) -> Iterator[Numbers]:
    if len(run) == 2 * pits + 2 and run[0] > run[-1]:
        run = run[::-1]  # a whole board, told downwards
    for pair in range(0, len(run[0]), 2):
        yield _unlabelled(tuple(chain.from_iterable(line[pair : pair + 2] for line in run)), pits)


def _numbers(line: str, pits: int) -> Numbers:
    """The numbers in a line. A row of digits without spaces has a number for each digit, and drawn
    stones (`ooo oo . oooo`, `[ooo] []`) have a number for each heap. A pit with its stones drawn
    (`pit 9 ***`) has two. Two pits with letters for names (`F [3]  [4] a`) have four."""
    if found := _STARRED.fullmatch(line.strip()):
        return int(found[1]), len(found[2])
    heaps = line.split()
    if len(heaps) >= pits and all(map(_HEAP.fullmatch, heaps)):
        return tuple(0 if heap in ".·" else len(heap) for heap in heaps)
    boxes = _BOXED.findall(line)
    if len(boxes) >= pits and any(boxes) and not any(map(str.isdigit, line)):
        return tuple(map(len, boxes))
    line = _NAME_WITH_NUMBER.sub(" ", line)
    if len(named := _NAMED.findall(line)) == 4 and len(_DIGITS.findall(line)) == 2:
        return tuple(int(name) if name.isdecimal() else ord(name.upper()) for name in named)
    words = re.findall(r"(?<!\d)\d{1,12}(?!\d)", line)
    if len(words) <= 3 and pits > 2:
        words = list(chain.from_iterable(word if len(word) == pits else [word] for word in words))
    return tuple(map(int, words))


def _is_legend(numbers: Numbers, pits: int) -> bool:
    """Whether numbers only name the pits, upwards or downwards."""
    if len(numbers) < pits:
        return False
    steps = {after - before for before, after in pairwise(numbers)}
    return steps in ({1}, {-1})


def _unlabelled(numbers: Numbers, pits: int) -> Numbers:
    """The stones alone, where each stands before or after the name of its pit."""
    for names, stones in ((numbers[::2], numbers[1::2]), (numbers[1::2], numbers[::2])):
        if len(names) == len(stones) and _is_legend(names, pits):
            return stones
    return numbers


def _rows(numbers: Numbers, pits: int) -> Iterator[Numbers]:
    """The parts of a line that can be a row: all numbers, or all but a goal or a label at an
    end."""
    extra = len(numbers) - pits
    if 0 <= extra <= 2:
        for skipped in range(extra + 1):
            yield numbers[skipped : skipped + pits]
