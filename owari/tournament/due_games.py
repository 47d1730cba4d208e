"""The games of a tournament that have no result: which can be played here, and which wait."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import NamedTuple

from owari.tournament.schedule import ScheduledGame
from owari.tournament.tournament_settings import Tournament

__all__ = ["DueGames", "due_games"]


class DueGames(NamedTuple):
    """Games without a result, each list in the order of the schedule."""

    playable: list[ScheduledGame]
    """Between bots that can play here."""
    by_hand: list[ScheduledGame]
    """With a bot that plays by hand: somebody enters the result."""
    blocked: list[ScheduledGame]
    """With a bot that cannot play here now."""


def due_games(
    tournament: Tournament, games: Iterable[ScheduledGame], done: Container[int]
) -> DueGames:
    """Sorts these games, but for the numbers that are `done`."""
    able = {bot.name for bot in tournament.bots}
    by_hand = {bot.name for bot in tournament.entries if bot.by_hand}
    due = DueGames([], [], [])
    for game in games:
        if game.number in done:
            continue
        pair = {game.south, game.north}
        if pair <= able:
            due.playable.append(game)
        elif pair & by_hand:
            due.by_hand.append(game)
        else:
            due.blocked.append(game)
    return due
