"""The report as one page: nothing in it needs a server or another file.

Names and comments of bots are data: Jinja escapes them in the page, and scripts set them as text.
The page's own policy admits one script and one style sheet, by their digests, and no address.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from owari import __version__
from owari.html_report.charts import WIDTH, heat_map
from owari.html_report.content import ReportContent
from owari.html_report.lists import (
    BotMoves,
    Forfeit,
    bot_details,
    forfeit_data,
    forfeit_list,
    game_list,
)
from owari.html_report.replays import GAMES_IN_A_BLOCK, LARGEST, Replays, packed, too_large
from owari.report.bot_tables import ratings_table
from owari.report.tables import (
    AT_LEAST,
    SHORT,
    Table,
    alignments,
    cell_text,
    cell_value,
    format_tables,
)
from owari.viewer.static_files import bundle, static_files

if TYPE_CHECKING:
    from jinja2 import Environment

_GENERATOR = "Owari "
"""What the name of the generator in a report begins with."""
_STYLES = ("theme.css", "board.css", "viewer.css", "cross_table.css", "lists.css", "report.css")


@dataclass(frozen=True, slots=True)
class Report:
    """All that a page shows."""

    content: ReportContent
    replays: Replays
    forfeits: Sequence[Forfeit]
    quality: Table | None = None
    """What each bot gave away, where the games were judged."""
    remark: str = ""
    """A sentence on the games that can be replayed, where others cannot."""
    moves: Mapping[str, BotMoves] = field(default_factory=dict)
    """The best and the worst moves of each bot, where the games were judged."""


def report_page(report: Report) -> str:
    """The text of the page. Raises BadInput where it is too large."""
    content, replays = report.content, report.replays
    script, style = _script(), _style()
    strips = replays.times.strips(content.names)
    text = (
        _templates()
        .get_template("report.html")
        .render(
            report=report,
            content=content,
            quality=report.quality,
            ratings=ratings_table(content.ratings) if content.ratings else None,
            generator=f"{_GENERATOR}{__version__}",
            policy=_policy(script, style),
            script=script,
            style=style,
            heat=list(heat_map(content.standings)) if len(content.names) > 1 else [],
            at_least=AT_LEAST,
            strips=[strips[name] for name in content.names if name in strips],
            ticks=replays.times.scale.ticks,
            strip_width=WIDTH,
            data=_data(report),
            available=dict(_downloads(report)),
        )
    )
    if len(text.encode()) > LARGEST:
        raise too_large(len(replays.numbers))
    return text


def is_report(path: Path) -> bool:
    """Whether the file is a report. Raises OSError."""
    with path.open("rb") as file:
        return f'<meta name="generator" content="{_GENERATOR}'.encode() in file.read(2048)


def _data(report: Report) -> dict[str, Any]:
    """What the scripts of the page draw, in the form that `report_data.js` describes."""
    return {
        "list": game_list(report.content),
        "details": bot_details(report.content, report.moves),
        "replays": report.replays.numbers,
        "inABlock": GAMES_IN_A_BLOCK,
        "forfeits": forfeit_data(report.forfeits),
    }


def _downloads(report: Report) -> Iterator[tuple[str, str]]:
    """The file names of the downloads, and their packed texts."""
    tables = [*report.content.downloads]
    if report.forfeits:
        tables.append(forfeit_list(report.forfeits))
    if report.quality:
        tables.append(report.quality)
    if report.content.ratings:
        tables.append(ratings_table(report.content.ratings))
    for table in tables:
        for form in ("csv", "json"):
            yield f"{table.key}.{form}", packed(format_tables([table], form))


def _policy(script: str, style: str) -> str:
    """The content security policy of the page."""
    return (
        f"default-src 'none'; script-src {_digest(script)}; style-src {_digest(style)};"
        " img-src data:; base-uri 'none'; form-action 'none'"
    )


def _digest(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode('ascii')}'"


@cache
def _files() -> Mapping[str, bytes]:
    """The scripts and styles of the viewer and of the report, by name."""
    folder = files("owari.html_report").joinpath("static")
    return {**static_files(), **{file.name: file.read_bytes() for file in folder.iterdir()}}


@cache
def _script() -> str:
    return bundle("report.js", _files())


@cache
def _style() -> str:
    return "\n".join(_files()[name].decode() for name in _STYLES)


@cache
def _templates() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("owari.html_report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "cell_text": lambda cell: re.sub("^-", "\u2212", cell_text(cell)),
        "cell_value": cell_value,
        "seconds": _seconds,
        "round_seconds": lambda seconds: (
            f"{seconds:g} s" if seconds >= 1 else f"{seconds * 1000:g} ms"
        ),
    }
    environment.globals |= {"alignments": alignments, "short": SHORT}
    return environment


def _seconds(seconds: float) -> str:
    """`0.2 ms`, `20 ms`, `1.5 s`, `120 s`."""
    for number, unit in ((seconds * 1000, "ms"), (seconds, "s")):
        if number < 999.5:
            return f"{number:.1f} {unit}" if number < 9.95 else f"{number:.0f} {unit}"
    return f"{seconds:,.0f} s"
