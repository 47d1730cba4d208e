"""Games between built-in bots in a tournament, and games in this process by our API."""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random
from time import process_time

from owari.engine.thinker import Thinker
from owari.games.catalog import find_game
from owari.games.mancala import OWARI
from owari.players.builtin_bots import Settings
from owari.tournament.file.tournament_settings import BotConfig, BuiltinSettings
from owari.tournament.run.runner import run
from tests.benchmarks.aims.aim import aim, at_least, told
from tests.benchmarks.scaling import TIMES, Way, specs, stored

GAMES = 3000
A_SECOND = ("games/s, a core", "games/s, clock")
"""Processor time of all processes; two slots at a time."""


@aim("random-games", "random against random", *(at_least(4000, unit) for unit in A_SECOND))
def random_games() -> tuple[float, float]:
    return _rates("random", None)


@aim("depth-4-games", "depth 4 against random", *(at_least(2500, unit) for unit in A_SECOND))
def depth_4_games() -> tuple[float, float]:
    return _rates("alpha-beta", 4)


def _rates(engine: str, depth: int | None) -> tuple[float, float]:
    """Games a second of a core's processor time, and by the clock with two slots."""
    bots = (_bot("one", engine, depth), _bot("two", "random", None))
    way = Way(engine, bots, GAMES)
    with tempfile.TemporaryDirectory() as folder:
        cost = stored(run(specs(way), 2), Path(folder), way)
    return GAMES / cost.processor, GAMES / cost.seconds


def _bot(name: str, engine: str, depth: int | None) -> BotConfig:
    return BotConfig(name, TIMES, BuiltinSettings(engine, Settings(depth=depth, seed=1)), "")


@aim("depth-4-move", "a search of Owari to depth 4, from Python", told("us"))
def short_search() -> float:
    thinker, position = Thinker(OWARI), OWARI.start()
    thinker.think(position, depth=4)
    count, begun = 2000, process_time()
    for _ in range(count):
        thinker.think(position, depth=4)
    return (process_time() - begun) / count * 1e6


@aim("kalah-playouts", "random games of Kalah in this process", told("games/s"))
def kalah_playouts() -> float:
    return playouts("kalah", 1000)


@aim("othello-playouts", "random games of Othello in this process", told("games/s"))
def othello_playouts() -> float:
    return playouts("othello", 200)


def playouts(game: str, count: int) -> float:
    """Games a second of processor time, each move at random."""
    start, choice = find_game(game).start(), Random(1).choice
    begun = process_time()
    for _ in range(count):
        position = start
        while position.outcome() is None:
            position = position.play(choice(position.legal_moves()))
    return count / (process_time() - begun)
