"""Random games in one process, by our API and by those of other libraries, in turn.

pip install open_spiel rust-reversi
python -m tests.benchmarks.random_games
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from statistics import median
from time import process_time
from typing import Any

import pyspiel
import rust_reversi

from owari.games.catalog import find_game
from tests.benchmarks.aims.builtin_games import playouts


def main() -> None:
    for name, peer, play, count in PEERS:
        runs = [(playouts(find_game(name), count), _rate(play, count)) for _ in range(5)]
        own, other = (median(rates) for rates in zip(*runs, strict=True))
        print(f"{name:8} {own:8,.0f} games/s, {peer:12} {other:8,.0f}: {own / other:.2f}")


def _rate(play: Callable[[Callable[..., Any]], None], count: int) -> float:
    """Games a second of processor time, each move at random."""
    choice = Random(1).choice
    begun = process_time()
    for _ in range(count):
        play(choice)
    return count / (process_time() - begun)


def _open_spiel(name: str) -> Callable[[Callable[..., Any]], None]:
    game: Any = pyspiel.load_game(name)

    def play(choice: Callable[..., Any]) -> None:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(choice(state.legal_actions()))

    return play


def _rust_reversi(choice: Callable[..., Any]) -> None:
    board: Any = rust_reversi.Board()
    while not board.is_game_over():
        if board.is_pass():
            board.do_pass()
        else:
            board.do_move(choice(board.get_legal_moves_vec()))


PEERS = (
    ("kalah", "OpenSpiel", _open_spiel("mancala"), 1000),
    ("othello", "OpenSpiel", _open_spiel("othello"), 200),
    ("othello", "rust-reversi", _rust_reversi, 300),
)
"""Our name of a game, the library, how it plays one, and how many games a run has."""


if __name__ == "__main__":
    main()
