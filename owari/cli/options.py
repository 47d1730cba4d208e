"""What `owari play` and `owari relay` have in common on the command line."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar, get_args

import click
from click.core import ParameterSource

from owari.cli.path_types import FILE
from owari.engine.families import ENGINES, EVALUATION, evaluation_for
from owari.engine.kernel import MISSING, native
from owari.engine.thinker import Thinker
from owari.errors import BadInput
from owari.games.catalog import GAMES, find_game
from owari.games.game import Game, Position, Side
from owari.games.mancala import OWARI
from owari.players.builtin_bots import BUILTIN
from owari.programs.program_settings import Level
from owari.programs.protocols import PROTOCOLS
from owari.records.pgn import BadRecord
from owari.records.record import GameRecord
from owari.results.lock import NotLocked, lock
from owari.table.computer_player import Guest
from owari.table.look_ahead import LEVELS, Thinking, read_depth, read_seconds, read_thinking
from owari.table.player_lookup import Outside, invite, is_known
from owari.table.prompt import ask, yes_or_no
from owari.table.session_file import GameFile, new_path
from owari.text.printable import plain, printable

__all__ = [
    "LINE",
    "SANDBOXES",
    "WHO",
    "answer",
    "check_evaluation",
    "chosen_thinking",
    "explained",
    "game_option",
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
SANDBOXES = get_args(Level)

_REMEMBERED = ParameterSource.DEFAULT_MAP

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


def game_option(default: str | None, standard: str = OWARI.name) -> Callable[[F], F]:
    """The option of the game as its rules; `standard` is named in the help as what it is by
    itself, though its value be None."""
    return click.option(
        "--game",
        metavar="NAME",
        default=default,
        callback=reads(find_game),
        help=f"{', '.join(GAMES)}, or one with its size as in kalah:6x4, othello:6."
        f"  [default: {standard}]",
    )


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
            help="Time for a turn, as 5s or 500ms: of the engine, beside --depth whichever ends"
            " first, and of a program, which has no limit otherwise.",
        ),
        click.option(
            "--level",
            type=click.Choice(list(LEVELS)),
            help="The same for people who do not think in plies; hard is --time 3s.",
        ),
        click.option(
            "--perfect",
            is_flag=True,
            help="Every move of the engine proved, however long that takes; Owari's opening is in a"
            " book.",
        ),
        click.option(
            "--threads",
            type=click.IntRange(1, 64),
            default=1,
            show_default=True,
            help="Threads of the engine when it has a time or is perfect.",
        ),
        click.option(
            "--verbose",
            is_flag=True,
            help="Say of each move of the engine how it was found.",
        ),
        click.option(
            "--evaluation",
            metavar="NAME",
            help=f"What the engine goes by where it looks no further: {EVALUATION}.",
        ),
        click.option(
            "--protocol",
            type=click.Choice(list(PROTOCOLS)),
            default=LINE,
            show_default=True,
            help="How programs given as commands are spoken with; FILE.yaml:BOT says more.",
        ),
        click.option(
            "--sandbox",
            type=click.Choice(SANDBOXES),
            default=SANDBOXES[0],
            show_default=True,
            help="What programs given as commands are kept in; FILE.yaml says it of its bots.",
        ),
        click.option(
            "--logs",
            type=click.Path(path_type=Path, file_okay=False),
            help="Keep what programs say and are told in files in this folder.",
        ),
        click.option(
            "--explain",
            is_flag=True,
            help="Show what programs and we say to each other and how it is understood, and what"
            " the engine or greedy thinks of each of its moves.",
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


def check_evaluation(game: Game, evaluation: str | None) -> None:
    """Raises BadInput when it is none of the game's."""
    try:
        evaluation_for(game, evaluation)
    except ValueError as error:
        raise BadInput(f"--evaluation: {error}") from None


def chosen_thinking(
    asked: Thinking, level: str | None, position: Position, *, needed: bool
) -> Thinking:
    """How the engine thinks by the options; asked for when they leave it open and it is needed."""
    check_evaluation(position.rules, asked.evaluation)
    limits = ("depth", "seconds", "level", "perfect")
    if any(_is(ParameterSource.COMMANDLINE, name) for name in limits):
        # What was remembered of the limits no longer counts.
        forgotten: dict[str, Any] = {"depth": None, "seconds": None, "perfect": False}
        gone = {name: none for name, none in forgotten.items() if _is(_REMEMBERED, name)}
        asked = replace(asked, **gone)
    by_limit = asked.depth is not None or asked.seconds is not None
    if level and (by_limit or asked.perfect):
        raise BadInput("--level stands for a look-ahead: leave --depth, --time and --perfect out")
    if asked.perfect and by_limit:
        raise BadInput("--perfect takes the time that it needs: leave --depth and --time out")
    thinking = asked
    if level:
        thinking = replace(asked, depth=LEVELS[level].depth, seconds=LEVELS[level].seconds)
    if needed and not thinking.is_settled:
        question = "Look-ahead of the engine in plies, or its time for a move as in 5s: "
        answered = answer(question, read_thinking, "--depth, --time or --perfect")
        thinking = replace(thinking, depth=answered.depth, seconds=answered.seconds)
    if needed and thinking.perfect:
        thinker = Thinker(position.rules, ENGINES[position.rules].default)
        if native is not None and not thinker.uses_kernel(position):
            raise BadInput(f"--perfect: a board of {position.rules.name} is too large to be proved")
    if needed and native is None:
        if thinking.perfect:
            raise BadInput(f"--perfect needs the kernel. {MISSING}")
        click.echo(MISSING, err=True)
    return thinking


def answer(question: str, read: Callable[[str], T], option: str) -> T:
    """The answer to a question that an option would have answered."""
    try:
        return ask(question, read)
    except EOFError:
        click.echo()
        raise BadInput(f"there is nobody to answer: give {option}") from None


def guest(
    option: str, who: str, side: Side, thinking: Thinking, outside: Outside, game: Game
) -> Guest:
    """The player that an option names. Raises BadInput.

    A program that only the file names is not run before somebody has agreed: files come from
    others too.
    """
    if not is_known(who) and _is(ParameterSource.DEFAULT_MAP, option.removeprefix("--")):
        question = f"By its file {plain(who)} plays here: start it (yes or no)? "
        if not answer(question, yes_or_no, option):
            raise BadInput(f"name another player: give {option}")
    try:
        return invite(who, side, thinking, outside, game)
    except ValueError as error:
        raise BadInput(f"{option}: {error}") from None


def explained(side: Side, line: str) -> None:
    """Shows a line of the dialogue with a program, or of what the engine thinks, but for what
    would move the cursor."""
    click.echo(f"{side} {printable(line).rstrip()}", err=True)


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
