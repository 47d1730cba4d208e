"""Games of two programs that answer as fast as programs can: what is left is the referee, the pipes
and the system. By the clock, on an idle machine; that of two programs in Python is the processor
time of the referee alone, which a busy machine changes less."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import process_time

from owari.games.game import Side
from owari.programs.program import ProgramPlayer
from owari.referee.referee import play_game
from tests.benchmarks import bare_referee
from tests.benchmarks.aims.aim import aim, at_least, at_most, told
from tests.benchmarks.referee import GAME, PROGRAMS, TIMES, compile_bot, seconds_for, settings_of
from tests.benchmarks.referee import played as game_of

REUSED, FRESH = 2000, 500
"""Games of a measurement."""
IN_PYTHON = PROGRAMS / "line" / "lowest.py"


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
    "referee-fresh", "referee: two programs that are started for each game", at_most(40, "us a ply")
)
def fresh() -> float:
    return rate(FRESH, reuse=False)[0]


@aim("referee-two", "referee: two games at a time", at_least(1.9, "times one"))
def two_at_a_time() -> float:
    return rate(2 * REUSED, reuse=True, concurrency=2)[1] / rate(REUSED, reuse=True)[1]


@aim(
    "referee-python",
    "referee: two kept programs in Python",
    at_most(32, "us of the referee's processor a ply"),
    told("times a bare loop"),
)
def kept_in_python() -> tuple[float, float]:
    players = {side: ProgramPlayer(str(side), settings_of(IN_PYTHON, reuse=True)) for side in Side}
    for side, player in players.items():
        player.play_against(players[side.other])
    try:
        ours = _fastest(
            lambda: len(play_game(players, GAME.start(), dict.fromkeys(Side, TIMES)).plies)
        )
    finally:
        for player in players.values():
            player.close()
    command, pipe = (sys.executable, IN_PYTHON), subprocess.PIPE
    programs = {side: subprocess.Popen(command, stdin=pipe, stdout=pipe) for side in Side}
    try:
        bare = _fastest(lambda: bare_referee.play(programs))
    finally:
        for program in programs.values():
            program.kill()
            program.communicate()
    return ours, ours / bare


def _fastest(play: Callable[[], int], games: int = 60) -> float:
    """Microseconds of this process for a ply, in the fastest of some games."""
    found = []
    for _ in range(games):
        begun = process_time()
        plies = play()
        found.append((process_time() - begun) / plies * 1e6)
    return min(found)
