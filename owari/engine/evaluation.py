"""What a position is worth when the search looks no further, by name.

An evaluation is asked about a position from the view of the side to move. What it says of an
unfinished position is either an estimate of the final margin in stones, or a score on a scale of
its own; a finished game is always told apart by its margin, so that a search which saw only
finished games has proved the margin.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from owari.games.game import Position
from owari.games.value import Kind

__all__ = ["DEFAULT", "EVALUATIONS", "FINISHED", "Evaluation"]

FINISHED = 10_000
"""What `goals-and-row` adds to the margin of a won game: more than any unfinished position."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    name: str
    summary: str
    kind: Kind
    """What the value of an unfinished position means: ESTIMATED or SCORE."""
    horizon: Callable[[Position], int]
    """The value of an unfinished position for the side to move."""
    finished: Callable[[int], int]
    """The value of a finished game by its margin; strictly rising."""
    margin: Callable[[int], int]
    """The inverse of `finished`."""


def _goals(position: Position) -> int:
    return position.score().margin(position.turn)


def _material(position: Position) -> int:
    return position.settled().margin(position.turn)


def _goals_and_row(position: Position) -> int:
    return _goals(position) + _material(position)


def _above_everything(margin: int) -> int:
    return margin + FINISHED * ((margin > 0) - (margin < 0))


def _margin_again(value: int) -> int:
    return value - FINISHED * ((value > 0) - (value < 0))


def _same(margin: int) -> int:
    return margin


EVALUATIONS: dict[str, Evaluation] = {
    evaluation.name: evaluation
    for evaluation in (
        Evaluation(
            "goals",
            "difference of the goals",
            Kind.ESTIMATED,
            _goals,
            _same,
            _same,
        ),
        Evaluation(
            "material",
            "difference of goals and rows: the margin if the game were stopped here",
            Kind.ESTIMATED,
            _material,
            _same,
            _same,
        ),
        Evaluation(
            "goals-and-row",
            "a stone in the goal counts two, in the row one; a win is above everything",
            Kind.SCORE,
            _goals_and_row,
            _above_everything,
            _margin_again,
        ),
    )
}
DEFAULT = "goals-and-row"
"""The best of the three at every depth from 3 to 8, measured by tests/benchmarks/evaluations.py."""
