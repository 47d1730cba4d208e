"""How often matches are far from what other games let expect, in simulated round robins.

    python -m tests.benchmarks.expectations
    python -m tests.benchmarks.expectations --tournaments 100

The tournaments are those of `ratings`, and some in which styles suit each other: the lead of one
bot over another is then off by a normal deviation. In honest tournaments nobody helps. In the
others, one bot loses so many of its games to a star that is as strong as itself. Fields of twelve
bots and more take long, and play half as many tournaments.
"""

from __future__ import annotations

from math import comb
from typing import Any, NamedTuple

import click
import numpy as np
from tabulate import tabulate

from owari.results.elo import ELO
from owari.results.expectation_model import match_expectations
from owari.results.rating_model import Array, PairedGames
from tests.benchmarks.ratings import Field, played

LEVEL = 0.05
HELPER, STAR = 0, 1
FIELDS = (
    (Field(4, 10, 200, 0.1), 0),
    (Field(6, 1, 200, 0.1, first=50), 0),
    (Field(6, 5, 200, 0.1, first=50), 0),
    (Field(6, 50, 200, 0.3, 0.6), 0),
    (Field(8, 2, 100, 0.2, -0.6, 50), 0),
    (Field(8, 10, 100, 0.6), 0),
    (Field(12, 1, 800, 0.1), 0),
    (Field(12, 5, 200, 0.1, 0.6), 0),
    (Field(20, 1, 200, 0.1, first=100), 0),
    (Field(12, 5, 200, 0.1), 100),
)
"""Each with the standard deviation of styles, in Elo."""


class Found(NamedTuple):
    """How many of the tournaments have something that is rarer than the level."""

    by_itself: float
    """The match of the helper and the star, not corrected."""
    corrected: float
    """The same for the number of matches."""
    anywhere: float
    """Some match, corrected; 0 where nobody has looked."""


def found(
    field: Field, tournaments: int, *, thrown: float = 0, styles: float = 0, look: bool = False
) -> Found:
    """Plays tournaments in which a helper throws this share of its games with the star, and may
    look at all matches."""
    random = np.random.default_rng(1)
    counts = np.zeros(3)
    number = comb(field.bots, 2)
    for _ in range(tournaments):
        strengths = random.normal(0, field.spread / ELO, field.bots)
        strengths[STAR] = strengths[HELPER]
        games = _thrown(random, played(random, strengths, field, styles / ELO), thrown)
        matches = match_expectations(field.bots, games)
        suspected = next(matches).chance  # of the first two bots
        least = min([suspected, *(each.chance for each in matches)]) if look else 1.0
        counts += np.array([suspected, suspected * number, least * number]) <= LEVEL
    return Found(*(counts / tournaments).tolist())


def _thrown(random: np.random.Generator, games: PairedGames, share: float) -> PairedGames:
    theirs = (games.one == HELPER) & (games.other == STAR)
    lost: Array = theirs & (random.random((2, len(theirs))) < share)
    return games._replace(
        first_points=np.where(lost[0], 0, games.first_points),
        second_points=np.where(lost[1], 0, games.second_points),
    )


@click.command()
@click.option("--tournaments", default=200, show_default=True)
def main(tournaments: int) -> None:
    """Simulate round robins with and without a bot that helps another."""
    rows: list[tuple[Any, ...]] = []
    for field, styles in FIELDS:
        count = tournaments if field.bots < 12 else tournaments // 2
        honest = found(field, count, styles=styles, look=True)
        shares = [honest.anywhere, honest.by_itself]
        for thrown in (1, 0.7):
            helped = found(field, count, thrown=thrown, styles=styles)
            shares += [helped.corrected, helped.by_itself]
        rows.append((*field, styles, *(f"{share:.1%}" for share in shares)))
    headers = (
        *("Bots", "Pairs of two", "Spread", "Draws", "Tie", "First move", "Styles"),
        *("Honest: any", "one by itself", "All thrown: corrected", "by itself"),
        *("70% thrown: corrected", "by itself"),
    )
    click.echo(tabulate(rows, headers, "github"))


if __name__ == "__main__":
    main()
