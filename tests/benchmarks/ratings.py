"""How often the intervals of ratings hold the true values, in simulated round robins.

    python -m tests.benchmarks.ratings
    python -m tests.benchmarks.ratings --tournaments 200

The strengths of bots are drawn from a normal distribution, and every two bots play so many pairs of
games. The chances of a game are those of the logistic scale, with so many draws between equal bots.
The two games of a pair depend on each other: where the tie is positive, a bot that does well in one
does so in the other; where it is negative, whoever has the better side does.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any, NamedTuple

import click
import numpy as np
from scipy.special import ndtr
from tabulate import tabulate

from owari.results.elo import ELO
from owari.results.rating_model import Array, PairedGames, fit


class Field(NamedTuple):
    """The tournaments of a row."""

    bots: int
    pairs: int
    """Of every two bots."""
    spread: float
    """The standard deviation of the strengths, in Elo."""
    draws: float
    """The share of draws between equal bots."""
    tie: float = 0.0
    """The correlation of a bot's luck in the two games of a pair."""
    first: float = 0.0
    """What the first move is worth, in Elo."""


FIELDS = (
    Field(2, 10, 100, 0.1),
    Field(2, 50, 100, 0.6),
    Field(2, 50, 100, 0.1, -0.6, 50),
    Field(2, 500, 100, 0.3),
    Field(3, 5, 150, 0.1, first=50),
    Field(4, 1, 200, 0.1),
    Field(6, 1, 200, 0.1, first=50),
    Field(6, 1, 200, 0.6),
    Field(8, 2, 100, 0.2, -0.6, 50),
    Field(8, 2, 100, 0.2, 0.6),
    Field(12, 1, 400, 0.1),
    Field(12, 1, 800, 0.1),
    Field(20, 1, 200, 0.1, first=100),
    Field(6, 50, 200, 0.3, 0.6),
)


def played(
    random: np.random.Generator, strengths: Array, field: Field, styles: float = 0
) -> PairedGames:
    """A tournament of bots of these strengths. The lead of each over each other is off by a normal
    deviation of this size."""
    matches = np.array([*combinations(range(field.bots), 2)])
    one, other = np.repeat(matches, field.pairs, axis=0).T
    lead, first = strengths[one] - strengths[other], field.first / ELO
    if styles:
        lead += np.repeat(random.normal(0, styles, len(matches)), field.pairs)
    covariance = [[1, field.tie], [field.tie, 1]]
    luck = ndtr(random.multivariate_normal([0, 0], covariance, len(one)))
    points = [
        _points(luck[:, game], 1 / (1 + np.exp(-lead - advantage)), field.draws)
        for game, advantage in enumerate((first, -first))
    ]
    once = np.ones(len(one))
    return PairedGames(one, other, once, points[0], once, points[1])


def _points(luck: Array, expected: Array, draws: float) -> Array:
    drawn = 2 * draws * np.minimum(expected, 1 - expected)
    lost = 1 - expected - drawn / 2
    found: Array = np.where(luck < lost, 0.0, np.where(luck < lost + drawn, 0.5, 1.0))
    return found


def coverage(field: Field, tournaments: int, seed: int = 1) -> tuple[float, float, float]:
    """The shares of intervals that hold the true ratings and the true worth of the first move, and
    how far those of ratings reach in the middle, in Elo."""
    random = np.random.default_rng(seed)
    held, reach = np.zeros(field.bots + 1), []
    for _ in range(tournaments):
        strengths = random.normal(0, field.spread / ELO, field.bots)
        found = fit(field.bots, played(random, strengths, field))
        true: Array = np.append(strengths - strengths.mean(), field.first / ELO)
        held += np.abs(found.values - true) <= found.errors
        reach.append(ELO * found.errors[:-1])
    held /= tournaments
    return float(held[:-1].mean()), float(held[-1]), float(np.median(reach))


@click.command()
@click.option("--tournaments", default=1000, show_default=True)
def main(tournaments: int) -> None:
    """Simulate round robins, and count how often intervals hold the truth."""
    rows: list[tuple[Any, ...]] = []
    for field in FIELDS:
        ratings, first, reach = coverage(field, tournaments)
        rows.append((*field, f"{ratings:.1%}", f"{first:.1%}", f"±{reach:.0f}"))
    headers = (
        *("Bots", "Pairs of two", "Spread", "Draws", "Tie", "First move"),
        *("Ratings held", "First move held", "Interval"),
    )
    click.echo(tabulate(rows, headers, "github"))


if __name__ == "__main__":
    main()
