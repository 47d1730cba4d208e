"""`fitted`: an estimate of the final margin of a game of Othello, in discs.

It is a weighted sum of a few well-known features, each the count of the side to move less that of
the other side, plus a weight for being the side to move. The weights depend on the share of empty
squares. They are a least-squares fit to the results of games that this engine played after random
moves; tests/benchmarks/fit_othello.py plays these games and prints the numbers. Source:
Michael Buro, "Statistical Feature Combination for the Evaluation of Game Positions", Journal of
Artificial Intelligence Research 3, 1995.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import NamedTuple

from owari.engine.evaluation import Evaluation
from owari.engine.othello_counts import Counts, both
from owari.games.game import Kind
from owari.games.othello import OthelloPosition, OthelloRules

FEATURES: dict[str, Callable[[Counts], int]] = {
    "discs": Counts.discs,
    "mobility": Counts.mobility,
    "potential-mobility": Counts.potential_mobility,
    "corners": Counts.corners,
    "anchored": Counts.anchored,
    "loose-edges": Counts.loose_edges,
    "c-squares": Counts.c_squares,
    "x-squares": Counts.x_squares,
}
TO_MOVE = "to-move"
"""The name of the weight for being the side to move."""
PHASES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""Shares of empty squares. From one to the next the weights change in a straight line."""
HUNDREDTHS = 100

Weights = tuple[float, ...]
"""In discs, one for each phase."""


class Fit(NamedTuple):
    """The weights for one game."""

    move: Weights
    """The weight for being the side to move."""
    last_move: Weights
    """Added if the number of empty squares is odd, when the side to move has the last move unless
    somebody passes; subtracted if it is even."""
    features: Mapping[str, Weights]


_STANDARD = Fit(
    move=(1.49, -1.35, -2.16, -2.51, -0.97),
    last_move=(1.22, -0.1, 0.13, 0.34, 0.23),
    features={
        "discs": (1.01, -0.14, -0.8, -0.94, 2.05),
        "mobility": (5.77, 2.27, 1.06, 0.66, 1.0),
        "potential-mobility": (-1.55, -0.22, 0.46, 0.53, 2.21),
        "corners": (-1.43, 4.51, 12.66, 19.49, -0.04),
        "anchored": (0.19, 1.34, 2.73, 5.63, -0.02),
        "loose-edges": (-1.06, -0.38, 0.63, 0.04, -1.73),
        "c-squares": (-2.34, -2.13, -2.36, -4.25, 0.13),
        "x-squares": (0.45, -4.1, -8.87, -17.54, -2.93),
    },
)
"""For standard rules on all boards; fitted on 8x8."""
_FREE = Fit(
    move=(1.96, 0.75, 0.84, 1.42, 0.41),
    last_move=(3.3, 3.02, 3.11, 3.48, 2.09),
    features={
        "discs": (0.82, 0.23, 0.07, 0.02, -0.05),
        "mobility": (0.0, 0.0, 0.0, 0.0, 0.0),
        "potential-mobility": (2.37, 0.55, 0.13, -0.11, -0.19),
        "corners": (-0.1, 1.59, 6.07, 18.62, 3.15),
        "anchored": (0.31, 1.62, 2.02, 1.74, 1.37),
        "loose-edges": (0.33, -0.07, -0.1, -0.56, -1.24),
        "c-squares": (1.79, -1.67, 0.07, -1.09, -0.51),
        "x-squares": (0.42, 0.73, -0.23, -0.24, -0.43),
    },
)
"""For free Othello, where both sides have the same moves."""


@lru_cache
def fitted_weights(rules: OthelloRules) -> dict[str, tuple[int, ...]]:
    """The weights of `fitted` for these rules, as `weights_of` gives them."""
    return weights_of(_FREE if rules.free else _STANDARD, rules)


def weights_of(fit: Fit, rules: OthelloRules) -> dict[str, tuple[int, ...]]:
    """The weights of TO_MOVE and of each feature in hundredths of a disc, by name. Each has one
    weight for each number of empty squares, from 0 to the whole board."""
    squares = rules.size**2
    shares = [empty / squares for empty in range(squares + 1)]
    to_move = []
    for empty, share in enumerate(shares):
        last = _between(fit.last_move, share)
        to_move.append(_between(fit.move, share) + (last if empty % 2 else -last))
    weights = {
        name: [_between(each, share) for share in shares] for name, each in fit.features.items()
    }
    return {
        name: tuple(round(weight * HUNDREDTHS) for weight in each)
        for name, each in {TO_MOVE: to_move, **weights}.items()
    }


def _between(weights: Weights, share: float) -> float:
    place = min(int(share * (len(PHASES) - 1)), len(PHASES) - 2)
    low, high = PHASES[place : place + 2]
    part = (share - low) / (high - low)
    return (1 - part) * weights[place] + part * weights[place + 1]


def _estimate(position: OthelloPosition) -> int:
    mine, theirs = both(position)
    weights = fitted_weights(position.rules)
    empty = mine.empty.bit_count()
    total = weights[TO_MOVE][empty]
    for name, count in FEATURES.items():
        if weight := weights[name][empty]:
            total += weight * (count(mine) - count(theirs))
    most = HUNDREDTHS * position.rules.size**2
    return min(max(total, -most), most)


FITTED = Evaluation(
    "fitted",
    "an estimate of the final margin, its weights fitted to games",
    Kind.ESTIMATED,
    _estimate,
    unit=HUNDREDTHS,
)
