"""The table of a tournament, computed from its log of games.

By default a win counts 1, a draw 1/2, a loss 0. Places go by points, then by the points from the
games among those who are still tied, if all of them have met (applied again to each group that
stays tied), then by Sonneborn-Berger: the points of everyone beaten and half the points of everyone
drawn with. Points below 0 count from those of the last bot, so that no win counts against the
winner. Bots that are still tied then share the place.

Points are multiples of 1/4 and Sonneborn-Berger scores of 1/8, so floats hold them exactly.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import combinations, groupby
from typing import NamedTuple

from owari.games.game import Side
from owari.records.record import Result, Termination
from owari.results.game_log import StoredGame
from owari.results.match_score import MatchScore
from owari.results.scoring import (
    Scoring,
    TieBreak,
    buchholz,
    buchholz_cut_1,
    median_buchholz,
    sonneborn_berger,
)


class Repeats(Enum):
    """Whether games count that repeat an earlier one of the same bots move for move."""

    COUNT = "count"
    IGNORE = "ignore"
    MATCH = "match"
    """Those games count that count in a match, see `match_score`."""


class Counting(NamedTuple):
    """What games are worth, and what parts bots with as many points."""

    scoring: Scoring = Scoring()
    tie_breaks: tuple[TieBreak, ...] = (TieBreak.HEAD_TO_HEAD, TieBreak.SONNEBORN_BERGER)
    repeats: Repeats = Repeats.COUNT


USUAL = Counting()


class Pairings(NamedTuple):
    """What a table has to know of rounds beside their games."""

    opponents: Mapping[str, Sequence[str | None]] = {}
    """The opponents of each bot, one for each round; None in a round without one."""
    byes: Mapping[str, int] = {}
    """How many games of rounds without an opponent each bot has."""


NO_ROUNDS = Pairings()


@dataclass(slots=True)
class Encounter:
    """What one bot has from its games against another."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    points: float = 0.0
    score_for: int = 0
    """Stones, or discs."""
    score_against: int = 0
    margin: int = 0
    """Its stones or discs minus the other's; the winner of a game gets the empty squares."""

    @property
    def played(self) -> int:
        """The number of games."""
        return self.won + self.drawn + self.lost


@dataclass(slots=True)
class Row:
    """One bot's line of the table."""

    name: str
    place: int = 0
    """From 1; tied bots share it, and the next place counts them all. 0 for a guest."""
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
    """Points from the games against bots with as many points; None if there are none. They part
    those bots only where all of them have met."""
    sonneborn_berger: float = 0.0
    buchholz: float = 0.0
    """The sum of the points of all opponents."""
    buchholz_cut_1: float = 0.0
    """The same without the opponent with the fewest points."""
    median_buchholz: float = 0.0
    """The same without the opponents with the fewest and with the most points."""
    byes: int = 0
    """Games without an opponent, which count as won."""

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
    """From the first place down, then guests; tied bots keep the order in which they entered."""
    encounters: dict[tuple[str, str], Encounter]
    """By the bot and its opponent; pairs that have not met are missing."""
    games: int
    """The number of games in the table."""
    duplicates: int
    """How many games repeat an earlier one move for move between the same bots."""
    counting: Counting = USUAL
    left_out: int = 0
    """How many of them do not count."""
    unpaired: int = 0
    """The games of a match that lack the other game of their pair and do not count."""
    still_in: tuple[str, ...] = ()
    """Those that can still win a bracket, which have no place yet; empty once it is decided."""

    @property
    def first(self) -> tuple[str, ...]:
        """Every bot in the first place; empty while no game is played."""
        return tuple(row.name for row in self.rows if row.place == 1 and self.games)


