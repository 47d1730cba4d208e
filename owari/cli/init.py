"""`owari init`: a tournament file for a folder of programs."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

import click

from owari.cli.files import writing
from owari.cli.options import DURATION, FILE, FOLDER, game_option
from owari.cli.player_options import sandbox_option
from owari.cli.standard_streams import status_line
from owari.errors import BadInput
from owari.games.game import Game
from owari.games.mancala import OWARI
from owari.programs.dialogues.protocols import find_protocol
from owari.programs.executable import find_program
from owari.programs.sandbox.program_settings import Level, ProgramSettings, Sandbox
from owari.results.bot_names import warnings_of_names
from owari.table.player_lookup import DEFAULT_PROTOCOL
from owari.text.durations import count
from owari.text.printable import plain

if TYPE_CHECKING:  # it needs what is on Linux and macOS only
    from owari.registration.team_search import Team

EXAMPLES = """\b
Examples:
  owari init teams
  owari init teams --game othello --output evening.yaml
"""


@click.command("init", epilog=EXAMPLES)
@click.argument("folder", type=FOLDER)
@game_option(OWARI.name)
@click.option("--output", type=FILE, help="New tournament file.  [default: FOLDER/bots.yaml]")
@click.option(
    "--within",
    type=DURATION,
    default="90s",
    show_default=True,
    help="Total time for each program.",
)
@sandbox_option("Sandbox of the programs while they are tried.")
def command(folder: Path, game: Game, output: Path | None, within: float, sandbox: Level) -> None:
    """Find the programs in FOLDER, and write a tournament file for them.

    Each folder in FOLDER is a team, and so is each program that lies in FOLDER itself. The command
    compiles nothing. It starts each program, plays with it, and finds out how it talks. The file
    has an entry for each program, and says in comments what was not understood and what to do.
    The command never replaces a file.
    """
    try:
        from owari.programs.sandbox.sandbox import summary
        from owari.registration.team_search import find_teams, unwritable_names, without_program
        from owari.registration.tournament_text import tournament_text
        from owari.registration.trial_process import recognise_all
    except ImportError:
        raise BadInput("programs run on Linux and macOS only") from None
    from owari.table.game_series import interruptible

    file = output or folder / "bots.yaml"
    if file.exists():
        raise BadInput(f"{file} exists already: name another file with --output")
    for name in unwritable_names(folder):
        click.echo(f"Left out: '{name}', a name that cannot be written down. Rename it.", err=True)
    teams = find_teams(folder)
    if not file.absolute().parent.is_dir():
        raise BadInput(f"there is no folder {file.parent} for the file")
    for warning in warnings_of_names([team.name for team in teams]):
        click.echo(warning, err=True)
    click.echo(summary(Sandbox(sandbox)), err=True)
    programs = {
        team.name: _settings(team, teams, Sandbox(sandbox))
        for team in teams
        if team.program and not team.program.problem
    }
    found = {}
    with interruptible(), status_line() as show:
        trials = recognise_all(
            programs, game, within, lambda name, step: show(plain(f"{name} {step} ..."))
        )
        with closing(trials):
            for name, recognition in trials:
                found[name] = recognition
                show("")
                said = (
                    f"speaks {recognition.protocol}"
                    if recognition.protocol
                    else "was not understood"
                )
                click.echo(plain(f"{name} {said} ({len(found)} of {len(programs)})"), err=True)
    text = tournament_text(teams, found, game, folder, file)
    with writing(file), file.open("x", encoding="utf-8") as new:
        new.write(text)
    playing = [name for name, each in found.items() if each.protocol]
    _tell(file, [team.name for team in teams], playing, without_program(folder, teams))


def _tell(file: Path, names: Sequence[str], playing: Sequence[str], without: Sequence[str]) -> None:
    """What the file has, and the commands that follow."""
    click.echo(f"{file}: {count(len(playing), 'bot')} of {count(len(names), 'program')}.")
    if missing := [name for name in names if name not in playing]:
        click.echo(f"The comments in the file say what to do with {plain(', '.join(missing))}.")
    if without:
        click.echo(f"No program was found in {plain(', '.join(without))}.")
    click.echo(f"To test the bots, and to play:\n\n    owari check {quote(str(file))}")
    click.echo(f"    owari tournament {quote(str(file))}")


def _settings(team: Team, teams: Sequence[Team], sandbox: Sandbox) -> ProgramSettings:
    """The program of a team, out of sight of the other teams' folders."""
    assert team.program
    hidden = {each.folder.resolve() for each in teams} - {team.folder.resolve()}
    return ProgramSettings(
        find_program(team.program.words, team.folder, team.folder),
        team.folder.absolute(),
        protocol=find_protocol(DEFAULT_PROTOCOL).settings(),
        sandbox=replace(sandbox, hidden=tuple(sorted(hidden - _above(team.folder)))),
    )


def _above(folder: Path) -> set[Path]:
    """The folders that a folder lies in."""
    return set(folder.resolve().parents)
