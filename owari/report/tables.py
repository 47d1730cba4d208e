"""Standings, games and schedules as text for people, documents and other programs."""

from __future__ import annotations

import csv
import html
import io
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import NamedTuple, Protocol

from tabulate import tabulate

from owari.errors import BadInput
from owari.games.game import Side
from owari.records.record import Ending, Result, Termination
from owari.results.game_log import StoredGame
from owari.results.standings import Standings, format_points
from owari.text.printable import plain
from owari.text.suggestions import did_you_mean

__all__ = [
    "FORMATS",
    "Table",
    "annulled_table",
    "champion_line",
    "cross_table",
    "forfeits_table",
    "format_tables",
    "games_table",
    "pairs_table",
    "result_line",
    "schedule_table",
    "standings_table",
]

FORMULAS = ("=", "+", "-", "@")
"""The characters with which a formula of a spreadsheet begins."""
FORMATS = ("plain", "github", "html", "latex", "csv", "json")

Cell = str | int | float | None


@dataclass(frozen=True, slots=True)
class Table:
    """A table before it has a format, with names as they were given."""

    key: str
    """The key of the table in JSON."""
    title: str
    headers: tuple[str, ...]
    rows: list[tuple[Cell, ...]]
    notes: tuple[str, ...] = ()
    """Sentences below the table."""


class _Game(Protocol):
    """A game of a schedule."""

    @property
    def number(self) -> int: ...
    @property
    def round(self) -> int: ...
    @property
    def south(self) -> str: ...
    @property
    def north(self) -> str: ...


def standings_table(
    standings: Standings, event: str = "", notes: Sequence[str] = (), counted: str = "stones"
) -> Table:
    """The line of each bot. `counted` is what a score counts: stones or discs."""
    columns = {
        "place": "place",
        "bot": "name",
        "played": "played",
        "won": "won",
        "drawn": "drawn",
        "lost": "lost",
        "forfeits": "forfeits",
        "points": "points",
        f"{counted} for": "score_for",
        f"{counted} against": "score_against",
        "head-to-head": "head_to_head",
        "Sonneborn-Berger": "sonneborn_berger",
    }
    rows = list(map(attrgetter(*columns.values()), standings.rows))
    return Table("standings", event or "Standings", tuple(columns), rows, tuple(notes))


def forfeits_table(standings: Standings) -> Table:
    """The forfeits of each bot by fault; no rows if there are none."""
    guilty = [row for row in standings.rows if row.faults]
    kinds = sorted({kind for row in guilty for kind in row.faults}, key=list(Termination).index)
    rows: list[tuple[Cell, ...]] = [
        (row.name, *(row.faults.get(kind) for kind in kinds)) for row in guilty
    ]
    return Table("forfeits", "Forfeits", ("bot", *(kind.value for kind in kinds)), rows)


def cross_table(standings: Standings) -> Table:
    """Points of each bot against each other; the columns are the lines of the standings."""
    names = [row.name for row in standings.rows]
    rows: list[tuple[Cell, ...]] = []
    for line, name in enumerate(names, 1):
        met = (standings.encounters.get((name, other)) for other in names)
        rows.append((line, name, *(match.points if match else None for match in met)))
    columns = (str(line) for line in range(1, len(names) + 1))
    return Table("matches", "Matches", ("", "bot", *columns), rows)


def pairs_table(standings: Standings) -> Table:
    """The points and the margin of each match, a line for each bot and opponent."""
    names = [row.name for row in standings.rows]
    rows: list[tuple[Cell, ...]] = [
        (name, other, match.played, match.points, match.margin)
        for name in names
        for other in names
        if (match := standings.encounters.get((name, other)))
    ]
    return Table("matches", "Matches", ("bot", "opponent", "played", "points", "margin"), rows)


def games_table(games: Iterable[StoredGame]) -> Table:
    """The games that count."""
    rows = [(*_game_cells(game), game.status.value) for game in games]
    return Table("games", "Games", (*_GAME_HEADERS, "status"), rows)


def annulled_table(games: Iterable[StoredGame]) -> Table:
    """The annulled games, and why."""
    rows = [(*_game_cells(game), game.annulled) for game in games]
    return Table("annulled", "Annulled", (*_GAME_HEADERS, "why"), rows)


_GAME_HEADERS = ("game", "South", "North", "score", "result", "first", "plies", "finished")


def _game_cells(game: StoredGame) -> tuple[Cell, ...]:
    return (
        game.number,
        game.south,
        game.north,
        str(game.ending.score),
        _verdict(game.south, game.north, game.ending),
        str(game.first),
        game.plies or None,
        game.finished,
    )


def schedule_table(games: Iterable[_Game], notes: Sequence[str] = ()) -> Table:
    """The games of a tournament in the order of their rounds, with sentences below."""
    rows: list[tuple[Cell, ...]] = [
        (game.round, game.number, game.south, game.north) for game in games
    ]
    return Table(
        "schedule", "Schedule", ("round", "game", "South, moves first", "North"), rows, tuple(notes)
    )


