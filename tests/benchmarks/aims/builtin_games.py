"""Games between built-in bots in a tournament, and games in this process by our API."""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random
from time import process_time

from owari.api import play_game
from owari.engine.thinker import Thinker
from owari.games.catalog import find_game
from owari.games.game import Game
from owari.games.mancala import OWARI
from owari.players.builtin_bots import Settings
from owari.tournament.file.tournament_settings import BotConfig, BuiltinSettings
from owari.tournament.run.runner import run
from tests.benchmarks.aims.aim import aim, at_least, told
from tests.benchmarks.scaling import TIMES, Way, specs, stored
from tests.support.python_rules import rules_in_python

GAMES = 3000
A_CORE = "games/s, a core"
BESIDE = (told("games/s, clock"), told("times a bare game"))
"""By the clock with two slots; and what a game costs beside one that is only played."""


@aim("random-games", "random against random", at_least(3000, A_CORE), *BESIDE)
def random_games() -> tuple[float, ...]:
    return _rates("random", None)


@aim("depth-4-games", "depth 4 against random", at_least(2000, A_CORE), *BESIDE)
def depth_4_games() -> tuple[float, ...]:
    return _rates("alpha-beta", 4)


def _rates(engine: str, depth: int | None) -> tuple[float, ...]:
    """Games a second of processor time of all processes, and as BESIDE says."""
    bots = (_bot("one", engine, depth), _bot("two", "random", None))
    way = Way(engine, bots, GAMES)
    with tempfile.TemporaryDirectory() as folder:
        cost = stored(run(specs(way), 2), Path(folder), way)
    rate = GAMES / cost.processor
    return rate, GAMES / cost.seconds, playouts(OWARI, GAMES) / rate


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


@aim("referee-ply", "a ply of play_game, random against random", *[told("us")] * 3)
def plies_of_the_referee() -> tuple[float, ...]:
    """In Owari, Kalah and Othello."""
    return tuple(map(_ply, ("owari", "kalah", "othello")))


def _ply(game: str) -> float:
    begun = process_time()
    plies = sum(len(play_game("random", "random", game=game, seed=i).plies) for i in range(200))
    return (process_time() - begun) / plies * 1e6


IN_PYTHON = (told("games/s by the rules in Python"), told("times as many"))


@aim("kalah-playouts", "random games of Kalah", at_least(20_000, "games/s"), *IN_PYTHON)
def kalah_playouts() -> tuple[float, float, float]:
    return _both_playouts("kalah", 1000)


@aim("othello-playouts", "random games of Othello", at_least(10_000, "games/s"), *IN_PYTHON)
def othello_playouts() -> tuple[float, float, float]:
    return _both_playouts("othello", 200)


def _both_playouts(name: str, count: int) -> tuple[float, float, float]:
    """By the compiled rules and by those in Python, in turn."""
    compiled = playouts(find_game(name), count)
    in_python = playouts(rules_in_python(name), count)
    return compiled, in_python, compiled / in_python


def playouts(game: Game, count: int) -> float:
    """Games a second of processor time in this process, each move at random."""
    start, choice = game.start(), Random(1).choice
    begun = process_time()
    for _ in range(count):
        position = start
        while position.outcome() is None:
            position = position.play(choice(position.legal_moves()))
    return count / (process_time() - begun)
