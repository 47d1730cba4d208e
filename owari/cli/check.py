"""`owari check`: a program tested before its tournament."""

from __future__ import annotations

import json
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click
from click.core import ParameterSource

from owari.cli.files import screen_width, status_line
from owari.cli.options import DURATION, PROGRAM, QuotedCommand, game_option, source, time_option
from owari.cli.play_options import key_options, protocol_option, sandbox_option
from owari.errors import BadInput
from owari.games.game import Game
from owari.games.mancala import OWARI
from owari.players.player import TimeControl
from owari.programs.dialogues.console.console_protocol import ConsoleProtocol
from owari.programs.sandbox.program_settings import Level, ProgramSettings, Sandbox
from owari.report.tables import Table, format_tables
from owari.results.tournament_values import canonical
from owari.table.player_lookup import ProgramConditions, program_settings
from owari.text.printable import plain, printable
from owari.text.terminal_lines import say
from owari.tournament.file.tournament_settings import BotConfig, in_file

if TYPE_CHECKING:  # it needs what is on Linux and macOS only
    from owari.checking.program_check import Step

OF_THE_FILE = {
    "protocol": "--protocol",
    "keys": "--set",
    "start": "--start",
    "prompt": "--prompt",
    "game": "--game",
    "seconds": "--time",
    "sandbox": "--sandbox",
}
"""Options of a program whose values a tournament file gives for its bots."""
OF_A_RUN = {"within": "--within", "as_json": "--json", "explain": "--explain"}
"""Options of a check by itself."""
INDENT = 27
"""Columns of a verdict and the name of a step."""
CONCLUSIONS = {
    "failed": "A failed step loses games in a tournament. Fix it and check again.",
    "warning": "The program can play here. A warning may lose games elsewhere.",
    "passed": "The program is ready for a tournament.",
}
COLOURS = {"passed": "green", "warning": "yellow", "failed": "red"}


class Checked(NamedTuple):
    """A bot and the steps of its test; a built-in bot has none."""

    bot: str
    steps: tuple[Step, ...]

    @property
    def verdict(self) -> str:
        """The worst verdict of its steps."""
        verdicts = {step.verdict.value for step in self.steps}
        if not verdicts:
            return "built-in"
        return next((worst for worst in ("failed", "warning") if worst in verdicts), "passed")


EXAMPLES = """\b
Examples:
  owari check 'python3 rocket.py'
  owari check ./old_one --start y/n --time 2s
  owari check 'bots.yaml:Team Rocket' --explain
  owari check rocket/ --course course.yaml
"""


