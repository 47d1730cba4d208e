"""What `owari play` and `owari relay` have in common on the command line."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from owari.cli.main import BadInput
from owari.cli.paths import FILE
from owari.engine.evaluation import DEFAULT, EVALUATIONS
from owari.engine.kernel import MISSING, native
from owari.games.game import Side
from owari.players.builtin import BUILTIN
from owari.programs.settings import PROTOCOLS
from owari.records.pgn import BadRecord, plain
from owari.records.record import GameRecord
from owari.results.lock import NotLocked, lock
from owari.table.file import GameFile, new_path
from owari.table.guest import Guest
from owari.table.invitation import invite, is_known
from owari.table.prompt import ask, yes_or_no
from owari.table.thinking import LEVELS, Thinking, read_depth, read_seconds, read_thinking

__all__ = [
    "LINE",
    "WHO",
    "answer",
    "chosen_thinking",
    "given",
    "go_on_with",
    "guest",
    "leave_out",
    "new_file",
    "read_file",
    "reads",
    "record_option",
    "recorded_option",
    "start_writing",
    "thinking_options",
]

WHO = f"engine, {', '.join(BUILTIN)}, FILE.yaml:BOT or the command of a program"

LINE = "line"
"""The default of --protocol."""

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])


def reads(read: Callable[[str], Any]) -> Callable[..., Any]:
    """The callback of an option whose text `read` understands, or refuses with ValueError."""

    def callback(ctx: click.Context, param: click.Parameter, value: str | None) -> Any:
        try:
            return None if value is None else read(value)
        except ValueError as error:
            raise click.BadParameter(str(error)) from None

    return callback


def thinking_options(function: F) -> F:
    """The options that say how the engine plays."""
    options = (
        click.option(
            "--depth",
            metavar="PLIES",
            callback=reads(read_depth),
            help="Look-ahead of the engine in plies; asked for when nothing says it.",
        ),
        click.option(
            "--time",
            "seconds",
            metavar="TIME",
            callback=reads(read_seconds),
            help="Time for a move, as 5s or 500ms: of the engine, beside --depth whichever ends"
            " first, and of a program, which has no limit otherwise.",
        ),
        click.option(
            "--level",
            type=click.Choice(list(LEVELS)),
            help="The same for people who do not think in plies; hard is --time 3s.",
        ),
        click.option(
            "--evaluation",
            type=click.Choice(list(EVALUATIONS)),
            default=DEFAULT,
            show_default=True,
            help="What the engine goes by where it looks no further.",
        ),
        click.option(
            "--protocol",
            type=click.Choice(list(PROTOCOLS)),
            default=LINE,
            show_default=True,
            help="How programs given as commands are spoken with; FILE.yaml:BOT says more.",
        ),
        click.option(
            "--explain",
            is_flag=True,
            help="Show what programs and we say to each other, and how it is understood.",
        ),
    )
    for option in reversed(options):
        function = option(function)
    return function


def record_option(help: str) -> Callable[[F], F]:
    """The option of a new file for the games."""

    def unused(ctx: click.Context, param: click.Parameter, path: Path | None) -> Path | None:
        if path and os.path.exists(path):
            raise _used(path)
        return path

    return click.option("--record", type=FILE, callback=unused, help=help)


def recorded_option(name: str, remembers: Sequence[str], help: str) -> Callable[[F], F]:
    """The option of a file that is gone on with.

    The options that are called so in the code have by default the values that they had when the
    game was left.
    """

    def callback(ctx: click.Context, param: click.Parameter, path: Path | None) -> Path | None:
        if path:
            ctx.default_map = _remembered(ctx, path, remembers)
        return path

    return click.option(name, type=FILE, is_eager=True, callback=callback, help=help)


def _remembered(ctx: click.Context, path: Path, names: Sequence[str]) -> dict[str, Any]:
    """The options in the [Table] of the game that is gone on with. Raises BadInput."""
    games = read_file(path)
    tables = [games.records[index].table for index in games.to_play()]
    try:
        found, others, _ = ctx.command.make_parser(ctx).parse_args(shlex.split((tables or [""])[0]))
        given = [param for param in ctx.command.get_params(ctx) if param.name in found]
        others += [param.opts[0] for param in given if param.name not in names]
        if others:
            raise ValueError(f"{others[0]!r} has no place there")
        for param in given:
            param.process_value(ctx, found[str(param.name)])
    except (ValueError, click.UsageError) as error:
        reason = error.message if isinstance(error, click.UsageError) else str(error)
        raise BadInput(
            f"{path}: its [Table] cannot be used: {plain(reason).rstrip('.')};"
            " without that line all options can be given anew"
        ) from None
    return found


def _is(source: ParameterSource, name: str) -> bool:
    """Whether the value of the option comes from there."""
    return click.get_current_context().get_parameter_source(name) is source


def chosen_thinking(
    depth: int | None, seconds: float | None, level: str | None, evaluation: str, *, needed: bool
) -> Thinking:
    """How the engine thinks by the options; asked for when they leave it open and it is needed."""
    if any(_is(ParameterSource.COMMANDLINE, name) for name in ("depth", "seconds", "level")):
        # What was remembered of the limits no longer counts.
        depth = None if _is(ParameterSource.DEFAULT_MAP, "depth") else depth
        seconds = None if _is(ParameterSource.DEFAULT_MAP, "seconds") else seconds
    if level and (depth is not None or seconds is not None):
        raise BadInput("--level stands for a look-ahead: leave --depth and --time out")
    thinking = LEVELS[level] if level else Thinking(depth, seconds)
    if needed and not thinking.is_limited:
        question = "Look-ahead of the engine in plies, or its time for a move as in 5s: "
        thinking = answer(question, read_thinking, "--depth or --time")
    if needed and native is None:
        click.echo(MISSING, err=True)
    return replace(thinking, evaluation=evaluation)


def answer(question: str, read: Callable[[str], T], option: str) -> T:
    """The answer to a question that an option would have answered."""
    try:
        return ask(question, read)
    except EOFError:
        click.echo()
        raise BadInput(f"there is nobody to answer: give {option}") from None


def guest(
    option: str, who: str, side: Side, thinking: Thinking, protocol: str, *, explain: bool = False
) -> Guest:
    """The player that an option names. Raises BadInput.

    A program that only the file names is not run before somebody has agreed: files come from
    others too. With `explain` the dialogue with a program is shown on the error output.
    """
    if not is_known(who) and _is(ParameterSource.DEFAULT_MAP, option.removeprefix("--")):
        question = f"By its file {plain(who)} plays here: start it (yes or no)? "
        if not answer(question, yes_or_no, option):
            raise BadInput(f"name another player: give {option}")

    def tell(line: str) -> None:
        # As it was shown, but for what would move the cursor.
        shown = "".join(c if c.isprintable() else " " for c in line)
        click.echo(f"{side} {shown.rstrip()}", err=True)

    try:
        return invite(who, side, thinking, protocol, tell if explain else None)
    except ValueError as error:
        raise BadInput(f"{option}: {error}") from None


def given(option: str, value: object, default: object = None) -> list[str]:
    """The words of a command line that give the option this value; none for the default."""
    return [] if value == default else [option, str(value)]


def leave_out(beside: str, **options: object) -> None:
    """Raises BadInput when one of the options is given beside the one that settles it."""
    for name, value in options.items():
        if value not in (None, False):
            raise BadInput(f"{beside} settles that: leave --{name.replace('_', '-')} out")


def read_file(path: Path) -> GameFile:
    """The games of a file. Raises BadInput."""
    try:
        return GameFile.read(path)
    except BadRecord as error:
        raise BadInput(str(error)) from None
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}") from None


def go_on_with(path: Path) -> GameFile:
    """The same, which nobody else can play on as long as this command runs."""
    read_file(path)
    _hold(path)
    return read_file(path)


def new_file(path: Path | None, what: str, records: Sequence[GameRecord]) -> GameFile:
    """A new file that holds these games, under a default name where no path is given, and which
    nobody else can play on. Raises BadInput when there is one already."""
    try:
        if path:
            path.touch(exist_ok=False)
        else:
            path = new_path(what, datetime.now())
    except FileExistsError:
        assert path
        raise _used(path) from None
    except OSError as error:
        raise BadInput(f"{path or error.filename} cannot be written: {error.strerror}") from None
    games = GameFile(path, records)
    try:
        _hold(path)
        start_writing(games)
    except BadInput:
        path.unlink()
        raise
    return games


def start_writing(games: GameFile) -> None:
    """Makes sure that the games can be kept before anybody sits down. Raises BadInput."""
    try:
        games.write()
    except OSError as error:
        raise BadInput(f"{games.path} cannot be written: {error.strerror}") from None


def _hold(path: Path) -> None:
    """Locks the file as long as this command runs. Raises BadInput."""
    try:
        click.get_current_context().with_resource(lock(path.resolve()))
    except NotLocked as error:
        raise BadInput(str(error)) from None


def _used(path: Path) -> BadInput:
    return BadInput(f"{path} is there already: name another file, or go on with that game")
