"""`owari learn`: how a console program is described."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from owari.cli.options import game_option, reads
from owari.errors import BadInput
from owari.games.game import Game
from owari.games.mancala import OWARI
from owari.programs.dialogues.console.console_protocol import ConsoleProtocol
from owari.table.look_ahead import read_seconds
from owari.table.player_lookup import command_of
from owari.text.printable import plain

__all__ = ["command"]


@click.command("learn")
@click.argument("program", metavar="COMMAND")
@game_option(OWARI.name)
@click.option("--name", help="What the bot is called. [default: its file]")
@click.option(
    "--time",
    "seconds",
    metavar="TIME",
    callback=reads(read_seconds),
    default="10s",
    show_default=True,
    help="The longest that it may take for a move.",
)
def command(program: str, game: Game, name: str | None, seconds: float) -> None:
    """Play with the console program COMMAND, as `'./old_one --fast'`, until its moves are
    understood, and print how it is described in a tournament file.

    It is started many times. What is found goes to the standard output, and what is tried to the
    error output. The exit code is 1 where it asks who begins, and no answer makes it begin or wait.
    """
    try:
        from owari.checking.learner import NotLearned, learn
        from owari.programs.program_settings import ProgramSettings
    except ImportError:
        raise BadInput("programs can be played on Linux and macOS only") from None
    from owari.players.player import Fault

    try:
        here = Path.cwd()
        settings = ProgramSettings(command_of(program, here), here, protocol=ConsoleProtocol())
    except (ValueError, OSError) as error:
        raise BadInput(str(error)) from None
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
    games = " and ".join(map(str, learned.plies))
    click.echo(
        f"\nGames of {games} plies were played; its moves were read {learned.how}.", err=True
    )
    for remark in learned.remarks:
        click.echo(f"But {plain(remark)}.", err=True)
    if learned.missing:
        raise click.ClickException(plain(learned.missing))


def _called(words: list[str]) -> str:
    """A name: the file that is run, without its ending."""
    files = [word for word in words if not word.startswith("-")]
    return Path(files[1] if len(files) > 1 and "." in files[1] else files[0]).stem


def _entry(name: str, words: list[str], protocol: ConsoleProtocol) -> str:
    """The bot as a tournament file has it."""
    import yaml

    orders = (("first", protocol.start_first), ("second", protocol.start_second))
    start: dict[str, object] = {
        order: list(answers) if answers is not None else False
        for order, answers in orders
        if answers != ()
    }
    if protocol.start_toss is not None:
        start = {"toss": list(protocol.start_toss)}
    entry: dict[str, object] = {"name": name, "command": words, "protocol": "console"}
    if protocol.side != "south":
        entry["side"] = protocol.side
    if start:
        entry["start"] = start
    if protocol.answers:
        entry["answers"] = dict(protocol.answers)
    if protocol.numbering:
        entry["numbering"] = protocol.numbering
    for key, lines in (
        ("types", protocol.types),
        ("reads", protocol.reads),
        ("passes", protocol.passes),
    ):
        if lines:
            entry[key] = list(lines)
    if protocol.board != "auto":
        entry["board"] = protocol.board
    text: str = yaml.safe_dump(
        [entry], sort_keys=False, allow_unicode=True, default_flow_style=None
    )
    return "".join(f"  {line}\n" for line in text.splitlines())
