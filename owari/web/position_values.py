"""What is known of the moves of positions, for tables and for the games of the live page."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping

from owari.analysis.review import Review
from owari.analysis.values import MoveValues
from owari.games.game import Position
from owari.records.record import GameRecord

MOST_KEPT = 5000
"""Positions; those of some hundred games."""


class PositionValues:
    """The values of the positions that were looked at last. Estimates are those of the analysis of
    a game where there is one; what a later search proves takes their place in that game too."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str], MoveValues] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, position: Position) -> MoveValues | None:
        """What is known of the position; nothing where its text names others too, as that of a
        position with a swap does."""
        with self._lock:
            known = self._kept.get(_key(position))
        return known if known and known.moves.keys() == {*position.legal_moves()} else None

    def proved(self, position: Position, found: MoveValues) -> MoveValues:
        """What is known of the position now that a search has found this."""
        known = self.of(position)
        values = known.narrowed(found) if known else found
        self._keep(position, values)
        return values

    def review(self, record: GameRecord, values: Mapping[int, MoveValues]) -> Review:
        """The review of a game with these values, and with what was proved of its positions."""
        positions = list(record.positions())
        found = {}
        for before, each in values.items():
            known = self.of(positions[before])
            found[before] = each.narrowed(known) if known else each
        review = Review(record, found)
        for before, each in review.values.items():
            self._keep(positions[before], each)
        return review

    def _keep(self, position: Position, values: MoveValues) -> None:
        key = _key(position)
        with self._lock:
            self._kept[key] = values
            self._kept.move_to_end(key)
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)


def _key(position: Position) -> tuple[str, str]:
    return position.rules.name, str(position)
