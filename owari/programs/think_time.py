"""How long a program may think that thinks until it is stopped."""

from __future__ import annotations

from owari.games.game import Position
from owari.players.player import Clock

__all__ = ["longest_chain", "time_to_improve"]

USUAL_TURN = 5.0
"""Seconds for a turn that nothing limits."""
EXPECTED_TURNS = 20
"""A program has one part in so many of what is left of its time for the game."""
FLOOR = 0.1
"""The part of its time for a turn that is kept for each move which may follow in the turn."""
MOST_LOOKED_AT = 300
"""Positions; the chains of a turn that has more are not followed to their ends."""


def time_to_improve(clock: Clock, position: Position, turn: float | None = None) -> float:
    """Seconds for one move; `turn` is the time for a whole turn, None where nothing limits it.

    What may follow in the same turn keeps a tenth of the turn's time for each move. Where the chain
    may be too long for that, all of its moves get the same.
    """
    left = USUAL_TURN if clock.turn is None else clock.turn
    if clock.turn is not None and position.rules.extra_turn:
        chain = longest_chain(position)
        kept = FLOOR * (left if turn is None else turn)
        left = max(left - (chain - 1) * kept, left / chain)
    return left if clock.game is None else min(left, clock.game / EXPECTED_TURNS)


def longest_chain(position: Position) -> int:
    """How many moves the turn may have, this one too: the most that were found."""
    side = position.turn
    longest = 1
    looked_at = {position}
    level = [position]
    while level:
        following: list[Position] = []
        for each in level:
            for move in each.legal_moves():
                after = each.play(move)
                if after.turn is side and after not in looked_at and not after.outcome():
                    looked_at.add(after)
                    following.append(after)
        if following:
            longest += 1
        level = following if len(looked_at) < MOST_LOOKED_AT else []
    return longest