@click.command("check", cls=QuotedCommand, epilog=EXAMPLES)
@click.argument("what", metavar="COMMAND|FILE.yaml[:BOT]", type=PROGRAM)
@protocol_option("Protocol of a program given as a command.")
@key_options
@game_option(OWARI.name)
@time_option("Time of the program for each turn.", default="5s")
@sandbox_option("Sandbox of the program.")
@click.option(
    "--within",
    type=DURATION,
    default="5m",
    show_default=True,
    help="Total time for each program. Steps that do not start in time are skipped.",
)
@click.option(
    "--course",
    type=click.Path(exists=True, path_type=Path),
    help="Build and check what COMMAND names, a file or folder to hand in, as the course of this"
    " course.yaml does. Of the other options --sandbox goes with it.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
@click.option(
    "--explain", is_flag=True, help="Show the dialogue with the program, and how it is understood."
)
def command(
    what: str,
    protocol: str | None,
    keys: tuple[str, ...],
    start: str | None,
    prompt: str | None,
    game: Game,
    seconds: float,
    sandbox: Level,
    within: float,
    course: Path | None,
    as_json: bool,
    explain: bool,
) -> None:
    """Test a program for faults that lose games in a tournament.

    The test plays a dozen games with the program COMMAND, or with the bots of a tournament FILE
    under the conditions of that file. For each step it prints a verdict and what to change. The
    exit code is 1 where a step fails.
    """
    from owari.table.game_series import interruptible

    if course:
        _refuse_options("the course decides this", {**OF_THE_FILE, **OF_A_RUN}, but=("sandbox",))
        return _as_the_course(what, course, sandbox)
    if named := in_file(what):
        _refuse_options("the tournament file sets this for its bots", OF_THE_FILE)
        from owari.tournament.file.reader import bots_of

        tournament, bots = bots_of(*named)
        game = tournament.game
    else:
        conditions = ProgramConditions(protocol, sandbox, keys=keys, start=start, prompt=prompt)
        bots = [_program(what, conditions, game, seconds)]
    if game.start().outcome():
        raise BadInput(f"--game: no move can be played in {game.name}")
    for sandbox_in_words in dict.fromkeys(
        filter(None, (_sandbox_summary(bot, game) for bot in bots))
    ):
        say(sandbox_in_words, err=True)
    one = len(bots) == 1
    checked: list[Checked] = []
    try:
        with interruptible():
            for each in _checks(bots, game, within, explain, prints=one and not as_json):
                checked.append(each)
    except KeyboardInterrupt:
        if checked and not as_json:
            _print_table(checked, [bot.name for bot in bots[len(checked) :]])
        raise
    if as_json:
        click.echo(json.dumps(_data(checked, game), ensure_ascii=False, indent=2))
    elif one:
        click.echo(f"\n{_summary(checked[0].steps)}")
    else:
        _print_table(checked, [])
    if any(each.verdict == "failed" for each in checked):
        raise SystemExit(1)


def _refuse_options(why: str, options: Mapping[str, str], but: Sequence[str] = ()) -> None:
    for name, option in options.items():
        if source(name) is ParameterSource.COMMANDLINE and name not in but:
            raise BadInput(f"{why}: leave {option} out")


def _as_the_course(what: str, course: Path, sandbox: Level) -> None:
    """Builds and checks what is to be handed in."""
    from owari.cli.course import check_at_home

    path = Path(what)
    if not path.exists():
        raise BadInput(f"there is no file or folder {what} to hand in")
    is_given = source("sandbox") is ParameterSource.COMMANDLINE
    check_at_home(path, course, sandbox if is_given else None)


def _program(what: str, conditions: ProgramConditions, game: Game, seconds: float) -> BotConfig:
    settings = program_settings(
        what, conditions.protocol, Sandbox(conditions.sandbox), conditions.all_keys, game
    )
    start = {}
    if isinstance(said := settings.protocol, ConsoleProtocol):
        start = {"first": said.start_first, "second": said.start_second}
    return BotConfig(what, TimeControl(per_turn=seconds), settings, canonical({"start": start}))


def _sandbox_summary(bot: BotConfig, game: Game) -> str:
    """Its sandbox in a sentence. Raises BadInput when the program cannot start here at all."""
    if not isinstance(bot.player, ProgramSettings):
        return ""
    if why := bot.player.protocol.spec.unfit(game):
        raise BadInput(f"{why}; choose its game with --game")
    try:
        from owari.programs.sandbox.sandbox import summary
    except ImportError:
        raise BadInput("programs run on Linux and macOS only") from None
    return summary(bot.player.sandbox, stops=not bot.player.pondering)


def _conditions(bot: BotConfig, game: Game) -> str:
    if not isinstance(bot.player, ProgramSettings):
        return "a built-in bot, which needs no test"
    times = bot.times
    turn = "no limit for" if times.per_turn is None else f"{times.per_turn:g} s"
    whole = "" if times.per_game is None else f", {times.per_game:g} s a game"
    return f"{game.name}, {turn} a turn{whole}"


def _checks(
    bots: Sequence[BotConfig], game: Game, within: float, explain: bool, *, prints: bool
) -> Iterator[Checked]:
    """The bots, each as its test is over; `prints` their steps as they come."""
    with status_line() as show:
        for number, bot in enumerate(bots, 1):
            place = f" ({number} of {len(bots)})" if len(bots) > 1 else ""
            click.echo(plain(f"Checking {bot.name}{place}: {_conditions(bot, game)}"), err=True)
            with closing(_steps(bot, game, within, explain, show)) as steps:
                found = tuple(_shown(steps) if prints else steps)
            yield Checked(bot.name, found)


def _steps(
    bot: BotConfig, game: Game, within: float, explain: bool, show: Callable[[str], None]
) -> Generator[Step, None, None]:
    """The steps of its test. Until the next one, a line says what is done, or the dialogue does."""
    from owari.checking.program_check import check

    if not isinstance(bot.player, ProgramSettings):
        return
    if explain:
        yield from check(bot, game, within=within, explain=_explain)
        return
    with closing(check(bot, game, within=within, tell=lambda now: show(f"{now} ..."))) as steps:
        for step in steps:
            show("")
            yield step


def _explain(line: str) -> None:
    click.echo(f"    {printable(line).rstrip()}", err=True)


def _shown(steps: Iterator[Step]) -> Iterator[Step]:
    """The steps, each printed as it comes. One line stands for the rest that one reason skips."""
    for step in steps:
        rest = [*steps] if step.is_rest else []
        _show(step.verdict.value, "the rest" if rest else step.name, step.found, step.change)
        yield step
        yield from rest


def _show(verdict: str, name: str, found: str, change: str = "") -> None:
    styled = click.style(f"{verdict:8}", fg=COLOURS.get(verdict))
    click.echo(f"{styled}  {name:15}  {_wrapped(plain(found))}")
    if change:
        click.echo(f"{'':{INDENT}}{_wrapped(f'fix: {plain(change)}')}")


def _wrapped(text: str) -> str:
    """The text in lines that fit beside the names of the steps, on a terminal."""
    if not sys.stdout.isatty():
        return text
    width = max(40, shutil.get_terminal_size().columns - 1)
    indent = " " * INDENT
    return click.wrap_text(text, width, indent, indent).removeprefix(indent)


def _summary(steps: Sequence[Step]) -> str:
    """`11 passed, 1 warning, 1 failed.`"""
    counts = Counter(step.verdict.value for step in steps)
    words = {"passed": "passed", "warning": "warnings", "failed": "failed", "skipped": "skipped"}
    if counts["warning"] == 1:
        words["warning"] = "warning"
    parts = ", ".join(f"{counts[key]} {word}" for key, word in words.items() if counts[key])
    if not parts:
        return "Nothing to check."
    worst = next((one for one in ("failed", "warning") if counts[one]), "passed")
    return f"{parts}.\n{CONCLUSIONS[worst]}"


def _print_table(checked: Sequence[Checked], left: Sequence[str]) -> None:
    """A line for each bot, and notes on what to change and on those that are `left` unchecked."""
    rows: list[tuple[str | int | float | None, ...]] = [
        (each.bot, each.verdict, _names(each, "failed"), _names(each, "warning"))
        for each in checked
    ]
    notes = [
        f"{each.bot}, {step.name}: {step.found}" + (f"; fix: {step.change}" if step.change else "")
        for each in checked
        for step in each.steps
        if step.verdict.value in ("failed", "warning")
    ]
    failed = sum(each.verdict == "failed" for each in checked)
    if left:
        notes.append(f"Not checked: {', '.join(left)}.")
    some = failed or left
    notes.append(f"{failed} of {len(checked)} bots failed." if some else "No bot failed.")
    table = Table("check", "Check", ("bot", "verdict", "failed", "warnings"), rows, tuple(notes))
    click.echo(format_tables([table], "plain", screen_width()), nl=False)


def _names(checked: Checked, verdict: str) -> str:
    return ", ".join(step.name for step in checked.steps if step.verdict.value == verdict)


def _data(checked: Sequence[Checked], game: Game) -> dict[str, object]:
    return {
        "game": game.name,
        "bots": [
            {
                "bot": plain(each.bot),
                "verdict": each.verdict,
                "steps": [
                    {
                        "step": step.name,
                        "verdict": step.verdict.value,
                        "found": plain(step.found),
                        "change": plain(step.change),
                    }
                    for step in each.steps
                ],
            }
            for each in checked
        ],
    }
