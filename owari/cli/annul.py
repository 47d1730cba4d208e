"""`owari annul`: a game that is not to count."""

from __future__ import annotations

from pathlib import Path

import click

from owari.cli.dash_arguments import DashedCommand
from owari.cli.results_file import change_results
from owari.errors import BadInput
from owari.text.printable import plain

__all__ = ["command"]


@click.command("annul", cls=DashedCommand)
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("game", type=click.IntRange(min=1))
@click.argument("reason")
def command(file: Path, game: int, reason: str) -> None:
    """Strike out GAME, as `owari show FILE` numbers it. It is kept with the REASON, and the
    tournament plays it again when it is next run.

    FILE is the tournament file or its results file.
    """
    reason = plain(reason)
    if not reason:
        raise BadInput("a reason is needed; those who played will ask for it")
    with change_results(file) as store:
        store.annul(game, reason)
    click.echo(f"Game {game} is annulled: {reason}")
