"""`owari rules`: a game's rules in full."""

from __future__ import annotations

import click

from owari.cli.options import reads
from owari.games.catalog import find_game
from owari.games.game import Game
from owari.games.mancala import OWARI
from owari.report.families import full_rules

__all__ = ["command"]


@click.command("rules")
@click.argument("game", default=OWARI.name, callback=reads(find_game))
def command(game: Game) -> None:
    """Print the rules of GAME as the referee applies them, by default of owari; kalah:5x3 is kalah
    with five pits a side and three stones in each, othello:6 Othello on six by six squares."""
    click.echo(full_rules(game))
