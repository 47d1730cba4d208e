"""The report as one page: nothing in it needs a server or another file.

Names and comments of bots are data: Jinja escapes them in the page, and scripts set them as text.
The page's own policy admits one script and one style sheet, by their digests, and no address.
Games are blocks of compressed text, which the page opens when somebody looks at one of them.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from gzip import compress
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from owari import __version__
from owari.analysis.review import Review
from owari.errors import BadInput
from owari.html_report.charts import WIDTH, TurnTimes, heat_map
from owari.html_report.content import ReportContent
from owari.html_report.lists import (
    BotMoves,
    Forfeit,
    bot_details,
    forfeit_data,
    forfeit_list,
    game_list,
)
from owari.records.record import GameRecord
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
from owari.results.game_log import StoredGame
from owari.viewer.game_data import game_data
from owari.viewer.static_files import bundle, static_files

if TYPE_CHECKING:
    from jinja2 import Environment

GAMES_IN_A_BLOCK = 64
"""More make a report little smaller, and a game slower to open."""
LARGEST = 25_000_000
"""Bytes of a report. Larger ones take long to open and cannot be mailed."""


@dataclass(frozen=True, slots=True)
class Replays:
    """The games of a report that can be replayed."""

    numbers: list[int] = field(default_factory=list)
    """In the order in which the blocks have the games."""
    blocks: list[str] = field(default_factory=list)
    """JSON lists of GAMES_IN_A_BLOCK games, the last one of fewer, each `packed`."""
    times: TurnTimes = field(default_factory=TurnTimes)
    """How long the turns of these games took."""


def replays(games: Iterable[tuple[StoredGame, GameRecord, Review | None]]) -> Replays:
    """The games in blocks. Raises BadInput where they alone are too large for a report."""
    made = Replays()
    held: list[dict[str, Any]] = []
    size = 0
    for game, record, review in games:
        made.numbers.append(game.number)
        made.times.add(game, record)
        held.append(_shortened(game_data(record, id=str(game.number), review=review)))
        if len(held) == GAMES_IN_A_BLOCK:
            made.blocks.append(_block(held))
            held = []
            size += len(made.blocks[-1])
            if size > LARGEST:
                raise too_large(len(made.numbers))
    if held:
        made.blocks.append(_block(held))
    return made


def too_large(games: int) -> BadInput:
    """The refusal of a report in which so many games can be replayed."""
    fewer = max(1, games // 2)
    return BadInput(
        f"a report of {games:,} games or more has over {LARGEST // 1_000_000} MB:"
        f" use --games {fewer} for the last {fewer:,} games, or --games forfeits"
    )


def _shortened(game: dict[str, Any]) -> dict[str, Any]:
    """The game without the contents of its pits: the page reads them in the text of the positions,
    and the report of many games is a fifth smaller."""
    if game["layout"]["family"] == "pits":
        del game["cells"]
    return game


def _block(games: list[dict[str, Any]]) -> str:
    return packed(json.dumps(games, ensure_ascii=False, separators=(",", ":")))


def packed(text: str) -> str:
    """The text in UTF-8, compressed by gzip, in base64. Equal texts have equal results."""
    # Level 9 takes twice the time and makes a report of many games 9% smaller.
    return b64encode(compress(text.encode(), 6, mtime=0)).decode("ascii")


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
