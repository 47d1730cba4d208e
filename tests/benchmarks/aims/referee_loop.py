"""Games of two programs that answer as fast as programs can: what is left is the referee, the pipes
and the system. By the clock, on an idle machine."""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.benchmarks.aims.aim import aim, at_least, at_most
from tests.benchmarks.referee import GAME, PROGRAMS, compile_bot, seconds_for, settings_of
from tests.benchmarks.referee import played as game_of

REUSED, FRESH = 2000, 500
"""Games of a measurement."""


def rate(games: int, *, reuse: bool, concurrency: int = 1) -> tuple[float, float]:
    """Microseconds a ply of one game at a time, and games a second."""
    with tempfile.TemporaryDirectory() as folder:
        bot = Path(folder) / "trivial"
        compile_bot(PROGRAMS / "line" / "trivial.c", bot)
        plies = len(game_of(settings_of(bot, reuse=False), GAME).plies)
        seconds = seconds_for(bot, reuse=reuse, games=games, concurrency=concurrency)
    return seconds * concurrency / games / plies * 1e6, games / seconds


@aim(
    "referee-reused",
    "referee: two programs that play game after game",
    at_most(16, "us a ply"),
    at_least(1300, "games/s"),
)
def reused() -> tuple[float, float]:
    return rate(REUSED, reuse=True)


@aim(
    "referee-fresh",
    "referee: two programs that are started for each game",
    at_most(40, "us a ply"),
)
def fresh() -> float:
    return rate(FRESH, reuse=False)[0]


@aim("referee-two", "referee: two games at a time", at_least(1.9, "times one"))
def two_at_a_time() -> float:
    return rate(2 * REUSED, reuse=True, concurrency=2)[1] / rate(REUSED, reuse=True)[1]
