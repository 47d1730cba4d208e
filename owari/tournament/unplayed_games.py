"""Games that nobody plays, because a bot forfeits them beforehand."""

from __future__ import annotations

from collections.abc import Container

from owari.games.game import Position
from owari.records.record import Ending, GameRecord, Result, Termination

__all__ = ["unplayed_game"]


def unplayed_game(
    start: Position, south: str, north: str, losers: Container[str], kind: Termination, reason: str
) -> GameRecord:
    """The record of a game that the `losers` forfeit: one of the two bots, or both."""
    if south in losers and north in losers:
        result = Result.NEITHER
    else:
        result = Result.NORTH if south in losers else Result.SOUTH
    ending = Ending(result, start.score(), kind, reason)
    return GameRecord(start.rules, start, south, north, ending=ending)
