"""`owari analyze`: which move of a game threw away what."""

from __future__ import annotations

from pathlib import Path

import click

from owari.cli.game_files import numbered_games
from owari.cli.move_reviews import review, time_option
from owari.report.review_tables import review_table, reviews_data
from owari.report.tables import FORMATS, format_tables

__all__ = ["command"]


@click.command("analyze")
@click.argument("file", metavar="RECORD|FILE", type=click.Path(path_type=Path))
@click.argument("game", type=click.IntRange(min=1), required=False)
@time_option("For each position at most, as 5s or 500ms: more time proves more.  [default: 1s]")
@click.option("--format", "form", type=click.Choice(FORMATS), default="plain", show_default=True)
def command(file: Path, game: int | None, seconds: float | None, form: str) -> None:
    """Compare each move of the games in a RECORD with the best one, and say which lost the game.

    A move is worth the stones that its side can have more than the other in the end. What cannot be
    proved in time is an estimate, ~. With GAME only that one of the RECORD, or that one of a
    tournament, where FILE is its file or its results file. Ctrl-C leaves what is known so far, the
    moves at the end.
    """
    records = numbered_games(file, game, one="of a tournament one game is analyzed")
    games, interrupted = review(records, seconds)
    tables = (
        [reviews_data(games)]
        if form in ("csv", "json")
        else [review_table(number, each) for number, each in games.items()]
    )
    click.echo(format_tables(tables, form), nl=False)
    if interrupted:
        raise KeyboardInterrupt
