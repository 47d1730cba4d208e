"""Finds boards of squares in the output of a program.

Nearly every program draws as many rows as the board has, with as many marks each, with or without
numbers at their ends and rules between them. What stands between two rules is one row, however many
lines it has. Two boards may stand side by side. Squares may have their running numbers, all or the
empty ones, and keys where they can be played. The meaning of the marks is open, and two colours of
one mark are two marks: a drawing shows a position where each kind of square has marks of its own.
Rows that count from the bottom are turned round. Rows with letters and columns with numbers are
exchanged, so that each square stands where its name says.

The output before the first move tells on which diagonal the discs start. The rules set Black's
discs on e4 and d5. Where a program has them on d4 and e5, or counts its rows from the bottom, its
board is the referee's in a mirror. The squares that it marks or lists as playable decide, else the
discs themselves, if the text tells which are Black's.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby, islice, pairwise
from operator import add
from typing import NamedTuple
from zlib import crc32

from owari.games.othello import OthelloPosition, OthelloRules
from owari.games.square_boards import BLACK, EMPTY, WHITE
from owari.programs.dialogues.console.colours import TAG, without_colours
from owari.programs.dialogues.console.square_labels import (
    besides_keys,
    coordinates_in,
    keys_in,
    numbers_apart,
    unnumbered,
    without_names,
)
from owari.programs.dialogues.console.square_move_parser import Names, listed_squares, squares_in

Drawing = tuple[str, ...]
"""The marks on the squares, row by row; empty text for a blank."""
Marks = Mapping[str, str]
"""The meaning of each mark: X Black, O White, - empty."""

MOST_EMPTY = 3
"""The most marks for empty squares: playable squares often have one of their own."""
MOST_MARKS = 2 + MOST_EMPTY
"""The most different marks in a row; words have more letters."""
_MOST_ENDS = 2
"""The most words beside the squares of a row that are one word each."""
MOST_WORDS = 3
"""The most words of a row that is one word, with its number at either end."""
HIGHEST = 5
"""The most lines of a row between two rules."""
WIDEST = 4
"""The most characters of a square in a row whose squares may be blank."""
_LINES = r"+|=_\u2500-\u257f-"
"""All lines that frames are drawn with."""
_RULE = re.compile(rf"[\s{_LINES}]*")
_FILLED_RULE = re.compile(rf"[\s{_LINES}]*([^\s{_LINES}])(?:[\s{_LINES}]|\1)*")
"""A rule in which the sign of an empty square is repeated too."""
_SIGNS = re.compile(r"\s*([^\w\s])(?:\s|\1)*")
"""A rule of any sign."""
_REST = "|"
"""What stands for each further line of a row."""
_FRACTION = re.compile(r"(?<![\w.])(-?\d)\.0*(?![\w.])")
_BETWEEN_LISTS = re.compile(r"(?<=['\"\d\s])(\]),\s?\[(?=['\"\d\s-])")
"""Between two rows of a list of lists: `['O', 'X'], ['X', 'O']`"""
_WIDE_BLANK = "\u3000"
_WIDE_ROW = re.compile(f"[●○]{_WIDE_BLANK}|{_WIDE_BLANK}[●○]")
_STROKE = re.compile(r"[=_─━┄┅┈┉╌╍═-]")
_GLYPH = re.compile(rf"(?!{TAG})[^\ufe00-\ufe0f](?:{TAG}|[\ufe00-\ufe0f])*|{TAG}+")
"""A character with its tags, or the tags of a blank."""
_AROUND = "()[]{}.:|-#*<>'\""
"""Characters that may stand beside the name of a row."""
_WALL = re.compile(r"[|│║┃┆┇┊┋╎╏]+")
_BESIDE = "._-·"
"""Signs that may stand on both sides of a mark."""
_JOINTS = ",_-─"
"""Signs that may stand between squares where nothing else does; as a slash, each may be a mark."""
_FRAME = re.compile(r"(\W?\d{0,2}\s*)([#*!:=])(.*)\2(\s*\d{0,2}\W?)")
"""A row between two signs of a frame."""
_LEGEND = re.compile(
    r"(?:\s{3,}|(?<=[|│║┃])\s*)(?:[^\W\d_]{2}[^|│║┃]*|[\[(][^\[\]()]{2,}[=:][^\[\]()]+[\])]\s*)$"
)
"""Words or a score beside a row, behind its last bar or further away."""
_NUMBERED = re.compile(
    r"\s*(?:(?:row|fila|linha|ligne|zeile|riga)\s+)?(\d{1,2}|[A-Pa-p])\W?(?=\s)", re.I
)
"""The name of a row whose first squares may be blank."""
_NUMBERED_BEHIND = re.compile(r"(?<=\s)(\d{1,2})\s*$")
"""The same at its end."""
_APART = re.compile(r" {3,}|\t")
"""What stands between two boards that are drawn side by side."""
_FENCED = {
    opens: re.compile(
        rf"{re.escape(opens)}\s*([^{re.escape(closes)}]{{0,8}}?)\s*{re.escape(closes)}"
    )
    for opens, closes in ("[]", "()", "<>", "{}", "''", '""')
}
"""A square in brackets or quotes, by what opens it."""
_BETWEEN = re.compile(r"[|│║┃:,()\[\]{}]")
"""What may stand between the words of a row."""
_ROW_WORD = re.compile(r"^\s*(?:row|fila|linha|ligne|zeile|riga)\s+(?=\d)", re.I)
_GLUED = re.compile(r"^\d{1,2}(?=[^\s\d])|(?<=[^\s\d])\d{1,2}$")
"""The number of a row that touches its first or its last square."""
_WORD_FOR_A_DISC = re.compile(r"(?!(.)\1+$)[A-Za-z]{2,6}")
_MOST_WORDS_FOR_DISCS = 4
"""The most different squares in a row of words, `Black White Empty`."""
_LABEL = re.compile(rf"(?!{TAG})\W?(?:\d{{1,2}}|[A-Pa-p])(?!{TAG})\W?")
"""The name of a row."""
_BLACK_IS = re.compile(
    r"\b(?:black|dark)\s*(?:is|=|:|plays|\(|->)[\s\"'(]*(\S)(?!\w)|(?<!\w)(\S)\W*(?:is|=|:|\()\s*(?:black|dark)\b"
    r"|(?<!\w)([A-Za-z@#*+●○])\s*(?:goes|moves|plays|starts|begins)\s*(?:first)?\b",
    re.I,
)
"""The mark of Black, or of the side that moves first."""


class _Board(NamedTuple):
    """A board in lines of text."""

    first: int
    """Its first line."""
    last: int
    rows: list[list[str]]
    names: list[str]
    """The names of its rows."""
    number: int | None = None
    """The running number of the first square; None where its squares have none."""
    keys: list[list[str]] | None = None
    """Its rows with nothing but the keys that stand in squares; None where none do."""


_Row = tuple[list[str], str]
"""The marks of a row and its name, which may be empty."""


def drawings(text: str, size: int, *, lettered: bool = False) -> list[Drawing]:
    """Every board in the text, the last one drawn last. With `lettered`, rows with letters stay
    rows, because both rows and columns have letters. A board in colours is read without any,
    without those of backgrounds, and with all."""
    return [_in_order(board, lettered) for board in _read(text, size)]


def last_drawing(text: str, size: int, *, lettered: bool = False) -> list[Drawing]:
    """All readings of the board that is drawn last."""
    found = _read(text, size)
    return [_in_order(board, lettered) for board in found if board.last == found[-1].last]


@lru_cache(maxsize=4)
def _whole(text: str, size: int) -> str:
    """The text with whole numbers for the fractions of a row, `[ 0. -1.  1.  0.]`, with a line for
    each row of a list of lists, and with signs for wide blanks in a board of wide discs."""
    text = text.replace("\u20e3", "")  # the frame of a digit
    if _WIDE_ROW.search(text):
        text = text.replace(_WIDE_BLANK, "＿")
    lines = [_BETWEEN_LISTS.sub(r"\1,\n[", line) for line in text.split("\n")]
    lines = [each for line in lines for each in line.split("\n")]
    rows = (len(_FRACTION.findall(line)) >= size for line in lines)
    found = zip(lines, rows, strict=True)
    return "\n".join(_FRACTION.sub(r"\1", line) if is_row else line for line, is_row in found)


def _read(text: str, size: int) -> list[_Board]:
    text = _whole(text, size)
    texts = dict.fromkeys((without_colours(text), without_colours(text, grounds_only=True), text))
    found = [board for each in texts for board in _found(each.split("\n"), size)]
    return sorted(found, key=lambda board: board.last)


def rises(text: str, size: int) -> bool:
    """Whether the last board in the text has its first row at the bottom."""
    *_, names = [[], *(board.names for board in _found(without_colours(text).split("\n"), size))]
    return _steps(names) == -1


def running_number(text: str, size: int) -> int | None:
    """The number of the first square where the last board has running numbers in empty squares."""
    *_, number = [None, *(board.number for board in _read(text, size))]
    return number


def keys_drawn(text: str, size: int, *, lettered: bool = False) -> Drawing | None:
    """The board that is drawn last, with nothing but the keys that stand in the squares that can be
    played: a letter or a number in each. None where there are no keys."""
    *_, board = [None, *_read(text, size)]
    if not board or not board.keys:
        return None
    keys = [[without_colours(cell) for cell in row] for row in board.keys]
    return _in_order(board._replace(rows=keys), lettered)


def without_drawings(text: str, size: int) -> str:
    """The text, which has no colours then, with empty lines where its boards are."""
    lines = without_colours(_whole(text, size)).split("\n")
    for board in _read(text, size):
        lines[board.first : board.last + 1] = [""] * (board.last + 1 - board.first)
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
    text: str,
    rules: OthelloRules,
    names: Names,
    marks: Marks | None = None,
    chosen: Collection[str] = (),
) -> bool:
    """Whether the last board in the text is the start in a mirror; False where that is open.
    `marks` are those of its discs that are known. Whoever begins may have `chosen` one of these, in
    capital letters."""
    straight = rules.start()
    mirrored = straight.mirrored()
    *_, drawing = [None, *last_drawing(text, rules.size, lettered=names.kind == "letters")]
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
    listed = {square for _, square in listed_squares(plain, rules.size, names)} | {
        found.square for line in plain.split("\n") for found in squares_in(line, rules.size, names)
    }
    if here <= listed or there <= listed:
        return there <= listed and not here <= listed
    if drawing is None:
        return False
    black = _black_mark(text, drawing, straight, marks, chosen)
    if black is None and rises(text, rules.size):
        # X begins with nearly all, as the rules have it: what is turned is the numbers of the rows.
        return drawing[_discs(straight, WHITE)[0]].upper() == "X"
    return black is not None and drawing[_discs(straight, WHITE)[0]] == black


def _kinds(position: OthelloPosition) -> str:
    return str(position)[: position.rules.size**2]


def _in_order(board: _Board, lettered: bool) -> Drawing:
    """The marks in the order of the names of their squares."""
    steps, rows = _steps(board.names), board.rows
    if steps == -1:
        rows = rows[::-1]
    if steps and board.names[0].isalpha() and not lettered:
        rows = [list(column) for column in zip(*rows, strict=True)]
    return tuple(cell for row in rows for cell in row)


def _steps(labels: Sequence[str]) -> int:
    """1 where the rows count upwards, -1 where they count downwards, 0 otherwise."""
    if not labels or not (all(map(str.isdigit, labels)) or all(map(str.isalpha, labels))):
        return 0
    places = [int(label) if label.isdecimal() else ord(label.lower()) for label in labels]
    steps = {after - before for before, after in pairwise(places)}
    return steps.pop() if steps in ({1}, {-1}) else 0


def _found(lines: Sequence[str], size: int) -> list[_Board]:
    """Each board, the last one last. A blank line between bars is a row, unless one stands between
    every two rows."""
    lines = _with_single_lines(lines, size)
    boards = [board for column in _columns(lines, size) for board in _stacked(column, size)]
    boards.sort(key=lambda board: board.last)
    return [board._replace(last=_end(lines, board.last)) for board in boards]


def _columns(lines: Sequence[str], size: int) -> Iterator[Sequence[str]]:
    """The lines; and the two halves of each, where boards stand side by side."""
    yield lines
    halves = {number: pair for number, line in enumerate(lines) if (pair := _halves(line, size))}
    for half in (0, 1) if len(halves) >= size else ():
        yield [
            halves[number][half] if number in halves else line for number, line in enumerate(lines)
        ]


def _halves(line: str, size: int) -> tuple[str, str] | None:
    """The two rows of a line that is none itself."""
    gaps = [] if _cells(line, size) else _APART.finditer(line.strip())
    pairs = ((line.strip()[: gap.start()], line.strip()[gap.end() :]) for gap in gaps)
    return next((pair for pair in pairs if all(_cells(half, size) for half in pair)), None)


def _stacked(lines: Sequence[str], size: int) -> list[_Board]:
    """The boards in lines that have one row each at most."""
    rows = [_cells(line, size) for line in lines]
    fillers = [_is_filler(line, size) for line in lines]
    for number, line in enumerate(lines):
        rows[number] = rows[number] or _first_row(line, rows[number + 1 :], size)
    filled = [row if row and (row[1] or any(row[0])) else None for row in rows]
    apart = list(_boards(filled, fillers, size, apart=True))
    for board in apart:
        for number in range(board.first, board.last + 1):
            rows[number], fillers[number] = None, False
    return [*apart, *_boards(rows, fillers, size)]


def _is_filler(line: str, size: int) -> bool:
    """Whether a line may stand between two rows."""
    if _RULE.fullmatch(line) or _SIGNS.fullmatch(line):
        return True
    return len(line) >= 2 * size and bool(_FILLED_RULE.fullmatch(line))


def _first_row(line: str, below: Sequence[_Row | None], size: int) -> _Row | None:
    """The first row of a board whose empty squares have their running numbers, if all of it is
    empty: without the rows below it looks like a heading."""
    for first in (0, 1):
        names = r"(\D+)".join(map(str, range(first, first + size)))
        found = re.search(rf"(?<!\d){names}(?!\d)", line)
        numbered = enumerate((row[0] for row in below if row), 1)
        starts = (
            int(cell) - place - number * size
            for number, cells in islice(numbered, size - 1)
            for place, cell in enumerate(cells)
            if len(cell) > 1 and cell.isdecimal()
        )
        if found and next(starts, None) == first:
            blank = "·".join(["", *found.groups(), ""])
            return _cells(line[: found.start()] + blank + line[found.end() :], size)
    return None


def _end(lines: Sequence[str], last: int) -> int:
    """The last line of the row in this line."""
    while last + 1 < len(lines) and lines[last + 1] == _REST:
        last += 1
    return last


def _boards(
    rows: Sequence[_Row | None], fillers: Sequence[bool], size: int, *, apart: bool = False
) -> Iterator[_Board]:
    """The boards whose rows have nothing but `fillers` between them; those whose rows stand evenly
    `apart` only. In more consecutive rows than a board has, each run of the right length counts,
    because a rule of dashes may look like a row."""
    run: list[tuple[int, _Row]] = []
    for number, row in enumerate(rows):
        if row:
            run = [*run, (number, row)][-size:]
            steps = {after - before for (before, _), (after, _) in pairwise(run)}
            if len(run) == size and (not apart or (len(steps) == 1 and 1 not in steps)):
                drawn = [cells for _, (cells, _) in run]
                drawn = _without(drawn, coordinates_in(drawn))
                keys = keys_in(drawn)
                cells, starts = unnumbered(_without(drawn, keys))
                names = [name for _, (_, name) in run]
                if cells:
                    others = {cell for row in drawn for cell in row} - keys
                    keyed = _without(drawn, others) if keys else None
                    yield _Board(run[0][0], number, cells, names, starts, keyed)
        elif not fillers[number]:
            run = []


def _without(rows: list[list[str]], marks: Collection[str]) -> list[list[str]]:
    """The rows, blank where these marks stand."""
    return [["" if cell in marks else cell for cell in row] for row in rows] if marks else rows


def _with_single_lines(lines: Sequence[str], size: int) -> list[str]:
    """The lines, where rows of several lines, with a rule between every two, stand in their first
    line each."""
    single = list(lines)
    rules = [
        number
        for number, line in enumerate(lines)
        if _RULE.fullmatch(line) and len(_STROKE.findall(line)) >= size
    ]
    for height, pairs in groupby(pairwise(rules), lambda pair: pair[1] - pair[0] - 1):
        bands = [above + 1 for above, _ in pairs]
        if not 2 <= height <= HIGHEST or len(bands) < size - 2:
            continue
        # A board may have no rule above it, or below it.
        for first in (bands[0] - height - 1, *bands, bands[-1] + height + 1):
            inside = 0 <= first <= len(lines) - height
            if inside and (row := _merged(lines[first : first + height], size)):
                single[first : first + height] = [row] + [_REST] * (height - 1)
    return single


def _merged(lines: Sequence[str], size: int) -> str:
    """One line with the squares of these lines, which have bars between them; empty where they have
    not."""
    parts = [_WALL.split(line) for line in lines]
    if len(set(map(len, parts))) != 1 or len(parts[0]) < size:
        return ""
    return " | ".join(_mark_of(column) for column in zip(*parts, strict=True))


def _mark_of(column: Sequence[str]) -> str:
    """The mark of a square of several lines, which may be a drawing of its own."""
    whole = "".join(dict.fromkeys(part.strip() for part in column))
    glyphs = _GLYPH.findall(whole)
    if len(glyphs) <= 1 or _is_label(whole):
        return whole
    return glyphs[0] if len(set(glyphs)) == 1 else chr(0xE000 + crc32(whole.encode()) % 0x1900)


@lru_cache(maxsize=1024)
def _cells(line: str, size: int) -> _Row | None:
    """The marks of a line that can be a row, and the name of the row. Words may stand beside it."""
    line = _ROW_WORD.sub("", line)
    row = _parts(line, size)
    alone = line if row else _LEGEND.sub("", line)
    return row if alone == line else _parts(alone, size)


def _parts(line: str, size: int) -> _Row | None:
    """The marks and the name of a row. Marks stand in brackets, between bars, as words or as one
    word, with a name at either end or without."""
    if row := _with_bars(line, size):
        return row
    for opens, square in _FENCED.items():
        if line.count(opens) >= size and len(found := list(square.finditer(line))) == size:
            ends = line[: found[0].start()], line[found[-1].end() :]
            return _row([cell[1] for cell in found], [end.strip(" ,[]()|:") for end in ends], size)
    parts = _WALL.split(line)
    if len(parts) == 1 and line.count("\t") >= size - 1:
        parts = line.split("\t")
    if len(parts) >= size:
        return _between_bars(parts, size)
    if len(parts) == 1 and (framed := _FRAME.fullmatch(line.strip())):
        parts = [framed[1], framed[3], framed[4]]
    if len(parts) in (2, 3):
        sides = [part.strip() for part in parts[::2]]
        if row := _row(_in_columns(parts[1], size), sides, size) or _row(
            parts[1].split(), sides, size
        ):
            return row
    return (
        _with_blanks(line, size) or _in_words(_BETWEEN.sub(" ", line), size) or _joined(line, size)
    )


def _with_bars(line: str, size: int) -> _Row | None:
    """The row between its number at both ends in which a bar is an empty square."""
    named, behind = _NUMBERED.match(line), _NUMBERED_BEHIND.search(line)
    if "|" not in line or not named or not behind or named[1] != behind[1]:
        return None
    inside = line[named.end() : behind.start()]
    cells = [] if any(map(str.isdigit, inside)) else _in_columns(inside, size)
    return _row(cells, [named[1]], size) if all(cells) else None


def _with_blanks(line: str, size: int) -> _Row | None:
    """The row whose squares may be blank, with its number at either end or both."""
    named, behind = _NUMBERED.match(line), _NUMBERED_BEHIND.search(line)
    if behind and not (named and named[1].isdecimal()):
        inside, name = line[: behind.start()], behind[1]
        if any(map(str.isdigit, inside)):
            return None
    elif named:
        inside, name = line[named.end() :], named[1]
        if behind and behind[1] == name:
            twice = inside[: behind.start() - named.end()]
            if row := _row(_in_columns(twice, size), [name], size):
                return row
    else:
        return None
    return _row(_in_columns(inside, size), [name], size)


def _joined(line: str, size: int) -> _Row | None:
    """The row with a sign between every two squares."""
    named = _NUMBERED.match(line)
    inside = line[named.end() :] if named and named[1].isdecimal() else line
    if line.count("/") >= size - 1:
        return _between_bars(line.split("/"), size)
    for joint in _JOINTS:
        cells = [cell.strip() for cell in inside.split(joint)]
        if len(cells) == size and (row := _row(cells, [named[1]] if named else [], size)):
            return row
    return None


def _between_bars(parts: Sequence[str], size: int) -> _Row | None:
    """The row between bars, whose name may stand outside, between bars too, or before the first
    square."""
    cells = [part.strip() for part in parts]
    if len(cells) == size:
        named = _NUMBERED.match(parts[0])
        if named and len(parts[0]) > len(parts[1]):
            return _row([parts[0][named.end() :].strip(), *cells[1:]], [named[1]], size)
        return _row(cells, [], size)
    is_ended = len(cells) == size + 1 and not parts[-1] and all(cells[:-1])  # `B|W|.|` of 3 squares
    start = 1 if not is_ended and (not cells[0] or _is_label(cells[0])) else 0
    if len(cells) == size + 3 and not cells[0] and _is_label(cells[1]):
        start = 2
    return _row(cells[start : start + size], cells[:start] + cells[start + size :], size)


def _in_columns(text: str, size: int) -> list[str]:
    """The squares of a row that may be blank, each as wide as the others; none where the text has
    another width or something between them."""
    glyphs = _GLYPH.findall(text)
    for width in range(1, WIDEST + 1):
        slack = len(glyphs) - (size - 1) * width - 1
        for start in range(min(width, slack + 1)) if slack < width + (width > 1) else ():
            cells = glyphs[start::width][:size]
            between = [glyph for place, glyph in enumerate(glyphs) if (place - start) % width]
            if not "".join([*between, *glyphs[start::width][size:]]).strip():
                return [cell.strip() for cell in cells]
    return []


def _in_words(line: str, size: int) -> _Row | None:
    """The row that the words of this line are, where its number may touch a square."""
    line = line.strip()
    for text in dict.fromkeys((line, _GLUED.sub(r" \g<0> ", line))):
        words = text.split()
        lengths = [len(_GLYPH.findall(word)) for word in words]
        if len(words) <= MOST_WORDS and size in lengths:
            place = lengths.index(size)
            ends = [*words[:place], *words[place + 1 :]]
            return _row(_GLYPH.findall(words[place]), ends, size)
        if row := _in_pairs(words, size):
            return row
        # A letter at its beginning may be a disc where its number stands at its end.
        for start in (0, 1) if words and words[-1].isdecimal() > words[0].isdecimal() else (1, 0):
            end = start + size
            if len(words) <= size + _MOST_ENDS and (
                row := _row(words[start:end], [*words[:start], *words[end:]], size)
            ):
                return row
    return None


def _in_pairs(words: Sequence[str], size: int) -> _Row | None:
    """The row whose squares are their running numbers with marks behind them."""
    names = words[: len(words) - 2 * size]
    numbers, marks = words[len(names) :: 2], words[len(names) + 1 :: 2]
    if len(numbers) != size or len(names) > 1 or not all(map(str.isdecimal, numbers)):
        return None
    return _row(list(map(add, numbers, marks)), names, size)


def _row(cells: Sequence[str], ends: Sequence[str], size: int) -> _Row | None:
    """The row of these squares, if only a name stands at its ends, and that name."""
    if len(cells) != size or not all(not end or _is_label(end) for end in ends):
        return None
    cells, numbers = numbers_apart(without_names(cells), size)
    if not all(map(str.isdecimal, cells)):
        numbers |= {cell for cell in cells if len(cell) == 2 and cell.isdecimal()}
    if len(words := {*cells}) <= _MOST_WORDS_FOR_DISCS:
        numbers |= {word for word in words if _WORD_FOR_A_DISC.fullmatch(word)}
    marks = [mark for cell in cells if (mark := _mark(cell, numbers)) is not None]
    if len(marks) != size or _is_heading(marks):
        return None
    others = {*marks} - numbers
    if len(others) > MOST_MARKS and len(besides_keys(marks) - numbers) > MOST_MARKS:
        return None
    return marks, next((end.strip(_AROUND) for end in ends if end), "")


def _mark(cell: str, numbers: Collection[str]) -> str | None:
    """The mark in a square, or one of the `numbers`; None for a word. A mark may be drawn several
    times, side by side, or between two signs."""
    glyphs = _GLYPH.findall(cell)
    if cell in numbers or len(glyphs) <= 1 or cell == "-1":
        return cell
    if len(set(glyphs)) == 1 and len(glyphs) <= WIDEST and not cell.isdecimal():
        return None if _STROKE.match(cell) else str(glyphs[0])
    if len(glyphs) == 3 and glyphs[0] == glyphs[2] and glyphs[0] in _BESIDE:
        return str(glyphs[1])
    return None


def _is_label(word: str) -> bool:
    return bool(_LABEL.fullmatch(word))


def _is_heading(row: Sequence[str]) -> bool:
    """`a b c d` or `1 2 3 4`."""
    codes = [ord(cell[0]) if cell else 0 for cell in row]
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
    text: str,
    drawing: Drawing,
    start: OthelloPosition,
    marks: Marks | None,
    chosen: Collection[str],
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
    told = told or {mark for mark in middle if mark.upper() in chosen}
    return told.pop() if len(told) == 1 else None
