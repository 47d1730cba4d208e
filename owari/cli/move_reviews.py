"""The values of the moves of games, found with progress on the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import click

from owari.analysis.review import Review, values_from_the_end
from owari.analysis.values import MoveValues
from owari.cli.status_line import status_line
from owari.engine.kernel import MISSING, sowing
from owari.records.record import GameRecord

__all__ = ["Reviewed", "review"]

SECONDS = 1.0
"""For each position, where no option says it."""


class Reviewed(NamedTuple):
    """The reviews of games, as far as Ctrl-C let them come."""

    games: dict[int, Review]
    """By number. An interrupted review has the values of the end of its game."""
    interrupted: bool


def review(records: Mapping[int, GameRecord], seconds: float | None) -> Reviewed:
    """The values of all moves. Each position takes `seconds` at most, by default SECONDS. Ctrl-C
    ends the review early. A terminal shows the progress."""
    if sowing is None:
        click.echo(MISSING, err=True)
    reviews: dict[int, Review] = {}
    try:
        with status_line() as show:
            for number, record in records.items():
                values: dict[int, MoveValues] = {}
                reviews[number] = Review(record, values)
                game = f"game {number}, " if len(records) > 1 else ""
                show(f"{game}{len(record.plies)} plies to go")
                for before, known in values_from_the_end(record, seconds=seconds or SECONDS):
                    values[before] = known
                    show(f"{game}{before} plies to go")
    except KeyboardInterrupt:
        return Reviewed(reviews, True)
    return Reviewed(reviews, False)