def standings(
    bots: Sequence[str],
    games: Iterable[StoredGame],
    counting: Counting = USUAL,
    pairings: Pairings = NO_ROUNDS,
    *,
    ranks: Mapping[str, int] | None = None,
    guests: Container[str] = (),
) -> Standings:
    """The table of these bots; they include each player of these games.

    If `ranks` are given, they alone decide on places, and the lowest is the first. A guest has no
    place, and games against it count for itself alone.
    """
    games, duplicates, left_out, unpaired = _counted(bots, games, counting)
    rows = {bot: Row(bot) for bot in bots}
    encounters = _encounters(games, rows, counting.scoring, guests)
    ranked = {bot: row for bot, row in rows.items() if bot not in guests}
    counted = {
        pair: encounter
        for pair, encounter in encounters.items()
        if pair[0] in ranked and pair[1] in ranked
    }
    _add_byes(ranked, counting.scoring, pairings)
    _add_tie_breaks(ranked, counted, pairings)
    order: list[Row] = []
    if ranks is None:
        groups = _by_points(ranked, counted, counting.tie_breaks)
    else:
        groups = iter(_split(list(ranked), lambda bot: -ranks[bot]))
    for group in groups:
        place = len(order) + 1
        for bot in group:
            rows[bot].place = place
            order.append(rows[bot])
    order += (row for bot, row in rows.items() if bot in guests)
    return Standings(tuple(order), encounters, len(games), duplicates, counting, left_out, unpaired)


def _encounters(
    games: Iterable[StoredGame], rows: Mapping[str, Row], scoring: Scoring, guests: Container[str]
) -> dict[tuple[str, str], Encounter]:
    """What each bot has against each other; adds it to their rows."""
    by_seats: defaultdict[tuple[str, str], tuple[Encounter, Encounter]] = defaultdict(
        lambda: (Encounter(), Encounter())
    )
    by_margin = scoring.largest_margin is not None
    for game in games:
        south, north = game.south, game.north
        result, score, kind, _ = game.ending
        ours, theirs = by_seats[south, north]
        if result is Result.DRAW:
            ours.drawn += 1
        elif result is Result.SOUTH:
            ours.won += 1
        else:
            ours.lost += 1
            theirs.won += result is Result.NORTH
        if kind.is_fault and result is not Result.DRAW:
            if result is not Result.SOUTH and (north not in guests or south in guests):
                rows[south].faults[kind] += 1
            if result is not Result.NORTH and (south not in guests or north in guests):
                rows[north].faults[kind] += 1
        if by_margin:
            south_points, north_points = scoring.points(game.ending)
            ours.points += south_points
            theirs.points += north_points
        ours.score_for += score.south
        ours.score_against += score.north
        ours.margin += score.margin(Side.SOUTH)
    encounters: defaultdict[tuple[str, str], Encounter] = defaultdict(Encounter)
    for (south, north), (ours, theirs) in by_seats.items():
        theirs.drawn = ours.drawn
        theirs.lost = ours.played - theirs.won - theirs.drawn
        theirs.score_for, theirs.score_against = ours.score_against, ours.score_for
        theirs.margin = -ours.margin
        for bot, other, encounter in ((south, north, ours), (north, south, theirs)):
            if not by_margin:
                encounter.points = scoring.sum(encounter.won, encounter.drawn, encounter.lost)
            if other not in guests or bot in guests:
                _add(rows[bot], encounter)
            _add(encounters[bot, other], encounter)
            encounters[bot, other].margin += encounter.margin
    return dict(encounters)


def _add(total: Row | Encounter, encounter: Encounter) -> None:
    total.won += encounter.won
    total.drawn += encounter.drawn
    total.lost += encounter.lost
    total.points += encounter.points
    total.score_for += encounter.score_for
    total.score_against += encounter.score_against


def _add_byes(rows: Mapping[str, Row], scoring: Scoring, pairings: Pairings) -> None:
    for bot in rows.keys() & pairings.byes.keys():
        count = rows[bot].byes = pairings.byes[bot]
        rows[bot].points += count * scoring.bye


