"""`owari bots`: what plays without a program."""

from __future__ import annotations

import click
from tabulate import tabulate

from owari.players.builtin import BUILTIN

__all__ = ["command"]


@click.command("bots")
def command() -> None:
    """List the built-in bots, as `engine:` names them in a tournament file."""
    rows = [(bot.name, bot.summary, ", ".join(bot.settings)) for bot in BUILTIN.values()]
    click.echo(tabulate(rows, headers=("engine", "how it plays", "settings"), tablefmt="plain"))
