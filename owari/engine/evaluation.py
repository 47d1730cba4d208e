"""Evaluations: what a position is worth when the search looks no further.

An evaluation sees a position as the side to move. The value of an unfinished position is an
estimate of the final margin, in stones or discs, or a score on a scale of its own. Finished games
with different margins always have different values: a search that saw only finished games has
proved the margin.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from owari.games.game import Kind, Position, Value
from owari.games.mancala import Mancala

FINISHED = 10_000
"""What a score adds to the margin of a won game: more than any other position is worth."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """One evaluation: its name and the scale of its values."""

    name: str
    summary: str
    kind: Kind
    """The kind of the value of an unfinished position: ESTIMATED or SCORE."""
    horizon: Callable[[Any], int]
    """The value of an unfinished position in a search, for the side to move."""
    unit: int = 1
    """How much a stone or a point is worth in a search, whose values are whole numbers."""
    mixture: Mapping[str, float] | None = field(default=None, hash=False)
    """The weights of a mixture by the names of its counts; None for other evaluations."""

    def finished(self, margin: int) -> int:
        """The value of a finished game by its margin; it rises with the margin."""
        return self.unit * (margin + self._extra(margin))

    def margin(self, value: int) -> int:
        """The margin of the finished games that have this value."""
        return value // self.unit - self._extra(value)

    def _extra(self, margin: int) -> int:
        """What a score adds, so that a win is worth more than any position."""
        return FINISHED * ((margin > 0) - (margin < 0)) if self.kind is Kind.SCORE else 0

    def told(self, value: int, *, proved: bool) -> Value:
        """The value of a search as people read it: a proved margin, an estimate in whole stones or
        discs, or a score in points."""
        if proved:
            return Value(self.margin(value), Kind.EXACT)
        if self.unit == 1:
            return Value(value, self.kind)
        points = value / self.unit
        return Value(round(points) if self.kind is Kind.ESTIMATED else points, self.kind)


def _score(position: Position) -> int:
    return position.settled().margin(position.turn)


SCORE = Evaluation(
    "score", "difference of the scores: the margin if the game stopped here", Kind.ESTIMATED, _score
)
"""For games that have no evaluation of their own."""


def margin_of_end(value: Value) -> int | None:
    """The margin of the finished game whose score this is; None for any other value."""
    if value.kind is not Kind.SCORE or abs(value.number) <= FINISHED:
        return None
    return int(value.number) - (FINISHED if value.number > 0 else -FINISHED)


def _goals(position: Mancala) -> int:
    return position.score().margin(position.turn)


def _material(position: Mancala) -> int:
    return position.settled().margin(position.turn)


def _goals_and_row(position: Mancala) -> int:
    return _goals(position) + _material(position)


SOWING: dict[str, Evaluation] = {
    name: Evaluation(name, summary, kind, horizon)
    for name, summary, kind, horizon in (
        ("goals", "difference of the goals", Kind.ESTIMATED, _goals),
        (
            "material",
            "difference of goals and rows: the margin if the game stopped here",
            Kind.ESTIMATED,
            _material,
        ),
        (
            "goals-and-row",
            "a stone in the goal counts two, in the row one; a win counts more than all stones",
            Kind.SCORE,
            _goals_and_row,
        ),
    )
}
"""All of them by name. `goals-and-row` plays best at every depth from 3 to 8, measured by
tests/benchmarks/evaluations.py."""
