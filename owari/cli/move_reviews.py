"""How commands find out what the moves of games were worth."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

import click

from owari.analysis.review import Review, values_from_the_end
from owari.analysis.values import MoveValues
from owari.cli.options import reads
from owari.engine.kernel import MISSING, native
from owari.records.record import GameRecord
from owari.table.look_ahead import read_seconds

__all__ = ["SECONDS", "Reviewed", "review", "time_option"]

SECONDS = 1.0

F = TypeVar("F", bound=Callable[..., Any])


class Reviewed(NamedTuple):
    games: dict[int, Review]
    """By number, those that were begun; of an interrupted one the end is known."""
    interrupted: bool


def time_option(help: str) -> Callable[[F], F]:
    """The option of the seconds for each position, at most."""
    return click.option(
        "--time", "seconds", metavar="TIME", callback=reads(read_seconds), help=help
    )


def review(records: Mapping[int, GameRecord], seconds: float | None) -> Reviewed:
    """Looks at each position for so many seconds at most, by default SECONDS; Ctrl-C ends that and
    leaves what is known. Shows on a terminal how far it is."""
    if native is None:
        click.echo(MISSING, err=True)
    shows = sys.stderr.isatty()
    reviews: dict[int, Review] = {}
    try:
        for number, record in records.items():
            values: dict[int, MoveValues] = {}
            reviews[number] = Review(record, values)
            game = f"game {number}, " if len(records) > 1 else ""
            if shows:
                _say(f"{game}{len(record.plies)} plies to go")
            for before, known in values_from_the_end(record, seconds=seconds or SECONDS):
                values[before] = known
                if shows:
                    _say(f"{game}{before} plies to go")
    except KeyboardInterrupt:
        return Reviewed(reviews, True)
    finally:
        if shows:
            _say("")
    return Reviewed(reviews, False)


def _say(text: str) -> None:
    click.echo(f"\r\x1b[K{text}", nl=False, err=True)