def _add_tie_breaks(
    rows: Mapping[str, Row], encounters: Mapping[tuple[str, str], Encounter], pairings: Pairings
) -> None:
    """Adds what follows from the points of all bots."""
    shares = defaultdict(list)
    met = defaultdict(list)
    least = min([0.0, *(row.points for row in rows.values())])
    for (bot, other), encounter in encounters.items():
        shares[bot].append((encounter.won + encounter.drawn / 2, rows[other].points - least))
        met[bot].append(other)
    opponents: Mapping[str, Sequence[str | None]] = pairings.opponents or met
    for bot, row in rows.items():
        row.sonneborn_berger = sonneborn_berger([*shares[bot], (row.byes, row.points - least)])
        met_bots = [other or bot for other in opponents.get(bot, ())]
        points = [rows[other].points for other in met_bots if other in rows]
        row.buchholz = buchholz(points)
        row.buchholz_cut_1 = buchholz_cut_1(points)
        row.median_buchholz = median_buchholz(points)


def _by_points(
    rows: Mapping[str, Row],
    encounters: Mapping[tuple[str, str], Encounter],
    tie_breaks: Sequence[TieBreak],
) -> Iterator[list[str]]:
    """The groups of those who share a place, from the first down."""

    def among(group: Sequence[str]) -> Callable[[str], float]:
        """Points of a bot from the games in this group."""
        others = set(group)
        return lambda bot: sum(encounters[bot, o].points for o in others if (bot, o) in encounters)

    def all_met(group: Sequence[str]) -> bool:
        return all(pair in encounters for pair in combinations(group, 2))

    def parted(group: Sequence[str], ways: Sequence[TieBreak]) -> Iterator[list[str]]:
        if not ways or len(group) == 1:
            yield list(group)
            return
        way, later = ways[0], ways[1:]
        if way is TieBreak.HEAD_TO_HEAD:
            parts = _split(group, among(group)) if all_met(group) else [list(group)]
            later = ways if len(parts) > 1 else later
        else:
            parts = _split(group, lambda bot: _VALUES[way](rows[bot]))
        for part in parts:
            yield from parted(part, later)

    for equal in _split(list(rows), lambda bot: rows[bot].points):
        if len(equal) > 1:
            head_to_head = among(equal)
            for bot in equal:
                rows[bot].head_to_head = head_to_head(bot)
        yield from parted(equal, tie_breaks)


_VALUES: dict[TieBreak, Callable[[Row], float]] = {
    TieBreak.SONNEBORN_BERGER: lambda row: row.sonneborn_berger,
    TieBreak.BUCHHOLZ: lambda row: row.buchholz,
    TieBreak.BUCHHOLZ_CUT_1: lambda row: row.buchholz_cut_1,
    TieBreak.MEDIAN_BUCHHOLZ: lambda row: row.median_buchholz,
}


def _split(group: Sequence[str], value: Callable[[str], float]) -> list[list[str]]:
    """The group in parts of equal value, the highest first, each in its former order."""
    best_first = sorted(group, key=value, reverse=True)
    return [list(part) for _, part in groupby(best_first, key=value)]


class Counted(NamedTuple):
    """Which games count."""

    games: list[StoredGame]
    duplicates: int
    """How many of all games repeat an earlier one. Games without moves, known by their score only,
    repeat nothing."""
    left_out: int
    """How many of these do not count."""
    unpaired: int
    """How many games of a match lack the other game of their pair and do not count."""


def _counted(
    bots: Sequence[str], games: Iterable[StoredGame], counting: Counting = USUAL
) -> Counted:
    """The games of these bots that count."""
    games = list(games)
    if counting.repeats is Repeats.MATCH and len(bots) == 2:
        score = MatchScore(bots, games)
        counted = [game for game in games if game.number in score.counted]
        return Counted(counted, score.repeats, 2 * score.repeated, score.unpaired)
    seen = set()
    distinct = []
    for game in games:
        played = (game.south, game.north, game.first, game.opening, game.moves)
        if not game.moves or played not in seen:
            seen.add(played)
            distinct.append(game)
    duplicates = len(games) - len(distinct)
    if counting.repeats is Repeats.IGNORE:
        return Counted(distinct, duplicates, duplicates, 0)
    return Counted(games, duplicates, 0, 0)
