"""The options of play at a table: the players, which are the engine and programs that are given as
commands; how the board is shown; and the file that keeps the games."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, get_args

import click
from click.core import ParameterSource

from owari.cli.files import answer, reading, writing
from owari.cli.options import (
    DEPTH,
    FILE,
    Choice,
    Text,
    check_evaluation,
    evaluation_option,
    option_group,
    source,
    time_option,
    whole_number,
)
from owari.errors import BadInput
from owari.games.game import Game, Position, Side
from owari.games.numbering import NUMBERINGS, OTHELLO_NUMBERINGS, Numbering, numberings
from owari.players.builtin_bots import BUILTIN
from owari.programs.sandbox.program_settings import Level
from owari.table.player_lookup import (
    DEFAULT_PROTOCOL,
    ENGINE,
    ProgramConditions,
    find_player,
    is_known,
)
from owari.table.table_options import LEVELS, MOST_THREADS, Thinking, option_words, read_thinking
from owari.text.printable import plain, printable

if TYPE_CHECKING:
    from owari.records.record import GameRecord
    from owari.table.computer_player import ComputerPlayer
    from owari.table.session_file import GameFile

F = TypeVar("F", bound=Callable[..., Any])

ENGINE_GROUP = {
    "How the engine plays": (
        *("level", "depth", "seconds", "perfect", "evaluation", "threads", "verbose"),
    )
}
PROGRAM_GROUP = {"Programs": ("protocol", "start", "prompt", "keys", "sandbox", "logs", "explain")}
"""The groups of the help that `engine_options` and `program_options` belong to."""


@dataclass(frozen=True)
class EngineOptions(Thinking):
    """The engine's settings as options give them."""

    level: str | None = None
    """The name of a depth or a time in LEVELS."""

    @property
    def sets_limit(self) -> bool:
        """Whether an option says how far the engine looks."""
        return self.is_settled or self.level is not None

    def thinking(self, position: Position, *, needed: bool) -> Thinking:
        """How the engine plays from the position. Where it is `needed`, asks for a look-ahead that
        no option gives. Raises BadInput."""
        from owari.engine.families import ENGINES

        check_evaluation(position.rules, self.evaluation)
        thinking = self._limits()
        if needed and not thinking.is_settled:
            question = "Look-ahead of the engine in plies, or its time for a turn, such as 5s: "
            answered = answer(question, read_thinking, "--depth, --time or --perfect")
            thinking = replace(thinking, depth=answered.depth, seconds=answered.seconds)
        if not needed:
            return thinking
        engine = ENGINES[position.rules]
        if thinking.perfect and (refusal := engine.refusal(position.rules)):
            raise BadInput(f"--perfect: {refusal}")
        if engine.missing:
            click.echo(engine.missing, err=True)
        return thinking

    def _limits(self) -> Thinking:
        """The settings with the level as its depth or time. A limit on the command line replaces
        the limits that a record remembers. Raises BadInput."""
        given = self
        limits: dict[str, Any] = {"depth": None, "seconds": None, "level": None, "perfect": False}
        if any(source(name) is ParameterSource.COMMANDLINE for name in limits):
            remembered = [name for name in limits if source(name) is ParameterSource.DEFAULT_MAP]
            given = replace(self, **{name: limits[name] for name in remembered})
        has_limit = given.depth is not None or given.seconds is not None
        if given.perfect and has_limit:
            raise BadInput("--perfect has no limit: leave --depth and --time out")
        if not given.level:
            return given
        if has_limit or given.perfect:
            raise BadInput(
                "--level stands for a look-ahead: leave --depth, --time and --perfect out"
            )
        level = LEVELS[given.level]
        return replace(given, depth=level.depth, seconds=level.seconds)


def engine_options(function: F) -> F:
    """The options of the engine, which the command gets as `engine`."""
    return option_group(
        "engine",
        EngineOptions,
        click.option(
            "--depth",
            type=DEPTH,
            help="Look-ahead of the engine in plies. Without a look-ahead or time, the command"
            " asks for one.",
        ),
        time_option(
            "Time for a turn, such as 5s or 500ms. With --depth, the engine stops at whichever"
            " comes first. Programs have no time limit without --time."
        ),
        click.option(
            "--level",
            type=Choice(list(LEVELS)),
            help="Strength of the engine by name: easy is --depth 2, medium is --depth 5, and hard"
            " is --time 3s.",
        ),
        click.option(
            "--perfect",
            is_flag=True,
            help="Prove every move of the engine, however long a proof takes.",
        ),
        click.option(
            "--threads",
            type=whole_number(1, MOST_THREADS),
            default=1,
            show_default=True,
            help=f"Threads of the engine with --time or --perfect, from 1 to {MOST_THREADS}.",
        ),
        click.option("--verbose", is_flag=True, help="Say how the engine found each move."),
        evaluation_option,
    )(function)


