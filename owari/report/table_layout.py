"""Tables as plain text that fits a screen.

A table that is too wide gets narrower step by step: close columns and short headings, cut names,
then, where the table allows it, several parts below each other, or fewer columns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from owari.report.cells import Cell, Deed, Table, alignments, cell_text
from owari.text.printable import plain
from owari.text.terminal_lines import filled, shortened, width

SHORT = {
    "place": "#",
    **{f"{counted} {side}": side for counted in ("stones", "discs") for side in ("for", "against")},
    "head-to-head": "h2h",
    "Sonneborn-Berger": "S-B",
}
"""Short headings for documents."""
_SHORTER = {
    "played": "P",
    "won": "W",
    "drawn": "D",
    "lost": "L",
    "forfeits": "forf",
    "points": "pts",
    "against": "agst",
    "opponent": "against",
}
"""Headings for a narrow screen."""
NAMES = ("bot", "opponent", "South", "North", "South, moves first")
"""The headings of columns with names of bots."""
_GAP = 2
"""Spaces between columns."""
_PADDING = 2
"""Spaces that a column has beside its heading."""
_READABLE = 8
"""Columns of a name that is cut before something is left out."""
_LEAST = 4
"""Columns of a name that is cut as much as possible."""
_LEAST_TEXT = 12
"""Columns of a text that is broken into lines."""
_LEAST_PROSE = 20
"""Columns of a sentence below a table."""
_NO_ROWS = "(none)"
"""What stands in place of a table without rows."""


def laid_out(table: Table, room: int | None) -> str:
    """A title, the table, its notes, in at most `room` columns if that is possible."""
    title, notes = plain(table.title), list(map(plain, table.notes))
    headings = [SHORT.get(header, header) for header in table.headers]
    texts = [[cell_text(cell) for cell in row] for row in table.rows]
    widths = _natural_widths(headings, texts)
    if not texts:
        body = _NO_ROWS
    elif room is None or sum(widths) + _GAP * (len(widths) - 1) <= room:
        lines = [headings, ["-" * columns for columns in widths], *texts]
        body = _grid(lines, alignments(table.rows, len(headings)))
    else:
        columns = [
            _Column.of(header, [row[place] for row in table.rows], [row[place] for row in texts])
            for place, header in enumerate(table.headers)
        ]
        body, left_out = _narrow(table, columns, room)
        if left_out:
            names = ", ".join(left_out)
            notes.append(
                f"Left out on this narrow screen: {names}. The format csv has all columns."
            )
    if room is not None:
        title, *notes = (
            "\n".join(filled(text, max(room, _LEAST_PROSE))) for text in (title, *notes)
        )
    return "\n\n".join([title, body, *notes]) + "\n"


def _natural_widths(headings: Sequence[str], texts: Sequence[Sequence[str]]) -> list[int]:
    columns = zip(*texts, strict=True) if texts else [() for _ in headings]
    return [
        max([width(heading) + _PADDING, *map(width, column)])
        for heading, column in zip(headings, columns, strict=True)
    ]


def _grid(lines: Sequence[Sequence[str]], align: Sequence[str]) -> str:
    """The cells of the lines below each other, each column as wide as its widest cell."""
    columns = []
    for cells, side in zip(zip(*lines, strict=True), align, strict=True):
        widths = list(map(width, cells))
        widest = max(widths)
        gaps = [" " * (widest - columns) for columns in widths]
        padded = zip(cells, gaps, strict=True)
        columns.append([cell + gap if side == "left" else gap + cell for cell, gap in padded])
    return "\n".join((" " * _GAP).join(line).rstrip() for line in zip(*columns, strict=True))


@dataclass(frozen=True, slots=True)
class _Column:
    """A column and what makes it wide."""

    header: str
    heading: str
    cells: list[Cell]
    texts: list[str]
    names: frozenset[str]
    """The names of bots in it, which can be cut."""
    name: int
    """The width of the widest name."""
    rest: int
    """The width of the widest text beside a name, or of the widest cell without a name."""
    breaks: bool
    """Whether its cells are sentences, which can have several lines."""

    @classmethod
    def of(cls, header: str, cells: list[Cell], texts: list[str]) -> _Column:
        """The column of these cells, which have these texts."""
        called = SHORT.get(header, header)
        names = set()
        rest = 0
        for cell, text in zip(cells, texts, strict=True):
            if isinstance(cell, Deed):
                names.add(plain(cell.bot))
                rest = max(rest, 1 + width(cell.did))
            elif header in NAMES:
                names.add(text)
            else:
                rest = max(rest, width(text))
        name = max(map(width, names), default=0)
        of_text = any(isinstance(cell, str) for cell in cells)
        heading = _SHORTER.get(called, called)
        return cls(
            *(header, heading, cells, texts, frozenset(names), name, rest),
            breaks=not names and of_text and rest > _LEAST_TEXT,
        )

    def width(self, cap: int) -> int:
        """The width with names and sentences cut to `cap` columns."""
        heading = max(map(width, self.heading.split()), default=0)
        rest = min(self.rest, max(cap, _LEAST_TEXT)) if self.breaks else self.rest
        return max(heading, min(self.name, cap) + rest)

    def lines(self, names: dict[str, str], room: int) -> Iterator[list[str]]:
        """Each cell in lines of at most `room` columns."""
        for cell, text in zip(self.cells, self.texts, strict=True):
            if isinstance(cell, Deed):
                yield [f"{names[plain(cell.bot)]} {cell.did}"]
            elif self.breaks:
                yield filled(text, room)
            else:
                yield [names[text] if self.header in NAMES else text]


def _narrow(table: Table, columns: Sequence[_Column], room: int) -> tuple[str, list[str]]:
    """The body of the table, and the headers of the columns that it does not have."""
    widest = max(_READABLE, *(max(column.name, column.rest) for column in columns))
    if table.repeated and _total(columns, _READABLE) > room:
        return _in_parts(columns[: table.repeated], columns[table.repeated :], room), []
    left_out: list[str] = []
    for header in (*filter(table.headers.__contains__, table.spare), None):
        kept = [column for column in columns if column.header not in left_out]
        least = _LEAST if header is None else _READABLE
        for cap in range(widest, least - 1, -1):
            if _total(kept, cap) <= room:
                return _drawn(kept, cap), left_out
        if header is not None:
            left_out.append(header)
    return _drawn(kept, _LEAST), left_out


def _in_parts(fixed: Sequence[_Column], others: Sequence[_Column], room: int) -> str:
    """The table in parts below each other, each with the fixed columns and some of the others."""
    cap = max(_READABLE, room // 3)
    parts: list[list[_Column]] = [[]]
    for column in others:
        if parts[-1] and _total([*fixed, *parts[-1], column], cap) > room:
            parts.append([])
        parts[-1].append(column)
    return "\n\n".join(_drawn([*fixed, *part], cap) for part in parts)


def _total(columns: Sequence[_Column], cap: int) -> int:
    return sum(column.width(cap) + _GAP for column in columns) - _GAP


def _drawn(columns: Sequence[_Column], cap: int) -> str:
    """The columns with close headings, and with names and sentences cut to `cap` columns."""
    names = shortened(sorted(frozenset().union(*(column.names for column in columns))), cap)
    widths = [column.width(cap) for column in columns]
    headings = [filled(column.heading, room) for column, room in zip(columns, widths, strict=True)]
    height = max(map(len, headings))
    lines: list[Sequence[str]] = [
        *zip(*([""] * (height - len(heading)) + heading for heading in headings), strict=True),
        ["-" * room for room in widths],
    ]
    by_column = (column.lines(names, room) for column, room in zip(columns, widths, strict=True))
    for cells in zip(*by_column, strict=True):
        lines += zip_longest(*cells, fillvalue="")
    align = alignments(zip(*(column.cells for column in columns), strict=True), len(columns))
    return _grid(lines, align)
