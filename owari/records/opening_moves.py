"""The moves of an opening as part of the game that began after them."""

from __future__ import annotations

from dataclasses import replace

from owari.games.game import BadMove, IllegalMove, Side
from owari.records.record import GameRecord, Ply

__all__ = ["from_the_start"]


def from_the_start(record: GameRecord) -> GameRecord:
    """The game with the moves of its opening before its own, from the start of the rules. A record
    that does not tell these moves stays as it is."""
    for first in Side:
        position = record.game.start(first)
        plies = []
        try:
            for word in record.opening.split():
                plies.append(Ply(position.turn, record.game.parse_move(word)))
                position = position.play(plies[-1].move)
        except (BadMove, IllegalMove):
            continue
        if plies and position == record.start:
            start = record.game.start(first)
            return replace(record, start=start, plies=(*plies, *record.plies), opening="")
    return record
