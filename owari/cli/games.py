"""`owari games`: what can be played."""

from __future__ import annotations

import click
from tabulate import tabulate

from owari.games.catalog import GAMES
from owari.games.mancala import MAX_PITS, MAX_STONES
from owari.games.othello import OTHELLO, SIZES
from owari.report.families import rules_in_a_sentence

__all__ = ["command"]


@click.command("games")
def command() -> None:
    """List the games, as --game and `game:` of a tournament file name them."""
    rows = [(name, rules_in_a_sentence(rules)) for name, rules in GAMES.items()]
    click.echo(tabulate(rows, headers=("game", "rules"), tablefmt="plain", maxcolwidths=[None, 80]))
    click.echo(
        f"\nEach can be played on another board: those of pits as GAME:PITSxSTONES from 1x1 to"
        f" {MAX_PITS}x{MAX_STONES}, as in"
        "\nkalah:3x2, those of squares as GAME:SIZE, an even number from"
        f" {SIZES[0]} to {SIZES[-1]}, as in {OTHELLO.resized(6).name}."
        "\n`owari rules GAME` prints the rules in full."
    )
