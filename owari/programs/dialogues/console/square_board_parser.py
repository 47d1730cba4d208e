"""Finds boards of squares in the output of a program.

Nearly every program draws as many lines as the board has rows, with as many marks each, with or
without numbers at their ends and rules between them. The meaning of the marks is open: a drawing
shows a position where each kind of square has marks of its own. Rows that count from the bottom are
turned round. Rows with letters and columns with numbers are exchanged, so that each square stands
where its name says.

The output before the first move tells on which diagonal the discs start. The rules set Black's
discs on e4 and d5. Where a program has them on d4 and e5, or counts its rows from the bottom, its
board is the referee's in a mirror. The squares that it marks or lists as playable decide, else the
discs themselves, if the text tells which are Black's.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from owari.games.othello import OthelloPosition, OthelloRules
from owari.games.square_boards import BLACK, EMPTY, WHITE
from owari.programs.dialogues.console.square_move_parser import Names, squares_in

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
_BLACK_IS = re.compile(
    r"\b(?:black|dark)\s*(?:is|=|:|plays|\(|->)[\s\"'(]*(\S)(?!\w)|(?<!\w)(\S)\W*(?:is|=|:|\()\s*(?:black|dark)\b"
    r"|(?<!\w)([A-Za-z@#*+●○])\s*(?:goes|moves|plays|starts|begins)\s*(?:first)?\b",
    re.I,
)
"""The mark of Black, or of the side that moves first."""


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


def start_is_mirrored(
    text: str, rules: OthelloRules, names: Names, marks: Marks | None = None
) -> bool:
    """Whether the last board in the text is the start in a mirror; False where that is open.
    `marks` are those of its discs that are known."""
    straight = rules.start()
    mirrored = straight.mirrored()
    boards = drawings(text, rules.size, lettered=names.kind == "letters")
    drawing = boards[-1] if boards else None
    here, there = (
        frozenset(move.cell for move in position.legal_moves()) for position in (straight, mirrored)
    )
    if here == there:  # free Othello's, which tell nothing
        here = there = frozenset({-1})
    if drawing:
        marked = _marked(drawing)
        if here in marked or there in marked:
            return there in marked
    plain = without_drawings(text, rules.size)
    listed = {
        found.square for line in plain.split("\n") for found in squares_in(line, rules.size, names)
    }
    if here <= listed or there <= listed:
        return there <= listed and not here <= listed
    if drawing is None:
        return False
    black = _black_mark(text, drawing, straight, marks)
    if black is None and rises(text, rules.size):
        # Nearly all draw the start as the rules have it: what is turned is the numbers of the rows.
        return (
            "X" not in map(str.upper, drawing) or drawing[_discs(straight, BLACK)[0]].upper() != "X"
        )
    return black is not None and drawing[_discs(straight, WHITE)[0]] == black


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


def _marked(drawing: Drawing) -> list[frozenset[int]]:
    """The squares of each mark."""
    return [
        frozenset(square for square, mark in enumerate(drawing) if mark == one)
        for one in set(drawing)
    ]


def _discs(position: OthelloPosition, colour: str) -> list[int]:
    return [square for square, disc in enumerate(str(position).split()[0]) if disc == colour]


def _black_mark(
    text: str, drawing: Drawing, start: OthelloPosition, marks: Marks | None
) -> str | None:
    """Black's mark, where the four discs of the start have two marks and the text tells which is
    Black's."""
    middle = {drawing[square] for colour in (BLACK, WHITE) for square in _discs(start, colour)}
    if len(middle) != 2 or any(
        len({drawing[square] for square in _discs(start, colour)}) != 1 for colour in (BLACK, WHITE)
    ):
        return None
    if marks:
        return next((mark for mark in middle if marks.get(mark) == BLACK), None)
    if {mark.upper() for mark in middle} == {"B", "W"}:
        return next(mark for mark in middle if mark.upper() == "B")
    told = {next(filter(None, found.groups())) for found in _BLACK_IS.finditer(text)} & middle
    return told.pop() if len(told) == 1 else None
