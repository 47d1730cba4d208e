"""`owari games`: what can be played."""

from __future__ import annotations

import click
from tabulate import tabulate

from owari.games.catalog import GAMES
from owari.games.mancala import MAX_PITS, MAX_STONES
from owari.report.rules import rules_in_a_sentence

__all__ = ["command"]


@click.command("games")
def command() -> None:
    """List the games, as --game and `game:` of a tournament file name them."""
    rows = [(name, rules_in_a_sentence(rules)) for name, rules in GAMES.items()]
    click.echo(tabulate(rows, headers=("game", "rules"), tablefmt="plain", maxcolwidths=[None, 80]))
    click.echo(
        f"\nEach can be played on another board, GAME:PITSxSTONES from 1x1 to"
        f" {MAX_PITS}x{MAX_STONES}, as in kalah:3x2."
        "\n`owari rules GAME` prints the rules in full."
    )
