"""Exact margins of positions and of their legal moves."""

from __future__ import annotations

from collections.abc import Iterable

from owari.engine.families import ENGINES
from owari.engine.solution import Aim, MoveBounds, OnBounds, ProofRequest, Solution
from owari.errors import BadInput
from owari.games.game import Position


def solve(
    position: Position,
    *,
    seconds: float | None = None,
    aim: Aim = Aim.EVERY_MOVE,
    threads: int | None = None,
    by_book: bool = True,
    on_bounds: OnBounds | None = None,
    known: Iterable[MoveBounds] = (),
) -> Solution:
    """Proves the exact margins that `aim` asks for, or bounds of them until the time is over.

    `seconds` None is no limit. By default all cores search, and margins come from the opening book
    where it has them. `on_bounds` receives the first bounds and every proved bound; the kernel
    calls it five times a second. The proof begins with the bounds of `known`, which was proved
    before; no bound is ever wider.

    Raises BadInput if the game is over.
    """
    if not position.legal_moves():
        raise BadInput("the game is over")
    request = ProofRequest(aim, seconds, threads, by_book, on_bounds, tuple(known))
    return ENGINES[position.rules].prove(position, request)


def margin_at_once(position: Position) -> int | None:
    """The exact margin of an unfinished position in which so little is left to play that its proof
    takes no time on any machine; None elsewhere."""
    if not ENGINES[position.rules].proves_at_once(position):
        return None
    return solve(position, aim=Aim.MARGIN, threads=1).lower


def forget() -> None:
    """Frees what is kept from one position to the next."""
    for family in ENGINES:
        family.forget()
