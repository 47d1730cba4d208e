"""Exact margins of positions and of every legal move, as far as they are proved in time."""

from __future__ import annotations

from owari.engine.othello_proof import forget_othello, prove_othello
from owari.engine.solution import Aim, MoveBounds, OnBounds, Solution
from owari.engine.sowing_proof import forget_sowing, prove_sowing
from owari.games.game import Position
from owari.games.mancala import Mancala
from owari.games.othello import OthelloPosition

__all__ = ["Aim", "MoveBounds", "Solution", "forget", "solve"]


def solve(
    position: Position,
    *,
    seconds: float | None = None,
    aim: Aim = Aim.EVERY_MOVE,
    threads: int | None = None,
    by_book: bool = True,
    on_bounds: OnBounds | None = None,
) -> Solution:
    """The exact margins that are aimed at, or the bounds proved when the time is up. `on_bounds` is
    told of the first bounds and of each that is proved, and by the kernel five times a second. By
    default all cores search; what the opening book knows is not searched for.

    Raises ValueError when the game is over.
    """
    if not position.legal_moves():
        raise ValueError("the game is over")
    if isinstance(position, OthelloPosition):
        return prove_othello(position, seconds, aim, threads, on_bounds)
    assert isinstance(position, Mancala)
    return prove_sowing(position, seconds, aim, threads, by_book, on_bounds)


def forget() -> None:
    """Frees what is kept from one position to the next."""
    forget_sowing()
    forget_othello()
