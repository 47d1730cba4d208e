"""Tables: their cells, and their text for people, documents and other programs.

As plain text a table fits a screen. One that is too wide gets narrower step by step: close columns
and short headings, cut names, then, where the table allows it, several parts below each other, or
fewer columns.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import zip_longest
from typing import NamedTuple

from owari.errors import BadInput
from owari.results.scoring import format_points
from owari.text.printable import plain
from owari.text.suggestions import did_you_mean
from owari.text.terminal_lines import filled, shortened, width

MINUS = "\u2212"


def margin_text(margin: int) -> str:
    """`+2`, `0`, `−4`, as people read it."""
    return f"{margin:+d}".replace("-", MINUS) if margin else "0"


def signed(number: float, digits: int = 0) -> str:
    """`+2`, `−4`, `+0.5`: a number with its sign, as people read it."""
    # A negative number that is rounded to none has no sign of its own.
    return f"{round(number, digits) + 0.0:+.{digits}f}".replace("-", MINUS)


class Deed(NamedTuple):
    """What a bot did: `Depth 8 wins`."""

    bot: str
    did: str

    def __str__(self) -> str:
        return f"{self.bot} {self.did}"


class Figure(NamedTuple):
    """A number that has a form of its own for people: `+35`, `0.120 s`."""

    number: float
    shown: str

    def __str__(self) -> str:
        return self.shown


AT_LEAST = (
    "A time with \u2265 was at least so long: in that turn, or in one of these turns, the bot lost"
    " on time."
)


def at_least(figure: Figure) -> Figure:
    """The figure of a time that was longer than it could be measured."""
    return Figure(figure.number, f"\u2265 {figure.shown}")


Cell = str | int | float | datetime | Deed | Figure | None


@dataclass(frozen=True, slots=True)
class Table:
    """A table before it has a format, with names as they were given."""

    key: str
    """The key of the table in JSON."""
    title: str
    headers: tuple[str, ...]
    rows: Sequence[tuple[Cell, ...]]
    notes: tuple[str, ...] = ()
    """Sentences below the table."""
    spare: tuple[str, ...] = ()
    """Headers of the columns that a narrow screen leaves out, the first to go first."""
    repeated: int = 0
    """How many columns begin each part if a narrow screen divides the table; 0: it stays whole."""


def cell_text(cell: Cell) -> str:
    """The cell for people, a time on the local clock."""
    if cell is None:
        return ""
    if isinstance(cell, float):
        return format_points(cell)
    return _local_time(cell) if isinstance(cell, datetime) else plain(str(cell))


def cell_value(cell: Cell) -> str | int | float | None:
    """The cell for other programs, a time in ISO 8601."""
    if cell is None or isinstance(cell, int | float):
        return cell
    if type(cell) is str:
        return plain(cell)
    if isinstance(cell, Figure):
        return cell.number
    return cell.isoformat() if isinstance(cell, datetime) else plain(str(cell))


def _local_time(moment: datetime) -> str:
    """`2026-11-28 20:37 +01:00`: the time on the clock here, and its offset from UTC."""
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    try:
        local = moment.astimezone()
    except (OverflowError, ValueError, OSError):  # a year that the system does not know
        local = moment
    return f"{local.isoformat(' ', 'minutes')[:16]} {local.isoformat()[-6:]}"


def alignments(rows: Iterable[tuple[Cell, ...]], columns: int) -> list[str]:
    """Numbers to the right, texts to the left."""
    texts = {
        place for row in rows for place, cell in enumerate(row) if isinstance(cell, _ON_THE_LEFT)
    }
    return ["left" if place in texts else "right" for place in range(columns)]


_ON_THE_LEFT = (str, datetime, Deed)


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


_FORMULAS = ("=", "+", "-", "@")
"""The characters with which a formula of a spreadsheet begins."""
FORMATS = ("plain", "github", "html", "latex", "csv", "json")


def format_tables(tables: Sequence[Table], form: str, width: int | None = None) -> str:
    """The tables in one of FORMATS, ending in a newline. Raises BadInput for another format. The
    format plain fits into `width` columns."""
    if form not in FORMATS:
        raise BadInput(f"unknown format {form!r}{did_you_mean(form, FORMATS)}")
    if form == "json":
        return _json(tables)
    if form == "csv":
        return "\n".join(map(_csv, tables))
    if form == "plain":
        return "\n".join(laid_out(table, width) for table in tables)
    return "\n".join(_document(table, form) for table in tables)


def _json(tables: Sequence[Table]) -> str:
    """What `json.dumps` writes with an indent, which it does not do in C."""
    items = {table.key: [_object(table, row) for row in table.rows] for table in tables}
    items["notes"] = [_scalar(plain(note)) for table in tables for note in table.notes]
    lists = (
        f"  {_scalar(key)}: " + (f"[\n    {_JSON_ITEMS.join(held)}\n  ]" if held else "[]")
        for key, held in items.items()
    )
    return f"{{\n{_JSON_LISTS.join(lists)}\n}}\n"


def _object(table: Table, row: Sequence[Cell]) -> str:
    cells = dict(zip(table.headers, map(cell_value, row), strict=True))
    return f"{{\n      {_members(cells)[1:-1]}\n    }}"


_JSON_LISTS, _JSON_ITEMS = ",\n", ",\n    "
_scalar = json.JSONEncoder(ensure_ascii=False).encode
_members = json.JSONEncoder(ensure_ascii=False, separators=(",\n      ", ": ")).encode


def _csv(table: Table) -> str:
    import csv

    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(map(_unevaluated, table.headers))
    writer.writerows(map(_unevaluated, row) for row in table.rows)
    return text.getvalue()


def _unevaluated(cell: Cell) -> str | int | None:
    """The cell for a spreadsheet, with an apostrophe before a formula, which makes it a text."""
    value = cell_value(cell)
    if isinstance(value, float):
        return format_points(value)
    if isinstance(value, str) and value.startswith(_FORMULAS):
        return f"'{value}"
    return value


def _document(table: Table, form: str) -> str:
    """A title, the table, its notes."""
    from tabulate import tabulate

    style = _STYLES[form]
    body = tabulate(
        [[style.in_cell(cell_text(cell)) for cell in row] for row in table.rows],
        headers=[style.in_cell(SHORT.get(header, header)) for header in table.headers],
        tablefmt=style.tabulate,
        colalign=alignments(table.rows, len(table.headers)) if table.rows else None,
        disable_numparse=True,  # a bot may be called 007
    )
    title = style.title.format(style.escape(plain(table.title)))
    notes = [style.paragraph.format(style.escape(plain(note))) for note in table.notes]
    return "\n".join([title, style.in_body(body), *notes]) + "\n"


def _markdown(text: str) -> str:
    return "".join(f"\\{c}" if c in "\\`*_[]<>|" else c for c in text)


_LATEX = str.maketrans(
    {c: f"\\{c}" for c in "&%$#_{}"}
    | {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
    | {"<": r"\ensuremath{<}", ">": r"\ensuremath{>}"}
)


def _html(text: str) -> str:
    from html import escape

    return escape(text)


def _latex(text: str) -> str:
    return text.translate(_LATEX)


def _latex_rows(body: str) -> str:
    """The same, where a [ or * that begins a row is no argument of the end of the row before."""
    return re.sub(r"^( *)(?=[\[*])", r"\1{}", body, flags=re.MULTILINE)


class _Style(NamedTuple):
    """The form of a document in one format."""

    tabulate: str
    title: str
    paragraph: str
    escape: Callable[[str], str] = str
    in_cell: Callable[[str], str] = str
    """Escapes that tabulate does not add itself; it adds those for HTML and LaTeX."""
    in_body: Callable[[str], str] = str
    """What the rows need together."""


_STYLES = {
    "github": _Style("github", "### {}\n", "\n{}", _markdown, _markdown),
    "html": _Style("html", "<h2>{}</h2>", "<p>{}</p>", _html),
    "latex": _Style("latex", "\\subsection*{{{}}}", "\n{}", _latex, in_body=_latex_rows),
}
