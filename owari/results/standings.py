"""The table of a tournament, computed from its log of games.

A win counts 1, a draw 1/2, a loss 0. Places go by points, then by the points from the games among
those who are still tied (applied again to each group that stays tied), then by Sonneborn-Berger:
the points of everyone beaten and half the points of everyone drawn with. Who is still tied then
shares the place.

Points are multiples of 1/2 and Sonneborn-Berger scores of 1/4, so floats hold them exactly.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
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
    """Its stones or discs minus the other's, with the empty squares to the winner of a game."""


@dataclass(frozen=True, slots=True)
class Row:
    """One bot's line of the table."""

    place: int
    """From 1; those who are tied share it, and the next place counts them all."""
    name: str
    played: int
    won: int
    drawn: int
    lost: int
    forfeits: int
    """Of the lost games, those that the bot's own faults ended."""
    faults: dict[Termination, int]
    """The same by the kind of the fault; those that there were."""
    points: float
    score_for: int
    """Stones, or discs."""
    score_against: int
    head_to_head: float | None
    """Points from the games against those with as many points; None where nobody has."""
    sonneborn_berger: float


@dataclass(frozen=True, slots=True)
class Standings:
    rows: tuple[Row, ...]
    """From the first place down; those who are tied in the order of the bots."""
    encounters: dict[tuple[str, str], Encounter]
    """By the bot and its opponent; a pair that has not met is not in it."""
    duplicates: int
    """How many games repeat an earlier one move for move between the same bots."""

    @property
    def games(self) -> int:
        """How many games there are in it."""
        return sum(row.played for row in self.rows) // 2

    @property
    def first(self) -> tuple[str, ...]:
        """Everyone in the first place; nobody while no game is played."""
        return tuple(row.name for row in self.rows if row.place == 1 and self.games)


def standings(bots: Sequence[str], games: Iterable[StoredGame]) -> Standings:
    """The table of these bots, in which each player of these games must be."""
    games = list(games)
    encounters = _encounters(games)
    points = dict.fromkeys(bots, 0.0)
    for (bot, _), encounter in encounters.items():
        points[bot] += encounter.points

    def among(group: Sequence[str]) -> Callable[[str], float]:
        """Points of a bot from the games in this group."""
        others = set(group)
        return lambda bot: sum(encounters[bot, o].points for o in others if (bot, o) in encounters)

    berger = dict.fromkeys(bots, 0.0)
    for (bot, other), encounter in encounters.items():
        berger[bot] += encounter.points * points[other]

    def ranked(group: Sequence[str]) -> Iterator[list[str]]:
        """The group of those with as many points, as groups that share a place."""
        parts = _split(group, among(group))
        if len(parts) > 1:
            for part in parts:
                yield from ranked(part)
        else:
            yield from _split(group, berger.__getitem__)

    tally = _tally(games)
    faults = _faults(games)
    rows: list[Row] = []
    for equal in _split(bots, points.__getitem__):
        head_to_head = among(equal)
        for group in ranked(equal):
            place = len(rows) + 1
            for bot in group:
                row = Row(
                    place=place,
                    name=bot,
                    played=tally[bot]["won"] + tally[bot]["drawn"] + tally[bot]["lost"],
                    won=tally[bot]["won"],
                    drawn=tally[bot]["drawn"],
                    lost=tally[bot]["lost"],
                    forfeits=sum(faults[bot].values()),
                    faults=dict(faults[bot]),
                    points=points[bot],
                    score_for=tally[bot]["for"],
                    score_against=tally[bot]["against"],
                    head_to_head=head_to_head(bot) if len(equal) > 1 else None,
                    sonneborn_berger=berger[bot],
                )
                rows.append(row)
    return Standings(tuple(rows), encounters, _duplicates(games))


def format_points(points: float) -> str:
    """`3`, `1.5`, `0.25`."""
    return str(points).removesuffix(".0")


def _split(group: Sequence[str], value: Callable[[str], float]) -> list[list[str]]:
    """The group in parts of equal value, the highest first, each in its former order."""
    best_first = sorted(group, key=value, reverse=True)
    return [list(part) for _, part in groupby(best_first, key=value)]


def _seats(game: StoredGame) -> Iterator[tuple[Side, str, str]]:
    """Each side of a game, who sat there and against whom."""
    yield Side.SOUTH, game.south, game.north
    yield Side.NORTH, game.north, game.south


def _points(result: Result, side: Side) -> float:
    if result is Result.DRAW:
        return 0.5
    return 1.0 if result.winner is side else 0.0


def _encounters(games: Iterable[StoredGame]) -> dict[tuple[str, str], Encounter]:
    found: defaultdict[tuple[str, str], Encounter] = defaultdict(Encounter)
    for game in games:
        for side, bot, other in _seats(game):
            encounter = found[bot, other]
            encounter.played += 1
            encounter.points += _points(game.ending.result, side)
            encounter.margin += game.ending.score.margin(side)
    return dict(found)


def _tally(games: Iterable[StoredGame]) -> defaultdict[str, Counter[str]]:
    tally: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for game in games:
        result, score, _, _ = game.ending
        for side, bot, _ in _seats(game):
            own = tally[bot]
            points = _points(result, side)
            own["won" if points == 1 else "drawn" if points else "lost"] += 1
            own["for"] += score.stones(side)
            own["against"] += score.stones(side.other)
    return tally


def _faults(games: Iterable[StoredGame]) -> defaultdict[str, Counter[Termination]]:
    """Of each bot the games that its faults ended."""
    faults: defaultdict[str, Counter[Termination]] = defaultdict(Counter)
    for game in games:
        kind = game.ending.termination
        for side, bot, _ in _seats(game):
            if kind.is_fault and _points(game.ending.result, side) == 0:
                faults[bot][kind] += 1
    return faults


def _duplicates(games: Iterable[StoredGame]) -> int:
    """Games without moves, known by their score only, repeat nothing."""
    seen = Counter((game.south, game.north, game.first, game.moves) for game in games if game.moves)
    return sum(count - 1 for count in seen.values())
