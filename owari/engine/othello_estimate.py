"""`fitted`: an estimate of how an unfinished game of Othello ends, the final margin in discs.

A sum of a few well-known features, each the count of the side to move less that of the other, and
of what it is worth to be the one to move. The weights depend on the share of the board that is
empty. They are a least-squares fit to how games of this engine ended that began with random moves;
tests/benchmarks/fit_othello.py plays the games and prints the numbers. Source of the method:
Michael Buro, "Statistical Feature Combination for the Evaluation of Game Positions", Journal of
Artificial Intelligence Research 3, 1995.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from owari.engine.evaluation import Evaluation
from owari.engine.othello_counts import Counts, both
from owari.games.othello import OthelloPosition, OthelloRules
from owari.games.value import Kind

__all__ = ["FEATURES", "FITTED", "HUNDREDTHS", "PHASES", "Fit", "fitted_weights", "weights_of"]

FEATURES = (
    Counts.discs,
    Counts.mobility,
    Counts.potential_mobility,
    Counts.corners,
    Counts.anchored,
    Counts.loose_edges,
    Counts.c_squares,
    Counts.x_squares,
)
PHASES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""Shares of empty squares. From one to the next the weights change in a straight line."""
HUNDREDTHS = 100

Weights = tuple[float, ...]
"""In discs, one for each of the phases."""


class Fit(NamedTuple):
    """What is known of one game."""

    move: Weights
    """To be the side to move."""
    last_move: Weights
    """The number of empty squares is odd, so that the side to move has the last one if nobody
    passes; where it is even, the same is taken off."""
    features: tuple[Weights, ...]


_STANDARD = Fit(
    move=(1.49, -1.35, -2.16, -2.51, -0.97),
    last_move=(1.22, -0.1, 0.13, 0.34, 0.23),
    features=(
        (1.01, -0.14, -0.8, -0.94, 2.05),
        (5.77, 2.27, 1.06, 0.66, 1.0),
        (-1.55, -0.22, 0.46, 0.53, 2.21),
        (-1.43, 4.51, 12.66, 19.49, -0.04),
        (0.19, 1.34, 2.73, 5.63, -0.02),
        (-1.06, -0.38, 0.63, 0.04, -1.73),
        (-2.34, -2.13, -2.36, -4.25, 0.13),
        (0.45, -4.1, -8.87, -17.54, -2.93),
    ),
)
"""Of boards of all sizes; fitted on 8x8."""
_FREE = Fit(
    move=(2.28, 0.79, 0.14, -0.39, -0.65),
    last_move=(3.47, 2.64, 2.81, 2.54, 1.99),
    features=(
        (0.88, 0.24, -0.04, -0.21, 0.07),
        (0.00, 0.00, 0.00, 0.00, 0.00),
        (2.56, 0.70, -0.03, -0.10, 0.42),
        (-0.05, 1.41, 5.50, 8.70, 1.31),
        (0.29, 1.67, 1.71, 1.60, -0.65),
        (0.20, 0.10, -0.38, -0.58, 0.84),
        (1.10, -0.26, -2.76, -4.80, -0.23),
        (-0.11, -0.13, -0.44, -2.66, -1.07),
    ),
)
"""Of free Othello, where both sides have the same moves."""


@lru_cache
def fitted_weights(rules: OthelloRules) -> tuple[tuple[int, ...], ...]:
    """The weights by which `fitted` goes, as `weights_of` gives them."""
    return weights_of(_FREE if rules.free else _STANDARD, rules)


def weights_of(fit: Fit, rules: OthelloRules) -> tuple[tuple[int, ...], ...]:
    """For each number of empty squares, from 0 to the whole board: what the move is worth, and the
    weights of the features, in hundredths of a disc."""
    squares = rules.size**2
    rows = []
    for empty in range(squares + 1):
        share = empty / squares
        last = _between(fit.last_move, share)
        move = _between(fit.move, share) + (last if empty % 2 else -last)
        weights = (move, *(_between(weights, share) for weights in fit.features))
        rows.append(tuple(round(weight * HUNDREDTHS) for weight in weights))
    return tuple(rows)


def _between(weights: Weights, share: float) -> float:
    place = min(int(share * (len(PHASES) - 1)), len(PHASES) - 2)
    low, high = PHASES[place : place + 2]
    part = (share - low) / (high - low)
    return (1 - part) * weights[place] + part * weights[place + 1]


def _estimate(position: OthelloPosition) -> int:
    mine, theirs = both(position)
    total, *weights = fitted_weights(position.rules)[mine.empty.bit_count()]
    for weight, count in zip(weights, FEATURES, strict=True):
        if weight:
            total += weight * (count(mine) - count(theirs))
    most = HUNDREDTHS * position.rules.size**2
    return min(max(total, -most), most)


FITTED = Evaluation(
    "fitted",
    "an estimate of the final margin, its weights fitted to games",
    Kind.ESTIMATED,
    _estimate,
    lambda margin: HUNDREDTHS * margin,
    lambda value: value // HUNDREDTHS,
    unit=HUNDREDTHS,
)
