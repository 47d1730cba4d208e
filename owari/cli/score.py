"""`owari score`: the score of a game played elsewhere."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import click

from owari.cli.arguments import DashedCommand
from owari.errors import BadInput
from owari.games.game import Game
from owari.records.record import Ending, GameRecord, Result, Termination
from owari.report.result_tables import result_line
from owari.results.bot_names import warnings_of_names
from owari.results.game_log import About
from owari.tournament.result_entry import enter
from owari.tournament.results_file import enter_results

EXAMPLES = """\b
Examples:
  owari score bots.yaml "Depth 8" "Team Rocket" 19-17
  owari score friendly.db Anna Ben 40-20
"""


@click.command("score", cls=DashedCommand, epilog=EXAMPLES)
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("first")
@click.argument("second")
@click.argument("score")
def command(file: Path, first: str, second: str, score: str) -> None:
    """Enter the SCORE of a game in which FIRST moved first against SECOND.

    A score is the stones of FIRST and of SECOND, such as 19-17. In Othello it is their discs, and
    the empty squares count for the winner.

    FILE is the tournament file or its results file. Owari creates a results file that does not
    exist, which takes any names.
    """
    pieces = _pieces(score)
    with enter_results(file, partial(click.echo, err=True)) as store:
        record = _reported(store.game, store.about, first, second, pieces)
        number, record, new_bots, _ = enter(store, record)
        names = [bot.name for bot in store.bots()]
    for name in new_bots:
        click.echo(f"New bot: {name}")
    for warning in warnings_of_names(names, new_bots):
        click.echo(warning, err=True)
    click.echo(result_line(number, record.south, record.north, record.ending))


def _reported(
    game: Game, about: About, first: str, second: str, pieces: tuple[int, int]
) -> GameRecord:
    """A record without moves, in which who moved first sits South."""
    start = game.start()
    game.check_final(*pieces)
    outcome = game.final(*pieces)
    return GameRecord(
        game=game,
        start=start,
        south=first,
        north=second,
        ending=Ending(Result.won_by(outcome.winner), outcome, Termination.REPORTED),
        event=about.event,
        site=about.site,
        date=about.date,
    )


def _pieces(text: str) -> tuple[int, int]:
    """The pieces of both sides. Raises BadInput."""
    found = re.fullmatch(r"(\d{1,4})\s*[-:]\s*(\d{1,4})", text)
    if not found:
        raise BadInput(f"a score is the pieces of both sides, such as 19-17, not {text!r}")
    return int(found[1]), int(found[2])
