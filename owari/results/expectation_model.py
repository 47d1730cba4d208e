"""How far the games of two bots lie from what all their other games let expect.

For each match, the strengths of `rating_model` are found without the games of that match. They
say with what chance each of its games is won. The distribution of all points follows exactly from
these chances, and is then averaged over the difference of the two strengths, which is normal about
the most probable one and as uncertain as its 95% interval says. The chance of a match is that of
points at least so far from the expected ones as those that were made, on either side.

Two more things come from the other games: the share of draws, and how alike the two games of a
pair end. If the expected score is p, then 2 * draws * min(p, 1 - p) of the games are drawn, so that
`draws` is the share between equal bots. In so many pairs as the correlation of the two games says,
both have the same luck; it counts where it is positive, because otherwise points vary less.

Importing this module imports NumPy and SciPy.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from owari.results.elo import Z
from owari.results.rating_model import (
    STRENGTH_SD,
    Array,
    PairedGames,
    Posterior,
    errors,
    expected,
    groups_of,
)

REACH = 6.0
"""The normal distribution counts up to so many standard deviations."""
NODES = 97
"""The number of points that stand for it."""
NEARLY = 0.25
"""Points that are nearer by less count as so far too: where two bots are equal, no results and all
results are as far, whatever the last digit of the expected ones."""
LEAST = 1e-12
"""A smaller chance is not told from rounding."""


class MatchExpectation(NamedTuple):
    """The points of a match, and those that its bots' other games let expect."""

    one: int
    """The index of a bot."""
    other: int
    """The index of its opponent."""
    points: float
    """Of `one`."""
    expected: float
    chance: float
    """Of points at least so far from the expected ones."""


def match_expectations(bots: int, games: PairedGames) -> Iterator[MatchExpectation]:
    """Each match whose two bots are joined by other games too, by the indices of its bots. All rows
    of a match have these in the same order."""
    matches, of_row = np.unique(np.stack(games[:2], axis=1), axis=0, return_inverse=True)
    of_row = of_row.ravel()
    totals = (np.bincount(of_row, column, len(matches)) for column in games[2:])
    by_match = PairedGames(*matches.T, *totals)
    start = Posterior(bots, by_match).most_probable()
    for number, (one, other) in enumerate(matches.tolist()):
        summed = PairedGames(*(np.delete(column, number) for column in by_match))
        groups = groups_of(bots, summed)
        if groups[one] != groups[other]:
            continue
        inside = of_row == number
        rest, own = (PairedGames(*(each[rows] for each in games)) for rows in (~inside, inside))
        at = Posterior(bots, summed).most_probable(start)
        posterior = Posterior(bots, rest)
        difference: Array = np.zeros((1, bots + 1))
        difference[0, one], difference[0, other] = 1, -1
        deviation = min(errors(posterior, at, difference)[0] / Z, np.sqrt(2) * STRENGTH_SD)
        steps = np.linspace(-REACH, REACH, NODES)
        weights = np.exp(-(steps**2) / 2)
        weights /= weights.sum()
        leads = difference @ at + deviation * steps
        chances = weights @ _chances(leads, float(at[-1]), own, *_habits(posterior, at))
        points = np.arange(len(chances)) / 2
        mean = float(chances @ points)
        made = float(own.first_points.sum() + own.second_points.sum())
        far = np.abs(points - mean) >= abs(made - mean) - NEARLY
        chance = min(1.0, max(LEAST, float(chances[far].sum())))
        yield MatchExpectation(one, other, made, mean, chance)


def _habits(posterior: Posterior, at: Array) -> tuple[float, float]:
    """The share of draws between equal bots, and the share of pairs with the same luck in both
    games, from the halves of pairs that are one game."""
    one, other, *halves = posterior.games
    lead = at[one] - at[other]
    means = np.stack([expected(lead + at[-1]), expected(lead - at[-1])])
    games, points = np.stack(halves[::2]), np.stack(halves[1::2])
    single = games == 1
    could = 2 * np.minimum(means, 1 - means)
    draws = min(1.0, (points == 0.5)[single].sum() / max(could[single].sum(), 1.0))
    surplus, variance = points - means, means * (1 - means) - draws * could / 4
    both = single.all(axis=0)
    together = surplus.prod(axis=0)[both].sum()
    alike = together / max(np.sqrt(variance.prod(axis=0))[both].sum(), 1.0)
    return float(draws), min(1.0, max(0.0, float(alike)))


def _chances(leads: Array, first: float, own: PairedGames, draws: float, alike: float) -> Array:
    """The chances of 0, 1/2, 1 ... points of all games, a row for each lead in strength."""
    kinds, counts = np.unique(np.stack([own.first, own.second], axis=1), axis=0, return_counts=True)
    size = 2 * int(own.first.sum() + own.second.sum()) + 1
    product: Array = np.ones((len(leads), size // 2 + 1), dtype=complex)
    for kind, count in zip(kinds.astype(int).tolist(), counts.tolist(), strict=True):
        results = [_results(leads + first, draws), _results(leads - first, draws)]
        apart = np.ones_like(product)
        for games, each in zip(kind, results, strict=True):
            apart *= np.fft.rfft(each, size) ** games
        together = np.fft.rfft(_with_one_luck(kind, results, size), size)
        product *= ((1 - alike) * apart + alike * together) ** count
    found: Array = np.fft.irfft(product, size)
    return found


def _results(leads: Array, draws: float) -> Array:
    """The chances of a loss, a draw and a win, a row for each lead."""
    mean = expected(leads)
    drawn = 2 * draws * np.minimum(mean, 1 - mean)
    found: Array = np.stack([1 - mean - drawn / 2, drawn, mean - drawn / 2], axis=1)
    return found


def _with_one_luck(kind: list[int], results: list[Array], size: int) -> Array:
    """The chances of points where all games of a pair are as lucky, a row for each lead."""
    rows = len(results[0])
    bounds = [each[:, :2].cumsum(axis=1) for each in results]
    steps = np.sort(np.concatenate([np.zeros((rows, 1)), *bounds, np.ones((rows, 1))], axis=1))
    middle = (steps[:, 1:] + steps[:, :-1]) / 2
    points = np.zeros(middle.shape, dtype=int)
    for games, bound in zip(kind, bounds, strict=True):
        points += games * (middle[:, :, None] > bound[:, None, :]).sum(axis=2)
    found: Array = np.zeros((rows, size))
    np.add.at(found, (np.arange(rows)[:, None], points), np.diff(steps, axis=1))
    return found
