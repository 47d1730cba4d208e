"""Othello's search in the middle of the game, and its evaluations against each other."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from time import process_time

from owari.engine.families import evaluation_for
from owari.engine.kernel import othello
from owari.engine.othello_kernel import as_given, kernel_evaluation, new_engine
from owari.games.othello import OTHELLO
from tests.benchmarks.aims.aim import aim, at_least, told
from tests.benchmarks.evaluations import Limit, margin, openings, pairings

DEPTH = 9
SECONDS = 0.01


@aim(
    "othello-fitted", f"search of Othello by fitted to depth {DEPTH}", at_least(15, "M positions/s")
)
def fitted_positions() -> float:
    return _positions("fitted")


@aim("othello-patterns", f"search of Othello by patterns to depth {DEPTH}", told("M positions/s"))
def patterns_positions() -> float:
    return _positions("patterns")


def _positions(name: str) -> float:
    """Millions in a second, in twelve positions some plies from the start."""
    assert othello is not None
    evaluation = kernel_evaluation(OTHELLO, evaluation_for(OTHELLO, name))
    nodes, seconds = 0, 0.0
    for position in openings(OTHELLO, 12, seed=1):
        engine = new_engine(OTHELLO, 16, 1)
        engine.clear()
        begun = process_time()
        nodes += engine.think(as_given(position), DEPTH, 0.0, evaluation, True, None)[3]
        seconds += process_time() - begun
    return nodes / seconds / 1e6


@aim(
    "othello-match",
    f"patterns against fitted at {SECONDS * 1000:g} ms a move, 200 openings, both colours",
    at_least(0.65, "of the points"),
    runs=1,
)
def points_of_patterns() -> float:
    games = list(
        pairings([Limit(None, SECONDS)], ("patterns", "fitted"), openings(OTHELLO, 200, seed=1))
    )
    with ProcessPoolExecutor(2) as pool:
        south = list(pool.map(margin, games, chunksize=8))
    own = [
        each if game.south == "patterns" else -each for game, each in zip(games, south, strict=True)
    ]
    return (sum(each > 0 for each in own) + own.count(0) / 2) / len(own)
