"""The cross-table as a heat map: what each bot has against each other, and how warm its cell is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from owari.report.cells import margin_text
from owari.results.scoring import format_points
from owari.results.standings import Encounter, Standings

WARMEST = 10
"""The warmth of a cell without a lost game; 0 is that of one without a point."""


class HeatCell(NamedTuple):
    """What a bot has against another."""

    opponent: str
    points: str
    warmth: int
    """From 0 to WARMEST, by the won games and half the drawn ones."""
    words: str
    """The same for a tooltip and a screen reader."""


class HeatRow(NamedTuple):
    """The line of one bot."""

    line: int
    """From 1, the number of its column too."""
    bot: str
    cells: tuple[HeatCell | None, ...]
    """None where two bots have not met."""


def heat_map(standings: Standings) -> Iterator[HeatRow]:
    """The lines, in the order of the standings."""
    names = [row.name for row in standings.rows]
    for line, bot in enumerate(names, 1):
        met = ((other, standings.encounters.get((bot, other))) for other in names)
        cells = (_cell(bot, other, each) if each else None for other, each in met)
        yield HeatRow(line, bot, tuple(cells))


def _cell(bot: str, other: str, each: Encounter) -> HeatCell:
    share = (each.won + each.drawn / 2) / each.played if each.played else 0.5
    return HeatCell(
        opponent=other,
        points=format_points(each.points),
        warmth=round(WARMEST * share),
        words=f"{bot} against {other}: {each.won} won, {each.drawn} drawn, {each.lost} lost, margin"
        f" {margin_text(each.margin)}",
    )
