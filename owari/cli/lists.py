"""The commands that list what Owari knows: its games and their rules, its bots and evaluations, and
the protocols of programs."""

from __future__ import annotations

from collections.abc import Sequence

import click

from owari.cli.options import GAME, Choice
from owari.games.catalog import GAMES
from owari.games.game import Game
from owari.games.mancala import MAX_PITS, MAX_STONES, OWARI
from owari.games.othello import OTHELLO, SIZES
from owari.programs.dialogues.protocols import PROTOCOLS, find_protocol, protocols
from owari.report.families import full_rules, rules_in_a_sentence


@click.command("games")
def games_command() -> None:
    """List the games with their rules in a sentence each.

    The names are those of the option --game and of the key 'game' of a tournament file.
    """
    rows = [(name, rules_in_a_sentence(rules)) for name, rules in GAMES.items()]
    click.echo("The games that Owari plays and referees.\n")
    click.echo(_table(("game", "rules"), rows))
    others = [name for name, rules in GAMES.items() if not rules.size_name]
    exception = f" but {' and '.join(others)}" if others else ""
    click.echo(
        f"\nEach game{exception} has other sizes. For games of pits, write GAME:PITSxSTONES from"
        f" 1x1 to {MAX_PITS}x{MAX_STONES}, such as"
        "\nkalah:3x2. For games of squares, write GAME:SIZE with an even number from"
        f" {SIZES[0]} to {SIZES[-1]}, such as {OTHELLO.resized(6).name}."
        "\n'owari rules GAME' prints the rules of a game in full."
    )


@click.command("rules")
@click.argument("game", default=OWARI.name, type=GAME)
def rules_command(game: Game) -> None:
    """Print the rules of GAME as the referee applies them, by default of owari.

    GAME is a name from 'owari games', or a name with a size. kalah:5x3 has five pits a side and
    three stones in each. othello:6 has six by six squares.
    """
    click.echo(full_rules(game))


@click.command("bots")
def bots_command() -> None:
    """List the built-in bots and the evaluations of the engine.

    The key 'engine' of a tournament file and the options --south, --north and --us take the names
    of bots. The key 'evaluation' and the option --evaluation take the names of evaluations.
    """
    from owari.engine.othello_mixtures import EXAMPLE
    from owari.players.builtin_bots import BUILTIN

    bots = [(bot.name, bot.summary, ", ".join(bot.settings)) for bot in BUILTIN.values()]
    click.echo("The built-in bots: players for a game or a tournament, without a program.\n")
    click.echo(_table(("engine", "how it plays", "settings"), bots))
    click.echo("\nThe evaluations: what alpha-beta compares at the end of its look-ahead.\n")
    click.echo(_evaluations("evaluation", OWARI))
    click.echo()
    click.echo(_evaluations("Othello evaluation", OTHELLO))
    click.echo(f"A sum of the last six is an evaluation too, such as {EXAMPLE}.")


def _evaluations(head: str, game: Game) -> str:
    from owari.engine.families import ENGINES, evaluation_for

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


def _table(heads: tuple[str, ...], rows: Sequence[tuple[str, ...]], widest: int | None = 80) -> str:
    """The rows in columns, whose second has lines of `widest` characters at most."""
    from tabulate import tabulate

    return tabulate(rows, headers=heads, tablefmt="plain", maxcolwidths=[None, widest])


@click.command("protocols")
@click.argument("name", required=False, type=Choice(list(PROTOCOLS)))
def protocols_command(name: str | None) -> None:
    """List the protocols that bots can use, or explain the protocol NAME.

    The explanation shows the keys of such a bot in a tournament file, and a dialogue.
    """
    if name:
        click.echo(f"protocol: {name}\n{find_protocol(name).guide}", nl=False)
        return
    rows = [(spec.name, spec.summary) for spec in protocols()]
    click.echo(_table(("protocol", "programs"), rows, widest=None))
    click.echo("\n'owari protocols NAME' explains a protocol with its keys and a dialogue.")