def champion_line(standings: Standings, scheduled: int) -> str:
    """The champion, or the leader while scheduled games are not played yet."""
    names = ", ".join(standings.first)
    if not standings.games:
        return "No game has been played."
    if standings.games < scheduled:
        return f"In the lead: {names} ({standings.games} of {scheduled} games played)"
    return f"Tied champions: {names}" if len(standings.first) > 1 else f"Champion: {names}"


def result_line(number: int, south: str, north: str, ending: Ending) -> str:
    """`Game 12: Depth 8 - Team Rocket 19-17, Depth 8 wins`."""
    line = f"Game {number}: {south} - {north} {ending.score}, {_verdict(south, north, ending)}"
    return plain(f"{line}: {ending.reason}" if ending.reason else line)


def _verdict(south: str, north: str, ending: Ending) -> str:
    if ending.result is Result.NEITHER:
        return "both forfeit"
    if ending.result is Result.UNFINISHED:
        return "unfinished"
    if ending.result is Result.DRAW:
        return "draw"
    winner, loser = (south, north) if ending.result is Result.SOUTH else (north, south)
    if ending.termination.is_fault:
        return f"{loser} forfeits"
    if ending.termination is Termination.RESIGNED:
        return f"{loser} resigns"
    by = abs(ending.score.margin(Side.SOUTH))
    return f"{winner} wins by {by}" if ending.score.empty else f"{winner} wins"


def format_tables(tables: Sequence[Table], form: str) -> str:
    """The tables in one of FORMATS, ending in a newline. Raises BadInput for another format."""
    if form not in FORMATS:
        raise BadInput(f"unknown format {form!r}{did_you_mean(form, FORMATS)}")
    if form == "json":
        data: dict[str, object] = {table.key: _objects(table) for table in tables}
        data["notes"] = [plain(note) for table in tables for note in table.notes]
        return json.dumps(data, ensure_ascii=False, indent=2) + "\n"
    if form == "csv":
        return "\n".join(map(_csv, tables))
    return "\n".join(_document(table, form) for table in tables)


def _objects(table: Table) -> list[dict[str, Cell]]:
    return [
        {
            header: plain(cell) if isinstance(cell, str) else cell
            for header, cell in zip(table.headers, row, strict=True)
        }
        for row in table.rows
    ]


def _csv(table: Table) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(table.headers)
    writer.writerows([_unevaluated(cell) for cell in row] for row in table.rows)
    return text.getvalue()


def _unevaluated(cell: Cell) -> str:
    """The cell for a spreadsheet, with an apostrophe before a formula, which makes it a text."""
    text = _text(cell)
    return f"'{text}" if isinstance(cell, str) and text.startswith(FORMULAS) else text


def _document(table: Table, form: str) -> str:
    """A title, the table, its notes."""
    style = _STYLES[form]
    body = tabulate(
        [[style.in_cell(_text(cell)) for cell in row] for row in table.rows],
        headers=[_SHORT.get(header, header) for header in table.headers],
        tablefmt=style.tabulate,
        colalign=_alignment(table) if table.rows else None,
        disable_numparse=True,  # a bot may be called 007
    )
    title = style.title.format(style.escape(plain(table.title)))
    notes = [style.paragraph.format(style.escape(plain(note))) for note in table.notes]
    return "\n".join([title, body, *notes]) + "\n"


def _alignment(table: Table) -> list[str]:
    """Numbers to the right, texts to the left."""
    return [
        "left" if any(isinstance(row[n], str) for row in table.rows) else "right"
        for n in range(len(table.headers))
    ]


def _text(cell: Cell) -> str:
    if cell is None:
        return ""
    if isinstance(cell, float):
        return format_points(cell)
    return plain(str(cell))


def _markdown(text: str) -> str:
    return "".join(f"\\{c}" if c in "\\`*_[]<>|" else c for c in text)


_LATEX = str.maketrans(
    {c: f"\\{c}" for c in "&%$#_{}"}
    | {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
    | {"<": r"\ensuremath{<}", ">": r"\ensuremath{>}"}
)


def _latex(text: str) -> str:
    return text.translate(_LATEX)


class _Style(NamedTuple):
    """The form of a document in one format."""

    tabulate: str
    title: str
    paragraph: str
    escape: Callable[[str], str] = str
    in_cell: Callable[[str], str] = str
    """Escapes that tabulate does not add itself; it adds those for HTML and LaTeX."""


_STYLES = {
    "plain": _Style("simple", "{}\n", "\n{}"),
    "github": _Style("github", "### {}\n", "\n{}", _markdown, _markdown),
    "html": _Style("html", "<h2>{}</h2>", "<p>{}</p>", html.escape),
    "latex": _Style("latex", "\\subsection*{{{}}}", "\n{}", _latex),
}
_SHORT = {
    "place": "#",
    **{f"{counted} {side}": side for counted in ("stones", "discs") for side in ("for", "against")},
    "head-to-head": "h2h",
    "Sonneborn-Berger": "S-B",
}
"""Short headers for documents."""
