"""Opponents that play badly on purpose: each leads a game to situations in which programs fail."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from owari.games.game import SWAP, Move, Position
from owari.players.player import Choice, Clock, StatelessPlayer

__all__ = ["Opponent", "Wish"]

Wish = Callable[[Any, Move, Any], tuple[int, ...]]
"""How much an opponent wishes for a move: from the position before it, the move and the position
after it, both of the game that is played. The largest tuple wins."""

ODD = 0.25
"""How often an opponent with a seed plays any legal move."""


class Opponent(StatelessPlayer):
    """Plays the move that it wishes for most; of equal moves the first."""

    def __init__(
        self,
        name: str,
        wish: Wish,
        *,
        swaps: bool = False,
        seed: int | None = None,
        before_move: Callable[[], None] = lambda: None,
    ) -> None:
        """`swaps`: it swaps wherever it may, and else never. With a `seed` it sometimes plays any
        move, which varies the games. `before_move` is called on its time."""
        super().__init__(name)
        self._wish = wish
        self._swaps = swaps
        self._random = None if seed is None else Random(seed)
        self._before_move = before_move

    def choose(self, position: Position, clock: Clock) -> Choice:
        """The move that it wishes for most."""
        self._before_move()
        moves = position.legal_moves()
        if SWAP in moves and self._swaps:
            return Choice(SWAP)
        others = [move for move in moves if move != SWAP]
        if self._random and self._random.random() < ODD:
            return Choice(self._random.choice(others))
        return Choice(max(others, key=lambda move: self._wish(position, move, position.play(move))))
