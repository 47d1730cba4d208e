"""`owari analyze`: the moves that lost a game."""

from __future__ import annotations

from pathlib import Path

import click

from owari.cli.game_files import numbered_games
from owari.cli.move_reviews import review
from owari.cli.options import format_option, time_option
from owari.cli.parameter_types import GAME_NUMBER
from owari.cli.screen import screen_width
from owari.report.review_tables import review_table, reviews_data
from owari.report.tables import format_tables

__all__ = ["command"]


EXAMPLES = """\b
Examples:
  owari analyze game.pgn
  owari analyze bots.yaml 12 --time 5s --format html > game12.html
"""


@click.command("analyze", epilog=EXAMPLES)
@click.argument("file", metavar="RECORD|FILE", type=click.Path(path_type=Path))
@click.argument("game", type=GAME_NUMBER, required=False)
@time_option(
    "Time for each position, such as 5s or 500ms. More time proves more values.  [default: 1s]"
)
@format_option()
def command(file: Path, game: int | None, seconds: float | None, form: str) -> None:
    """Compare each move of a game with the best move, and find the moves that lost the game.

    The value of a move is the final margin that its side can reach: its own stones or discs minus
    the opponent's. The sign ~ marks an estimate, where the time was too short for a proof.

    RECORD is a file with one game or more; GAME selects one of them by its number. FILE is a
    tournament file or its results file, and needs a GAME. Ctrl-C stops and shows the values so
    far, from the end of the game.
    """
    records = dict(numbered_games(file, game, one="analyze takes one game of a tournament"))
    games, interrupted = review(records, seconds)
    tables = (
        [reviews_data(games)]
        if form in ("csv", "json")
        else [review_table(number, each) for number, each in games.items()]
    )
    click.echo(format_tables(tables, form, screen_width()), nl=False)
    if interrupted:
        raise KeyboardInterrupt
