"""The options of players: the engine, and programs that are given as commands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, get_args

import click
from click.core import ParameterSource

from owari.cli.files import answer
from owari.cli.options import (
    DEPTH,
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
from owari.players.builtin_bots import BUILTIN
from owari.programs.sandbox.program_settings import Level
from owari.table.player_lookup import (
    DEFAULT_PROTOCOL,
    ENGINE,
    ProgramConditions,
    find_player,
    is_known,
)
from owari.table.table_options import LEVELS, MOST_THREADS, Thinking, read_thinking
from owari.text.printable import plain, printable

if TYPE_CHECKING:
    from owari.table.computer_player import ComputerPlayer

F = TypeVar("F", bound=Callable[..., Any])

ENGINE_GROUP = {
    "How the engine plays": (
        *("level", "depth", "seconds", "perfect", "evaluation", "threads", "verbose"),
    )
}
PROGRAM_GROUP = {
    "Programs": ("protocol", "start", "prompt", "keys", "sandbox", "logs", "explain"),
}
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


def protocol_option(help: str, *, with_keys: bool = False) -> Callable[[F], F]:
    """The option of the protocol of a program. A command `with_keys` has the `key_options` too, and
    gets None where they may decide."""
    from owari.programs.dialogues.protocols import PROTOCOLS

    default = f"  [default: {DEFAULT_PROTOCOL}, or the first that has the given keys]"
    return click.option(
        "--protocol",
        type=Choice(list(PROTOCOLS)),
        metavar="NAME",
        default=None if with_keys else DEFAULT_PROTOCOL,
        show_default=not with_keys,
        help=f"{help} 'owari protocols' lists them." + default * with_keys,
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
        protocol_option(
            "Protocol of a program given as a command. A FILE.yaml sets its own.", with_keys=True
        ),
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
