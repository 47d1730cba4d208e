"""The evaluations of the sowing games, by name."""

from __future__ import annotations

from owari.engine.evaluation import Evaluation
from owari.games.mancala import Mancala
from owari.games.value import Kind

__all__ = ["SOWING"]


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
