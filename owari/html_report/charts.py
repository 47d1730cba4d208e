"""What a page draws of a tournament: the cross-table as a heat map, and the times that bots took
for their turns as strips on one scale, darker where more turns lie.

The heat map has what each bot has against each other, and how warm its cell is. The scale of the
strips is logarithmic, because the fastest and the slowest turns of an evening differ by much.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from math import ceil, floor, log10, sqrt
from typing import NamedTuple

from owari.games.game import Side
from owari.records.record import GameRecord
from owari.report.tables import margin_text
from owari.results.game_log import StoredGame
from owari.results.game_rows import turn_times
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


WIDTH = 600
"""Units from the left to the right end of a strip."""
_BARS_IN_A_DECADE = 10
_SHORTEST = 0.001
"""Seconds: the referee's clock counts milliseconds."""


class Bar(NamedTuple):
    """A part of a strip that has turns in it."""

    x: float
    width: float
    shade: float
    """From 0 to 1."""


class Strip(NamedTuple):
    """The turns of one bot."""

    bot: str
    turns: int
    mean: float
    """Seconds."""
    middle: float
    """Seconds: the median."""
    slowest: float
    """Seconds."""
    cut_off: int
    """The turns in which it lost on time: each was at least as long as its time here."""
    middle_is_cut_off: bool
    """Whether the median is at least so long."""
    slowest_is_cut_off: bool
    bars: tuple[Bar, ...]
    mean_x: float
    slowest_x: float


class Tick(NamedTuple):
    """A mark on the scale."""

    x: float
    seconds: float


class TimeScale:
    """Where a time lies on a strip."""

    def __init__(self, shortest: float, longest: float) -> None:
        self.first = floor(log10(max(_SHORTEST, shortest)))
        """The power of ten at the left end."""
        self.last = max(self.first + 1, ceil(log10(max(_SHORTEST, longest))))

    def x(self, seconds: float) -> float:
        """From 0 to WIDTH."""
        power = log10(max(_SHORTEST, seconds))
        part = (power - self.first) / (self.last - self.first)
        return round(WIDTH * min(max(part, 0.0), 1.0), 1)

    @property
    def ticks(self) -> list[Tick]:
        """A tick for each power of ten."""
        powers = range(self.first, self.last + 1)
        return [Tick(self.x(10.0**power), 10.0**power) for power in powers]

    def bars(self, times: Iterable[float]) -> tuple[Bar, ...]:
        """The parts of the scale that have some of the times, the fullest part the darkest."""
        count = (self.last - self.first) * _BARS_IN_A_DECADE
        width = WIDTH / count
        full: defaultdict[int, int] = defaultdict(int)
        for seconds, turns in Counter(times).items():  # the same milliseconds come again and again
            full[min(int(self.x(seconds) / width), count - 1)] += turns
        most = max(full.values(), default=1)
        return tuple(
            Bar(round(place * width, 1), round(width, 1), round(sqrt(turns / most), 2))
            for place, turns in sorted(full.items())
        )


class TurnTimes:
    """The seconds of all turns of each bot."""

    def __init__(self) -> None:
        self._seconds: defaultdict[str, list[float]] = defaultdict(list)
        self._cut_off: defaultdict[str, list[float]] = defaultdict(list)
        """Those of the turns in which a bot lost on time."""

    def add(self, game: StoredGame, record: GameRecord) -> None:
        """Adds the turns of a game."""
        add = {side: self._seconds[game.player(side)].append for side in Side}
        for side, seconds in turn_times(record):
            add[side](seconds)
        if game.late and game.lost_turn is not None:
            self._cut_off[game.player(game.late)].append(game.lost_turn)

    @property
    def scale(self) -> TimeScale:
        """The scale of all strips."""
        known = [end(times) for times in self._seconds.values() if times for end in (min, max)]
        return TimeScale(min(known, default=_SHORTEST), max(known, default=_SHORTEST))

    def strips(self, bots: Iterable[str]) -> Mapping[str, Strip]:
        """The strip of each of these bots that has times, by its name."""
        scale = self.scale
        return {
            bot: _strip(bot, times, self._cut_off[bot], scale)
            for bot in bots
            if (times := self._seconds.get(bot))
        }


def _strip(bot: str, times: list[float], cut_off: list[float], scale: TimeScale) -> Strip:
    from statistics import median

    mean, middle, slowest = sum(times) / len(times), median(times), max(times)
    return Strip(
        bot=bot,
        turns=len(times),
        mean=mean,
        middle=middle,
        slowest=slowest,
        cut_off=len(cut_off),
        middle_is_cut_off=min(cut_off, default=slowest + 1) <= middle,
        slowest_is_cut_off=slowest in cut_off,
        bars=scale.bars(times),
        mean_x=scale.x(mean),
        slowest_x=scale.x(slowest),
    )
