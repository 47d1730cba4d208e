"""Tournaments whose games have the results that a function gives."""

from __future__ import annotations

from collections.abc import Callable

from owari.games.game import Outcome, Side
from owari.records.record import Ending
from owari.results.game_log import StoredGame
from owari.tournament.formats.schedule import Entrant, ScheduledGame
from owari.tournament.formats.tournament_format import Format, Progress, known_rounds

__all__ = ["better_wins", "entrants", "half_points", "play_round", "played"]

Play = Callable[[ScheduledGame], int]
"""The stones of South, of 36."""


def entrants(count: int) -> list[Entrant]:
    return [Entrant(f"bot {n}") for n in range(1, count + 1)]


def better_wins(game: ScheduledGame) -> int:
    """The bot of the lower number wins."""
    south, north = (int(name.split()[1]) for name in game[3:])
    return 20 if south < north else 16


def half_points(play: Callable[[str, str, int], float]) -> Play:
    """A game of which the function gives South's points, from its players and its leg."""
    return lambda game: round(16 + 4 * play(game.south, game.north, game.leg))


def play_round(form: Format, progress: Progress, play: Play) -> Progress:
    """Makes the next round, if there is one, and plays all games that are known then."""
    begun = {game.number for game in progress.games}
    if form.by_rounds:
        progress = progress._replace(rounds=known_rounds(form, progress, begun))
    games = [*progress.games]
    for game in form.games(progress):
        if game.number not in begun:
            stones = play(game)
            ending = Ending.normal(Outcome(stones, 36 - stones))
            games.append(StoredGame(game.number, game.south, game.north, Side.SOUTH, ending))
    return progress._replace(games=games)


def played(form: Format, bots: list[Entrant], play: Play = better_wins) -> Progress:
    """The whole tournament."""
    progress = Progress(bots)
    while (after := play_round(form, progress, play)) != progress:
        progress = after
    return progress
