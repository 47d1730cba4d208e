"""`owari rules`: a game's rules in full."""

from __future__ import annotations

import click

from owari.cli.options import GAME
from owari.games.game import Game
from owari.games.mancala import OWARI
from owari.report.families import full_rules


@click.command("rules")
@click.argument("game", default=OWARI.name, type=GAME)
def command(game: Game) -> None:
    """Print the rules of GAME as the referee applies them, by default of owari.

    GAME is a name from 'owari games', or a name with a size. kalah:5x3 has five pits a side and
    three stones in each. othello:6 has six by six squares.
    """
    click.echo(full_rules(game))
