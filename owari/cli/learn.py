"""`owari learn`: the settings of a console program."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from owari.cli.options import game_option, time_option
from owari.cli.parameter_types import PROGRAM
from owari.cli.quoted_command import QuotedCommand
from owari.errors import BadInput
from owari.games.game import Game
from owari.games.mancala import OWARI
from owari.programs.dialogues.console.console_protocol import ConsoleProtocol
from owari.programs.setting_keys import written
from owari.report.paragraphs import count
from owari.table.player_lookup import program_settings
from owari.text.printable import plain

__all__ = ["command"]


EXAMPLES = """\b
Examples:
  owari learn ./old_one
  owari learn 'python3 old.py --fast' --name 'The Old One' --time 30s
"""


@click.command("learn", cls=QuotedCommand, epilog=EXAMPLES)
@click.argument("program", metavar="COMMAND", type=PROGRAM)
@game_option(OWARI.name)
@click.option("--name", help="Name of the bot.  [default: the name of its file]")
@time_option("Longest time that the program takes for a move.", default="10s")
def command(program: str, game: Game, name: str | None, seconds: float) -> None:
    """Play with the console program COMMAND, and print its settings for a tournament file.

    The command starts the program many times, until it understands the moves. The settings go to
    the standard output, and the attempts to the error output. The exit code is 1 where the program
    asks who moves first, and no answer makes it start or wait. It is also 1 where no game ends by
    the rules; the settings then go to the error output, as a guess.
    """
    try:
        from owari.checking.learner import NotLearned, learn
    except ImportError:
        raise BadInput("programs run on Linux and macOS only") from None
    from owari.players.player import Fault

    settings = program_settings(program, "console")
    try:
        learned = learn(
            settings,
            lambda step: click.echo(plain(step), err=True),
            per_turn=seconds,
            game=game,
        )
    except (Fault, NotLearned) as error:
        raise click.ClickException(plain(str(error))) from None
    words = shlex.split(program)
    entry = _entry(name or _called(words), words, learned.protocol)
    click.echo(entry, nl=False, err=bool(learned.missing))
    games = " and ".join(count(plies, "ply", "plies") for plies in learned.plies)
    click.echo(
        f"\nThe program played games of {games}. Its moves are read {learned.how}.", err=True
    )
    for remark in learned.remarks:
        click.echo(f"Note: {plain(remark)}.", err=True)
    if learned.missing:
        raise click.ClickException(plain(learned.missing))


def _called(words: list[str]) -> str:
    """The name of the file that runs, without its ending."""
    files = [word for word in words if not word.startswith("-")]
    return Path(files[1] if len(files) > 1 and "." in files[1] else files[0]).stem


def _entry(name: str, words: list[str], protocol: ConsoleProtocol) -> str:
    """The bot as an entry of a tournament file."""
    import yaml

    entry = {"name": name, "command": words, "protocol": "console", **written(protocol)}
    text: str = yaml.safe_dump(
        [entry], sort_keys=False, allow_unicode=True, default_flow_style=None
    )
    return "".join(f"  {line}\n" for line in text.splitlines())
