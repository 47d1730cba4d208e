"""How long the games of a tournament take: at the longest, and in all likelihood.

Both are estimates. Lengths of games are those of the games played so far, or of games at random.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from math import sqrt
from random import Random
from typing import NamedTuple

from owari.games.game import Game
from owari.players.player import TimeControl
from owari.results.game_log import StoredGame
from owari.tournament.file.tournament_settings import Tournament
from owari.tournament.formats.schedule import ScheduledGame

SAMPLE = 20
"""Games at random by which the length of a game is estimated."""


FEWEST = 2
"""Games of a bot, and opponents in them as far as it has so many, that say how fast it plays."""
WIDEST = 4
"""An estimate says nothing whose end is more than so many times its beginning,"""
SHORT = 180.0
"""unless it ends before so many seconds."""


class Span(NamedTuple):
    """A time that lies between these, in seconds."""

    least: float
    most: float


class Durations(NamedTuple):
    """In seconds."""

    longest: float | None
    """If every bot uses all of its time; None without a time limit."""
    likely: Span | None
    """If the bots go on as so far; None as long as too little is known of them."""


def durations(
    tournament: Tournament, games: Sequence[ScheduledGame], played: Iterable[StoredGame]
) -> Durations:
    """Of these games, so many at a time as the tournament says."""
    turns = most_turns(tournament.game)
    times = {bot.name: bot.times for bot in tournament.bots}
    longest = [
        _sum(_longest(times[game.south], turns), _longest(times[game.north], turns))
        for game in games
    ]
    at_a_time = tournament.concurrency
    return Durations(_in_all(longest, at_a_time), likely_duration(games, played, at_a_time))


def likely_duration(
    games: Sequence[ScheduledGame], played: Iterable[StoredGame], at_a_time: int
) -> Span | None:
    """How long these games take if the bots go on as so far.

    None as long as a bot has ended too few of its games, or games that differ too much: quick
    games end first, and say nothing of the others.
    """
    times = _times(played, {name for game in games for name in (game.south, game.north)})
    if not games or not _are_known(times, games):
        return None
    from statistics import fmean, variance

    means = {bot: fmean(known.seconds) for bot, known in times.items()}
    lengths = [means[game.south] + means[game.north] for game in games]
    counts = Counter(name for game in games for name in (game.south, game.north))
    # The games to come vary, and so do those that say what is usual.
    doubt = 2 * sqrt(
        sum(
            variance(times[bot].seconds) * (count + count**2 / len(times[bot].seconds))
            for bot, count in counts.items()
        )
    )
    middle = max(max(lengths), sum(lengths) / at_a_time)
    share = min(1.0, doubt / sum(lengths)) if doubt else 0.0
    span = Span(middle * (1 - share), middle * (1 + share))
    return span if span.most <= max(SHORT, WIDEST * span.least) else None


class _Times(NamedTuple):
    """The games of a bot whose times are known."""

    opponents: set[str]
    seconds: list[float]
    """Its thinking time in each."""


def _times(played: Iterable[StoredGame], bots: Collection[str]) -> dict[str, _Times]:
    """The times of these bots."""
    times = {bot: _Times(set(), []) for bot in bots}
    for game in played:
        both = (
            (game.south, game.north, game.south_seconds),
            (game.north, game.south, game.north_seconds),
        )
        for bot, opponent, seconds in both:
            if seconds is not None and bot in times:
                times[bot].opponents.add(opponent)
                times[bot].seconds.append(seconds)
    return times


def _are_known(times: Mapping[str, _Times], games: Sequence[ScheduledGame]) -> bool:
    """Whether each bot of these games has ended enough games, and met enough of its opponents."""
    opponents = {bot: set(known.opponents) for bot, known in times.items()}
    for game in games:
        opponents[game.south].add(game.north)
        opponents[game.north].add(game.south)
    return all(
        len(known.seconds) >= FEWEST and len(known.opponents) >= min(FEWEST, len(opponents[bot]))
        for bot, known in times.items()
    )


def most_turns(game: Game) -> int:
    """The turns of one side in the longest of some games at random."""
    chance = Random(0)
    most = 0
    for _ in range(SAMPLE if game.start().legal_moves() else 0):
        position, turns = game.start(), [game.start().turn]
        while not (position := position.play(chance.choice(position.legal_moves()))).outcome():
            if position.turn is not turns[-1]:
                turns.append(position.turn)
        most = max(most, (len(turns) + 1) // 2)
    return most


def _longest(times: TimeControl, turns: int) -> float | None:
    """The time of one bot in a game of so many turns."""
    by_turns = None if times.per_turn is None else times.per_turn * turns
    if times.per_game is None:
        return by_turns
    in_all = times.per_game + times.increment * turns
    return in_all if by_turns is None else min(by_turns, in_all)


def _in_all(seconds: Sequence[float | None], at_a_time: int) -> float | None:
    """The time of all games; None if that of one is not known."""
    known = [each for each in seconds if each is not None]
    if not known or len(known) < len(seconds):
        return None
    return max(max(known), sum(known) / at_a_time)


def _sum(one: float | None, other: float | None) -> float | None:
    return None if one is None or other is None else one + other
