"""The evaluations of the sowing games, by name."""

from __future__ import annotations

from owari.engine.evaluation import FINISHED, Evaluation
from owari.games.mancala import Mancala
from owari.games.value import Kind

__all__ = ["SOWING"]


def _goals(position: Mancala) -> int:
    return position.score().margin(position.turn)


def _material(position: Mancala) -> int:
    return position.settled().margin(position.turn)


def _goals_and_row(position: Mancala) -> int:
    return _goals(position) + _material(position)


def _above_everything(margin: int) -> int:
    return margin + FINISHED * ((margin > 0) - (margin < 0))


def _margin_again(value: int) -> int:
    return value - FINISHED * ((value > 0) - (value < 0))


def _same(margin: int) -> int:
    return margin


SOWING: dict[str, Evaluation] = {
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
"""All of them by name. `goals-and-row` plays best at every depth from 3 to 8, measured by
tests/benchmarks/evaluations.py."""
