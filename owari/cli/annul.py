"""`owari annul`: a game of a tournament that no longer counts."""

from __future__ import annotations

from pathlib import Path

import click

from owari.cli.arguments import DashedCommand
from owari.cli.options import GAME_NUMBER
from owari.errors import BadInput
from owari.text.printable import plain
from owari.tournament.results_file import change_results


@click.command("annul", cls=DashedCommand)
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("game", type=GAME_NUMBER)
@click.argument("reason")
def command(file: Path, game: int, reason: str) -> None:
    """Annul GAME of a tournament; the next run plays it again.

    FILE is the tournament file or its results file. GAME is the number that 'owari show FILE'
    lists. The results keep the annulled game with the REASON.
    """
    reason = plain(reason)
    if not reason:
        raise BadInput("the reason is empty: say why the game does not count")
    with change_results(file) as store:
        store.annul(game, reason)
    click.echo(f"Game {game} is annulled: {reason}")
