"""`owari games`: the games."""

from __future__ import annotations

import click
from tabulate import tabulate

from owari.games.catalog import GAMES
from owari.games.mancala import MAX_PITS, MAX_STONES
from owari.games.othello import OTHELLO, SIZES
from owari.report.families import rules_in_a_sentence


@click.command("games")
def command() -> None:
    """List the games with their rules in a sentence each.

    The names are those of the option --game and of the key 'game' of a tournament file.
    """
    rows = [(name, rules_in_a_sentence(rules)) for name, rules in GAMES.items()]
    click.echo("The games that Owari plays and referees.\n")
    click.echo(tabulate(rows, headers=("game", "rules"), tablefmt="plain", maxcolwidths=[None, 80]))
    others = [name for name, rules in GAMES.items() if not rules.size_name]
    exception = f" but {' and '.join(others)}" if others else ""
    click.echo(
        f"\nEach game{exception} has other sizes. For games of pits, write GAME:PITSxSTONES from"
        f" 1x1 to {MAX_PITS}x{MAX_STONES}, such as"
        "\nkalah:3x2. For games of squares, write GAME:SIZE with an even number from"
        f" {SIZES[0]} to {SIZES[-1]}, such as {OTHELLO.resized(6).name}."
        "\n'owari rules GAME' prints the rules of a game in full."
    )
