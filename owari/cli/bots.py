"""`owari bots`: the built-in bots and the evaluations."""

from __future__ import annotations

from collections.abc import Sequence

import click
from tabulate import tabulate

from owari.engine.families import ENGINES, evaluation_for
from owari.engine.othello_mixtures import EXAMPLE
from owari.games.game import Game
from owari.games.mancala import OWARI
from owari.games.othello import OTHELLO
from owari.players.builtin_bots import BUILTIN


@click.command("bots")
def command() -> None:
    """List the built-in bots and the evaluations of the engine.

    The key 'engine' of a tournament file and the options --south, --north and --us take the names
    of bots. The key 'evaluation' and the option --evaluation take the names of evaluations.
    """
    bots = [(bot.name, bot.summary, ", ".join(bot.settings)) for bot in BUILTIN.values()]
    click.echo("The built-in bots: players for a game or a tournament, without a program.\n")
    click.echo(_table(("engine", "how it plays", "settings"), bots))
    click.echo("\nThe evaluations: what alpha-beta compares at the end of its look-ahead.\n")
    click.echo(_evaluations("evaluation", OWARI))
    click.echo()
    click.echo(_evaluations("Othello evaluation", OTHELLO))
    click.echo(f"A sum of the last six is an evaluation too, such as {EXAMPLE}.")


def _evaluations(head: str, game: Game) -> str:
    in_files, elsewhere = ENGINES[game].default.name, evaluation_for(game, None).name
    notes = {
        in_files: ". Tournaments and matches use it where nothing else is named",
        elsewhere: ". All other commands use it where nothing else is named",
    }
    if in_files == elsewhere:
        notes = {in_files: ". It is used where nothing else is named"}
    rows = [
        (each.name, each.summary + notes.get(each.name, ""))
        for each in ENGINES[game].evaluations.values()
    ]
    return _table((head, "what it compares"), rows)


def _table(heads: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    return tabulate(rows, headers=heads, tablefmt="plain", maxcolwidths=[None, 80])
