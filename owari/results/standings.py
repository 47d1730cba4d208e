"""The table of a tournament, computed from its log of games.

A win counts 1, a draw 1/2, a loss 0. Places go by points, then by the points from the games among
those who are still tied (applied again to each group that stays tied), then by Sonneborn-Berger:
the points of everyone beaten and half the points of everyone drawn with. Bots that are still tied
then share the place.

Points are multiples of 1/2 and Sonneborn-Berger scores of 1/4, so floats hold them exactly.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from owari.games.game import Side
from owari.records.record import Result, Termination
from owari.results.game_log import StoredGame

__all__ = ["Encounter", "Row", "Standings", "format_points", "standings"]


@dataclass(slots=True)
class Encounter:
    """What one bot has from its games against another."""

    played: int = 0
    points: float = 0.0
    margin: int = 0
    """Its stones or discs minus the other's; the winner of a game gets the empty squares."""


@dataclass(slots=True)
class Row:
    """One bot's line of the table."""

    name: str
    place: int = 0
    """From 1; tied bots share it, and the next place counts them all."""
    won: int = 0
    drawn: int = 0
    lost: int = 0
    faults: Counter[Termination] = field(default_factory=Counter)
    """How many games the bot's own faults ended, by the kind of fault."""
    points: float = 0.0
    score_for: int = 0
    """Stones, or discs."""
    score_against: int = 0
    head_to_head: float | None = None
    """Points from the games against bots with as many points; None if there are none."""
    sonneborn_berger: float = 0.0

    @property
    def played(self) -> int:
        """The number of games."""
        return self.won + self.drawn + self.lost

    @property
    def forfeits(self) -> int:
        """The number of lost games that the bot's own faults ended."""
        return self.faults.total()


@dataclass(frozen=True, slots=True)
class Standings:
    """The whole table."""

    rows: tuple[Row, ...]
    """From the first place down; tied bots keep the order in which they entered."""
    encounters: dict[tuple[str, str], Encounter]
    """By the bot and its opponent; pairs that have not met are missing."""
    duplicates: int
    """How many games repeat an earlier one move for move between the same bots."""

    @property
    def games(self) -> int:
        """The number of games in the table."""
        return sum(row.played for row in self.rows) // 2

    @property
    def first(self) -> tuple[str, ...]:
        """Every bot in the first place; empty while no game is played."""
        return tuple(row.name for row in self.rows if row.place == 1 and self.games)


def standings(bots: Sequence[str], games: Iterable[StoredGame]) -> Standings:
    """The table of these bots; they include each player of these games."""
    games = list(games)
    rows = {bot: Row(bot) for bot in bots}
    encounters: defaultdict[tuple[str, str], Encounter] = defaultdict(Encounter)
    for game in games:
        for side in Side:
            bot, other = game.player(side), game.player(side.other)
            _count(game, side, rows[bot], encounters[bot, other])
    for (bot, other), encounter in encounters.items():
        rows[bot].sonneborn_berger += encounter.points * rows[other].points

    def among(group: Sequence[str]) -> Callable[[str], float]:
        """Points of a bot from the games in this group."""
        others = set(group)
        return lambda bot: sum(encounters[bot, o].points for o in others if (bot, o) in encounters)

    def ranked(group: Sequence[str]) -> Iterator[list[str]]:
        """The group of those with as many points, as groups that share a place."""
        parts = _split(group, among(group))
        if len(parts) > 1:
            for part in parts:
                yield from ranked(part)
        else:
            yield from _split(group, lambda bot: rows[bot].sonneborn_berger)

    order: list[Row] = []
    for equal in _split(bots, lambda bot: rows[bot].points):
        head_to_head = among(equal)
        for group in ranked(equal):
            place = len(order) + 1
            for bot in group:
                rows[bot].place = place
                rows[bot].head_to_head = head_to_head(bot) if len(equal) > 1 else None
                order.append(rows[bot])
    return Standings(tuple(order), dict(encounters), _duplicates(games))


def format_points(points: float) -> str:
    """`3`, `1.5`, `0.25`."""
    return str(points).removesuffix(".0")


def _count(game: StoredGame, side: Side, row: Row, encounter: Encounter) -> None:
    """Adds a game to the row of the bot on this side, and to its encounter with the other."""
    result, score, kind, _ = game.ending
    points = 0.5 if result is Result.DRAW else float(result.winner is side)
    row.points += points
    row.won += points == 1
    row.drawn += points == 0.5
    row.lost += points == 0
    row.score_for += score.stones(side)
    row.score_against += score.stones(side.other)
    if kind.is_fault and points == 0:
        row.faults[kind] += 1
    encounter.played += 1
    encounter.points += points
    encounter.margin += score.margin(side)


def _split(group: Sequence[str], value: Callable[[str], float]) -> list[list[str]]:
    """The group in parts of equal value, the highest first, each in its former order."""
    best_first = sorted(group, key=value, reverse=True)
    return [list(part) for _, part in groupby(best_first, key=value)]


def _duplicates(games: Iterable[StoredGame]) -> int:
    """Games without moves, known by their score only, repeat nothing."""
    seen = Counter((game.south, game.north, game.first, game.moves) for game in games if game.moves)
    return sum(count - 1 for count in seen.values())