PLAYERS = f"engine, {', '.join(BUILTIN)}, FILE.yaml:BOT, or the command of a program"


def player_type(*people: str) -> Text:
    """The type of an option that names a player, or one of these words for a person."""
    return Text("PLAYER", str, (*people, ENGINE, *BUILTIN), files=True)


def protocol_option(help: str) -> Callable[[F], F]:
    """The option of the protocol of a program, beside the `key_options`, which may decide where it
    is None."""
    from owari.programs.dialogues.protocols import PROTOCOLS

    return click.option(
        "--protocol",
        type=Choice(list(PROTOCOLS)),
        metavar="NAME",
        help=f"{help} 'owari protocols' lists them."
        f"  [default: {DEFAULT_PROTOCOL}, or the first that has the given keys]",
    )


def key_options(function: F) -> F:
    """The options of the keys of a protocol, which the command gets as `keys`, `start` and
    `prompt`. Console programs need two of them most often."""
    from owari.tournament.file.key_options import start_key

    for option in (
        click.option("--prompt", metavar="REGEX", help=f"The key prompt. {_described('prompt')}"),
        click.option(
            "--start",
            type=Text("FIRST/SECOND", start_key),
            help=f"The key start. {_described('start')} For example y/n, or 1,8/2,8.",
        ),
        click.option(
            "--set",
            "keys",
            multiple=True,
            metavar="KEY=VALUE",
            help="Another key of the protocol, such as numbering=as-drawn. 'owari protocols NAME'"
            " lists them.",
        ),
    ):
        function = option(function)
    return function


def _described(key: str) -> str:
    """The description of a key of console programs, as all pages have it."""
    from owari.programs.dialogues.console.console_settings import ConsoleSettings
    from owari.programs.dialogues.setting_keys import documented, keyed_fields

    return next(
        each.description
        for each in documented(keyed_fields(ConsoleSettings), "console")
        if each.key == key
    )


def sandbox_option(help: str) -> Callable[[F], F]:
    """The option of the sandbox of a program."""
    levels = get_args(Level)
    return click.option(
        "--sandbox", type=Choice(levels), default=levels[0], show_default=True, help=help
    )


def _explainer(ctx: click.Context, param: click.Parameter, value: bool) -> object:
    return _explained if value else None


def _explained(side: Side, line: str) -> None:
    click.echo(f"{side} {printable(line).rstrip()}", err=True)


def program_options(function: F) -> F:
    """The options of programs, which the command gets as `conditions`."""
    return option_group(
        "conditions",
        ProgramConditions,
        protocol_option("Protocol of a program given as a command. A FILE.yaml sets its own."),
        key_options,
        sandbox_option("Sandbox of a program given as a command. A FILE.yaml sets its own."),
        click.option(
            "--logs",
            type=click.Path(path_type=Path, file_okay=False),
            help="Write the dialogue with each program to a file in this folder.",
        ),
        click.option(
            "--explain",
            is_flag=True,
            callback=_explainer,
            help="Show the dialogue with each program, and the values that the engine or greedy"
            " gives to all moves.",
        ),
    )(function)


def chosen_player(
    option: str,
    who: str,
    side: Side,
    thinking: Thinking,
    conditions: ProgramConditions,
    game: Game,
    *,
    official: bool = False,
) -> ComputerPlayer:
    """The player that an option names; `official` is that of `find_player`. Raises BadInput.

    Asks before it runs a program that only the file of a game names: such files come from other
    people too.
    """
    from owari.table.terminal import yes_or_no

    remembered = source(option.removeprefix("--")) is ParameterSource.DEFAULT_MAP
    if remembered and not is_known(who):
        question = f"The file names the player {plain(who)}: start it (yes or no)? "
        if not answer(question, yes_or_no, option):
            raise BadInput(f"name another player with {option}")
    try:
        return find_player(who, side, thinking, conditions, game, official=official)
    except ValueError as error:
        raise BadInput(f"{option}: {error}") from None


DRAWN, PLAIN = "drawn", "plain"
BOARD = "board"
"""The default of --numbering, which every game has."""


