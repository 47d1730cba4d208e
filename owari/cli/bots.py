"""`owari bots`: what plays without a program."""

from __future__ import annotations

from collections.abc import Sequence

import click
from tabulate import tabulate

from owari.engine.families import ENGINES
from owari.engine.othello_mixtures import EXAMPLE
from owari.games.game import Game
from owari.games.mancala import OWARI
from owari.games.othello import OTHELLO
from owari.players.builtin_bots import BUILTIN

__all__ = ["command"]


@click.command("bots")
def command() -> None:
    """List the built-in bots, as `engine:` names them in a tournament file, and what alpha-beta can
    go by where it looks no further, as `evaluation:` and --evaluation name it."""
    bots = [(bot.name, bot.summary, ", ".join(bot.settings)) for bot in BUILTIN.values()]
    click.echo(_table(("engine", "how it plays", "settings"), bots))
    click.echo()
    click.echo(_evaluations("evaluation", OWARI))
    click.echo()
    click.echo(_evaluations("evaluation of Othello", OTHELLO))
    click.echo(f"Or a mixture of the last six, as in {EXAMPLE}.")


def _evaluations(head: str, game: Game) -> str:
    best = ENGINES[game].default
    rows = [
        (each.name, each.summary + (" (the default)" if each is best else ""))
        for each in ENGINES[game].evaluations.values()
    ]
    return _table((head, "what it compares"), rows)


def _table(heads: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    return tabulate(rows, headers=heads, tablefmt="plain", maxcolwidths=[None, 80])
