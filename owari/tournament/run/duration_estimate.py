"""How long the games of a tournament take: at the longest, and in all likelihood.

Both are estimates. Lengths of games are those of the games played so far, or of games at random.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from random import Random
from typing import NamedTuple

from owari.games.game import Game
from owari.players.player import TimeControl
from owari.results.game_log import StoredGame
from owari.tournament.file.tournament_settings import Tournament
from owari.tournament.formats.schedule import ScheduledGame

SAMPLE = 20
"""Games at random by which the length of a game is estimated."""


class Durations(NamedTuple):
    """In seconds."""

    longest: float | None
    """If every bot uses all of its time; None without a time limit."""
    likely: float | None
    """If the bots go on as fast as so far; None if no times are known."""


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
) -> float | None:
    """The seconds that these games take, if the bots go on as fast as so far; None if no times are
    known."""
    return _in_all(_likely(games, played), at_a_time)


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


def _likely(games: Sequence[ScheduledGame], played: Iterable[StoredGame]) -> list[float | None]:
    """The time of each game, if its bots need as long as in their games so far."""
    known: defaultdict[str, list[float]] = defaultdict(list)
    for game in played:
        if game.south_seconds is not None and game.north_seconds is not None:
            known[game.south].append(game.south_seconds)
            known[game.north].append(game.north_seconds)
    if not known:
        return [None] * len(games)
    from statistics import fmean

    means = {bot: fmean(seconds) for bot, seconds in known.items()}
    usual = fmean(means.values())
    return [means.get(game.south, usual) + means.get(game.north, usual) for game in games]


def _in_all(seconds: Sequence[float | None], at_a_time: int) -> float | None:
    """The time of all games; None if that of one is not known."""
    known = [each for each in seconds if each is not None]
    if not known or len(known) < len(seconds):
        return None
    return max(max(known), sum(known) / at_a_time)


def _sum(one: float | None, other: float | None) -> float | None:
    return None if one is None or other is None else one + other
