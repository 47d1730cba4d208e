"""How well a time is kept, and how fast endgames are built: each in a new process."""

from __future__ import annotations

import sys
from time import process_time

from owari.engine.endgames import build
from owari.games.mancala import KALAH
from tests.benchmarks.aims.aim import aim, at_most, told
from tests.benchmarks.aims.process_cost import cost_of

PROGRAM = """
import sys
from time import perf_counter
from owari.analysis.values import move_values
from owari.api import search, solve
from owari.games.catalog import find_game
what, game, seconds = sys.argv[1:]
start, seconds = find_game(game).start(), float(seconds)
think = {
    "proof": lambda: solve(start, seconds=seconds, by_book=False),
    "move": lambda: search(start, seconds=seconds),
    "values": lambda: move_values(start, seconds=seconds),
}[what]
begun = perf_counter()
think()
print((perf_counter() - begun) / seconds)
"""
GAMES = ("kalah:6x3", "kalah:6x4", "kalah-empty:6x4", "kalah:6x6", "othello:6", "othello")


def worst(what: str, seconds: float) -> float:
    """The longest time of all games by the clock, as a percentage of the time given."""
    runs = ((sys.executable, "-c", PROGRAM, what, game, str(seconds)) for game in GAMES)
    return max(100 * float(cost_of(run).output) for run in runs)


for _seconds in (0.1, 2.0):
    for _what, _words in (
        ("proof", "a proof"),
        ("move", "a move of the engine"),
        ("values", "a hint or an analysis"),
    ):

        @aim(f"{_what}-{_seconds:g}s", f"{_words} in {_seconds:g} s", at_most(110, "% of it"))
        def keeps_time(what: str = _what, seconds: float = _seconds) -> float:
            return worst(what, seconds)


@aim("endgames", "endgames of 18 stones, six pits a side", told("M positions/s"))
def endgames_built() -> float:
    begun = process_time()
    values = build(KALAH, 18)
    return len(values) / (process_time() - begun) / 1e6
