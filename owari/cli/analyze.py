"""`owari analyze`: the moves that lost a game."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from owari.analysis.review import Reviewed, review_games
from owari.cli.files import screen_width, status_line
from owari.cli.game_files import numbered_games
from owari.cli.options import GAME_NUMBER, format_option, time_option
from owari.engine.kernel import MISSING, sowing
from owari.records.record import GameRecord
from owari.report.review_tables import review_table, reviews_data
from owari.report.tables import format_tables

SECONDS = 1.0
"""For each position, where no option says it."""

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

    RECORD is a file with one game or more, a record or what 'owari import' reads; GAME selects one
    of them by its number. FILE is a tournament file or its results file, and needs a GAME. Ctrl-C
    stops and shows the values so far, from the end of the game.
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


def review(records: Mapping[int, GameRecord], seconds: float | None) -> Reviewed:
    """The values of all moves. Each position takes `seconds` at most, by default SECONDS. A
    terminal shows the progress."""
    if sowing is None:
        click.echo(MISSING, err=True)
    with status_line() as show:

        def tell(number: int, plies: int) -> None:
            game = f"game {number}, " if len(records) > 1 else ""
            show(f"{game}{plies} plies to go")

        return review_games(records, seconds=seconds or SECONDS, tell=tell)
