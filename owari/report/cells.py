"""Tables and their cells: values, and the texts of cells for people and for other programs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple

from owari.results.scoring import format_points
from owari.text.printable import plain

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