@dataclass(frozen=True, slots=True)
class BoardOptions:
    """How the board is shown, `drawn` or `plain`, and the name of a numbering."""

    numbering: str
    board: str

    @property
    def is_plain(self) -> bool:
        """Whether the board is lines of text."""
        return self.board == PLAIN

    def numbering_of(self, rules: Game) -> Numbering[Any]:
        """The game's numbering of that name. Raises BadInput."""
        offered = numberings(rules)
        if self.numbering not in offered:
            names = ", ".join(offered)
            raise BadInput(
                f"--numbering: {rules.name} has no numbering {self.numbering!r}; choose {names}"
            )
        return offered[self.numbering]

    def words(self) -> list[str]:
        """The words of a command line that set the same."""
        return option_words("--numbering", self.numbering, BOARD) + option_words(
            "--board", self.board, DRAWN
        )


def board_options(numbering: str) -> Callable[[F], F]:
    """The options of the board, which the command gets as `board`. `numbering` is the start of a
    help text."""
    pits, squares = ", ".join(NUMBERINGS), ", ".join(OTHELLO_NUMBERINGS)
    return option_group(
        "board",
        BoardOptions,
        click.option(
            "--numbering",
            type=Text("NAME", str, dict.fromkeys([*NUMBERINGS, *OTHELLO_NUMBERINGS])),
            default=BOARD,
            show_default=True,
            help=f"{numbering}: for pits {pits}. For squares: {squares}.",
        ),
        click.option(
            "--board",
            type=Choice((DRAWN, PLAIN)),
            default=DRAWN,
            show_default=True,
            help="Draw the board, or describe it in plain lines for a screen reader.",
        ),
    )


def record_option(help: str) -> Callable[[F], F]:
    """The option of a new file for the games."""

    def unused(ctx: click.Context, param: click.Parameter, path: Path | None) -> Path | None:
        if path and os.path.exists(path):
            raise BadInput(f"{path} exists already: name another file, or continue that game")
        return path

    return click.option("--record", type=FILE, callback=unused, help=help)


def continue_option(name: str, remembers: Sequence[str], help: str) -> Callable[[F], F]:
    """The option of a file whose games go on. `remembers` names the options, by their names in the
    code, whose defaults are the values that the file keeps."""

    def callback(ctx: click.Context, param: click.Parameter, path: Path | None) -> Path | None:
        if path:
            ctx.default_map = _remembered(ctx, path, remembers)
        return path

    return click.option(name, type=FILE, is_eager=True, callback=callback, help=help)


def _remembered(ctx: click.Context, path: Path, names: Sequence[str]) -> dict[str, Any]:
    """The options in the [Table] tag of the game that goes on. Raises BadInput."""
    games = read_file(path)
    tables = [games.records[index].table for index in games.to_play()]
    try:
        found, others, _ = ctx.command.make_parser(ctx).parse_args(shlex.split((tables or [""])[0]))
        given = [param for param in ctx.command.get_params(ctx) if param.name in found]
        others += [param.opts[0] for param in given if param.name not in names]
        if others:
            raise ValueError(f"{others[0]!r} cannot stand there")
        for param in given:
            param.process_value(ctx, found[str(param.name)])
    except (ValueError, click.UsageError) as error:
        reason = error.message if isinstance(error, click.UsageError) else str(error)
        raise BadInput(
            f"{path}: its [Table] line is invalid: {plain(reason).rstrip('.')};"
            " remove that line and give the options again"
        ) from None
    return found


def read_file(path: Path) -> GameFile:
    """The games of a file. Raises BadInput."""
    from owari.table.session_file import GameFile

    with reading(path):
        return GameFile.read(path)


def continued_file(path: Path) -> GameFile:
    """The games of a file, locked against other tables while this command runs. Raises BadInput."""
    read_file(path)
    _lock(path)
    return read_file(path)


def game_file(
    continued: Path | None, path: Path | None, what: str, records: Sequence[GameRecord]
) -> GameFile:
    """The file of a table, written once before the first move: the `continued` one, or a new one,
    locked against other tables. Without a path the name of a new file begins with `what`, in the
    user's own folder. Raises BadInput."""
    from owari.table.session_file import GameFile, new_path
    from owari.user_files import user_folder

    if continued:
        games = GameFile(continued, records)
        with writing(continued):
            games.write()
        return games
    with writing(path or user_folder() / "games"):
        if path:
            path.touch(exist_ok=False)
        else:
            path = new_path(what, datetime.now())
    try:
        _lock(path)
        return game_file(path, None, what, records)
    except BadInput:
        path.unlink()
        raise


def _lock(path: Path) -> None:
    """Locks the file while this command runs. Raises BadInput."""
    from owari.results.lock import lock

    click.get_current_context().with_resource(lock(path.resolve()))
