"""Whole turns of a sowing game: all moves until the other side is to move."""

from __future__ import annotations

from collections import deque

from owari.games.game import Move
from owari.games.mancala import Mancala

__all__ = ["Turn", "turn_text", "turns_begun", "turns_from"]

MOST_POSITIONS = 5000
"""Positions that are followed from one where extra turns branch much."""

Turn = tuple[Move, ...]
"""A move, and those that extra turns let follow."""


def turns_from(position: Mancala) -> dict[Turn, Mancala]:
    """The turns of the side to move and what they lead to, short ones first; of those that come to
    the same the first."""
    return _followed(position)[0]


def turns_begun(position: Mancala) -> dict[Turn, Mancala]:
    """The beginnings of its turns after which the same side is to move again."""
    return _followed(position)[1]


def turn_text(turn: Turn) -> str:
    """`5`, or `5-3` with an extra turn."""
    return "-".join(map(str, turn))


def _followed(position: Mancala) -> tuple[dict[Turn, Mancala], dict[Turn, Mancala]]:
    turns: dict[Turn, Mancala] = {}
    begun: dict[Turn, Mancala] = {}
    known: set[tuple[int, ...]] = set()
    open_turns: deque[tuple[Turn, Mancala]] = deque([((), position)])
    while open_turns and len(known) < MOST_POSITIONS:
        turn, before = open_turns.popleft()
        for move in before.legal_moves():
            after = before.play(move)
            goes_on = after.turn is before.turn and after.outcome() is None
            if goes_on and after.cells not in known:
                begun[*turn, move] = after
                open_turns.append(((*turn, move), after))
            elif not goes_on and (not turn or after.cells not in known):
                turns[*turn, move] = after
            known.add(after.cells)
    return turns, begun
