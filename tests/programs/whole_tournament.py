"""Plays part of a tournament: `python whole_tournament.py FILE RESULTS HONEST`.

The first HONEST bots of FILE play each other. Each of the other bots plays one of them, in both
orders. Prints the number of each game as it ends.
"""

from __future__ import annotations

import sys
from pathlib import Path

from owari.results.store import Store
from owari.tournament.file.reader import load
from owari.tournament.file.tournament_settings import Tournament
from owari.tournament.formats.schedule import ScheduledGame
from owari.tournament.resumption import begin
from owari.tournament.run.runner import run
from owari.tournament.run.slot import GameSpec
from owari.tournament.tournament_state import scheduled_games


def spend(file: Path, results: Path, honest: int) -> None:
    tournament = load(file)
    with Store.open_or_create(results) as store:
        begin(store, tournament)
        games = [game for game in scheduled_games(store) if _meet(tournament, game, honest)]
        for game in run([_spec(tournament, game) for game in games], tournament.concurrency):
            if game.row is None:
                print(f"game {game.spec.number} is void: {game.failure}", flush=True)
            else:
                store.add(game.spec.number, game.row)
                print(game.spec.number, flush=True)


def _meet(tournament: Tournament, game: ScheduledGame, honest: int) -> bool:
    names = [bot.name for bot in tournament.bots]
    low, high = sorted((names.index(game.south), names.index(game.north)))
    return high < honest or (low < honest and high % honest == low)


def _spec(tournament: Tournament, game: ScheduledGame) -> GameSpec:
    bots = {bot.name: bot for bot in tournament.bots}
    return GameSpec(
        game.number,
        game.round,
        tournament.game,
        bots[game.south],
        bots[game.north],
        tournament.about,
    )


if __name__ == "__main__":
    spend(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))
