"""`owari init` and `owari add`: a tournament file for a folder of programs, and one more program in
it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

import click

from owari.cli.files import status_line, writing
from owari.cli.options import DURATION, FILE, FOLDER, PROGRAM, QuotedCommand, Text, game_option
from owari.cli.play_options import sandbox_option
from owari.errors import BadInput
from owari.games.game import Game
from owari.games.mancala import OWARI
from owari.programs.sandbox.program_settings import Level, ProgramSettings, Sandbox
from owari.results.bot_names import bot_name, warnings_of_names
from owari.text.durations import count
from owari.text.printable import listing, plain
from owari.text.terminal_lines import say

if TYPE_CHECKING:
    from owari.registration.recognition import Recognition
    from owari.registration.team_search import Team

BUILD_HELP = "Compile C, C++ and Java that has no program yet, in the sandbox."
INIT_EXAMPLES = """\b
Examples:
  owari init teams
  owari init teams --game othello --output evening.yaml
"""


@click.command("init", epilog=INIT_EXAMPLES)
@click.argument("folder", type=FOLDER)
@game_option(OWARI.name)
@click.option("--output", type=FILE, help="New tournament file.  [default: FOLDER/bots.yaml]")
@click.option(
    "--within", type=DURATION, default="90s", show_default=True, help="Total time for each program."
)
@click.option("--build", "is_built", is_flag=True, help=BUILD_HELP)
@sandbox_option("Sandbox of the programs while they are tried.")
def init_command(
    folder: Path, game: Game, output: Path | None, within: float, is_built: bool, sandbox: Level
) -> None:
    """Find the programs in FOLDER, and write a tournament file for them.

    Each folder in FOLDER is a team, and so is each program that lies in FOLDER itself. The command
    starts each program, plays with it, and finds out how it talks. The file has an entry for each
    program, and says in comments what was not understood and what to do. So it does after Ctrl-C
    with what it has found until then. The command never replaces a file; 'owari add' puts a late
    program into one.
    """
    try:
        from owari.programs.sandbox.sandbox import summary
        from owari.registration.team_search import find_teams, unwritable_names, without_program
        from owari.registration.tournament_text import tournament_text
        from owari.registration.trial_process import settings_of
    except ImportError:
        raise BadInput("programs run on Linux and macOS only") from None
    file = output or folder / "bots.yaml"
    if file.exists():
        raise BadInput(f"{file} exists already: name another file with --output")
    for name in unwritable_names(folder):
        click.echo(f"Left out: '{name}', a name that cannot be written down. Rename it.", err=True)
    teams = find_teams(folder)
    if not file.absolute().parent.is_dir():
        raise BadInput(f"there is no folder {file.parent} for the file")
    for warning in warnings_of_names([team.name for team in teams]):
        say(warning, err=True)
    box = Sandbox(sandbox)
    click.echo(summary(box), err=True)
    failed = build(teams, box) if is_built else {}
    teams = find_teams(folder) if is_built else teams
    programs = {
        team.name: settings_of(team, teams, box)
        for team in teams
        if team.program and not team.program.problem
    }
    found: dict[str, Recognition] = {}
    interruption = None
    try:
        with closing(tried(programs, game, within)) as trials:
            for name, recognition in trials:
                found[name] = recognition
    except KeyboardInterrupt as error:
        if not found:
            raise
        interruption = error
    text = tournament_text(teams, found, game, folder, file, failed)
    with writing(file), file.open("x", encoding="utf-8") as new:
        new.write(text)
    _tell(file, teams, found, without_program(folder, teams))
    if interruption:
        raise interruption


def _tell(
    file: Path, teams: Sequence[Team], found: Mapping[str, Recognition], without: Sequence[str]
) -> None:
    """What the file has and has not, and the commands that follow."""
    from owari.registration.tournament_text import was_untried

    playing = [name for name, each in found.items() if each.protocol]
    guesses = sum(each.is_guess for each in found.values())
    guessed = f", and a guess for {guesses} more" if guesses else ""
    click.echo(f"{file}: {count(len(playing), 'bot')} of {count(len(teams), 'program')}{guessed}.")
    untried = [team.name for team in teams if was_untried(team, found)]
    if missing := [team.name for team in teams if team.name not in (*playing, *untried)]:
        click.echo(f"No bot: {plain(', '.join(missing))}. The comments in the file say why.")
    if untried:
        click.echo(f"Not tried: {plain(', '.join(untried))}. The file says how to add them.")
    drawn = Counter(each.games for each in found.values() if each.games)
    for games, programs in drawn.most_common(1):
        if programs > max(1, len(playing)):
            names = listing(game.name for game in games)
            click.echo(f"{programs} programs seem to be for {names}: --game names such a game.")
    if without:
        click.echo(f"No program was found in {plain(', '.join(without))}.")
    click.echo(f"To test the bots, and to play:\n\n    owari check {quote(str(file))}")
    click.echo(f"    owari tournament {quote(str(file))}")


def build(teams: Sequence[Team], sandbox: Sandbox) -> dict[str, str]:
    """Compiles the sources of teams without a program. Returns what went wrong, by team."""
    from owari.registration.compilation import can_compile, compiled
    from owari.registration.trial_process import settings_of
    from owari.table.game_series import interruptible

    failed = {}
    folders = [team.folder for team in teams]
    with interruptible(), status_line() as show:
        for team in filter(can_compile, teams):
            show(plain(f"{team.name}: {team.compiler} ..."))
            alone = team.is_alone and folders.count(team.folder) == 1
            wrong = compiled(team, settings_of(team, teams, sandbox), alone=alone)
            show("")
            click.echo(plain(f"{team.name}: {wrong or 'compiled'}"), err=True)
            if wrong:
                failed[team.name] = str(wrong)
    return failed


def tried(
    programs: Mapping[str, ProgramSettings], game: Game, within: float
) -> Generator[tuple[str, Recognition], None, None]:
    """The names of programs, each with what its trial has shown as it ends, which is told then."""
    from owari.registration.trial_process import recognise_all
    from owari.table.game_series import interruptible

    with interruptible(), status_line() as show:
        trials = recognise_all(
            programs, game, within, lambda name, step: show(plain(f"{name} {step} ..."))
        )
        with closing(trials):
            for number, (name, recognition) in enumerate(trials, 1):
                yield name, recognition  # so that it is kept where Ctrl-C ends what follows
                show("")
                known = recognition.protocol
                said = f"speaks {known}" if known else "was not understood"
                click.echo(plain(f"{name} {said} ({number} of {len(programs)})"), err=True)


ADD_EXAMPLES = """\b
Examples:
  owari add bots.yaml teams/rocket
  owari add bots.yaml late.cpp --build
  owari add bots.yaml 'python3 bot.py --fast' --name 'The Late One'
