"""`owari add`: one more program in a tournament file."""

from __future__ import annotations

from pathlib import Path
from shlex import quote

import click

from owari.cli.arguments import QuotedCommand
from owari.cli.files import writing
from owari.cli.init import BUILD_HELP, build, tried
from owari.cli.options import DURATION, FILE, PROGRAM, Text, game_option
from owari.cli.player_options import sandbox_option
from owari.errors import BadInput
from owari.games.game import Game
from owari.games.mancala import OWARI
from owari.programs.sandbox.program_settings import Level, Sandbox
from owari.results.bot_names import bot_name
from owari.text.printable import plain
from owari.text.terminal_lines import say
from owari.tournament.file.bot_entries import add_bot, check_addition, program_entry

EXAMPLES = """\b
Examples:
  owari add bots.yaml teams/rocket
  owari add bots.yaml late.cpp --build
  owari add bots.yaml 'python3 bot.py --fast' --name 'The Late One'
"""


@click.command("add", cls=QuotedCommand, epilog=EXAMPLES)
@click.argument("file", type=FILE)
@click.argument("program", metavar="FOLDER|FILE|COMMAND", type=PROGRAM)
@click.option("--name", type=Text("NAME", bot_name), help="Name of the bot.  [default: its file]")
@game_option(None, f"that of the file, else {OWARI.name}")
@click.option(
    "--within", type=DURATION, default="90s", show_default=True, help="Total time for the program."
)
@click.option("--build", "is_built", is_flag=True, help=BUILD_HELP)
@sandbox_option("Sandbox of the program while it is tried.")
def command(
    file: Path,
    program: str,
    name: str | None,
    game: Game | None,
    within: float,
    is_built: bool,
    sandbox: Level,
) -> None:
    """Find out how a program talks, and put it into the tournament FILE.

    The program is a folder, a file or a command, and speaks any protocol or prompts a person. The
    other text of the file stays as it is. The exit code is 1, and nothing is written, where the
    program was not understood.
    """
    try:
        from owari.registration.team_search import find_team
        from owari.registration.tournament_text import next_command
        from owari.registration.trial_process import settings_of
    except ImportError:
        raise BadInput("programs run on Linux and macOS only") from None
    team = find_team(program)
    name = name or bot_name(team.name)
    of_file = check_addition(file, name)
    if game and of_file and game != of_file:
        raise BadInput(f"the file is for {of_file.name}: leave --game {game.name} out")
    game = game or of_file or OWARI
    box = Sandbox(sandbox)
    if team.program is None and is_built:
        if failed := build([team], box):
            raise click.ClickException(plain(f"{name}: {failed[team.name]}"))
        team = find_team(program)
    if team.program is None:
        raise BadInput(f"{name} has source, but no program: add --build, or run '{team.compiler}'")
    if team.program.problem:
        raise BadInput(f"{name}: {team.program.problem}")
    ((_, found),) = tried({name: settings_of(team, (), box)}, game, within).items()
    if not found.protocol:
        more = f"\nTo do: {found.advice}" if found.advice else ""
        if found.then:
            more += f"\nTo see each step: {next_command(team, found.then, game, Path.cwd())}"
        raise click.ClickException(f"{plain(f'{name} was not understood: {found.remark}')}{more}")
    entry = program_entry(name, team.program.words, team.folder.absolute(), file.absolute().parent)
    with writing(file):
        warnings = add_bot(file, {**entry, **found.keys}, game.name)
    click.echo(f"{file} has the bot {name} now. It speaks {found.protocol}.")
    if found.remark:
        click.echo(plain(f"Note: {found.remark}."))
    for warning in warnings:
        say(warning, err=True)
    click.echo(f"To test it:\n\n    owari check {quote(f'{file}:{name}')}")
