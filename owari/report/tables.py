"""Tables as text for people, documents and other programs."""

from __future__ import annotations

import csv
import html
import io
import json
import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from owari.errors import BadInput
from owari.report.cells import Cell, Table, alignments, cell_text, cell_value
from owari.report.table_layout import SHORT, laid_out
from owari.results.scoring import format_points
from owari.text.printable import plain
from owari.text.suggestions import did_you_mean

_FORMULAS = ("=", "+", "-", "@")
"""The characters with which a formula of a spreadsheet begins."""
FORMATS = ("plain", "github", "html", "latex", "csv", "json")


def format_tables(tables: Sequence[Table], form: str, width: int | None = None) -> str:
    """The tables in one of FORMATS, ending in a newline. Raises BadInput for another format.

    The format plain fits into `width` columns.
    """
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
    "html": _Style("html", "<h2>{}</h2>", "<p>{}</p>", html.escape),
    "latex": _Style("latex", "\\subsection*{{{}}}", "\n{}", _latex, in_body=_latex_rows),
}
