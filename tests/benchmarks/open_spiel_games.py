"""Random games in one process, by our API and by that of OpenSpiel, in turn.

pip install open_spiel
python -m tests.benchmarks.open_spiel_games
"""

from __future__ import annotations

from random import Random
from statistics import median
from time import process_time
from typing import Any

import pyspiel

from tests.benchmarks.aims.builtin_games import playouts

GAMES = (("kalah", "mancala", 1000), ("othello", "othello", 200))
"""Our name, OpenSpiel's, and how many games a run has."""


def main() -> None:
    for ours, theirs, count in GAMES:
        runs = [(playouts(ours, count), _playouts(theirs, count)) for _ in range(5)]
        own, other = (median(rates) for rates in zip(*runs, strict=True))
        print(f"{ours:8} {own:8,.0f} games/s, OpenSpiel {other:8,.0f}: {own / other:.2f}")


def _playouts(name: str, count: int) -> float:
    """Games a second of processor time, each move at random."""
    game: Any = pyspiel.load_game(name)
    choice = Random(1).choice
    begun = process_time()
    for _ in range(count):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(choice(state.legal_actions()))
    return count / (process_time() - begun)


if __name__ == "__main__":
    main()