"""


@click.command("add", cls=QuotedCommand, epilog=ADD_EXAMPLES)
@click.argument("file", type=FILE)
@click.argument("program", metavar="FOLDER|FILE|COMMAND", type=PROGRAM)
@click.option("--name", type=Text("NAME", bot_name), help="Name of the bot.  [default: its file]")
@game_option(None, f"that of the file, else {OWARI.name}")
@click.option(
    "--within", type=DURATION, default="90s", show_default=True, help="Total time for the program."
)
@click.option("--build", "is_built", is_flag=True, help=BUILD_HELP)
@sandbox_option("Sandbox of the program while it is tried.")
def add_command(
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
        from owari.registration.tournament_text import next_command, outlook
        from owari.registration.trial_process import settings_of
    except ImportError:
        raise BadInput("programs run on Linux and macOS only") from None
    from owari.tournament.file.bot_entries import add_bot, check_addition, program_entry

    if not file.exists():
        begun = f"{file} does not exist: a file for {(game or OWARI).name} is begun"
        say(f"{begun} if the program is understood.", err=True)
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
    ((_, shown),) = tried({name: settings_of(team, (), box)}, game, within)
    if not shown.protocol:
        more = f"\nTo do: {shown.advice}" if shown.advice else ""
        if shown.is_final or shown.wants_words:
            more += "".join(f"\n{line}" for line in outlook(team, shown, game, file, Path.cwd()))
        elif shown.then:
            more += f"\nTo see each step:\n{next_command(team, shown.then, game, Path.cwd())}"
        raise click.ClickException(f"{plain(f'{name} was not understood: {shown.remark}')}{more}")
    entry = program_entry(name, team.program.words, team.folder.absolute(), file.absolute().parent)
    with writing(file):
        warnings = add_bot(file, {**entry, **shown.keys}, game.name)
    click.echo(f"{file} has the bot {name} now. It speaks {shown.protocol}.")
    if shown.remark:
        click.echo(plain(f"Note: {shown.remark}."))
    for warning in warnings:
        say(warning, err=True)
    click.echo(f"To test it:\n\n    owari check {quote(f'{file}:{name}')}")
