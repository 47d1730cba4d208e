"""The options of programs that are given as commands."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, get_args

import click
from click.core import ParameterSource

from owari.cli.options import option_group, source
from owari.cli.parameter_types import Choice, Text
from owari.cli.questions import answer
from owari.errors import BadInput
from owari.games.game import Game, Side
from owari.players.builtin_bots import BUILTIN
from owari.programs.program_settings import Level
from owari.table.look_ahead import Thinking
from owari.table.player_lookup import (
    DEFAULT_PROTOCOL,
    ENGINE,
    ProgramConditions,
    find_player,
    is_known,
)
from owari.text.printable import plain, printable

if TYPE_CHECKING:
    from owari.table.computer_player import ComputerPlayer

__all__ = [
    "PLAYERS",
    "chosen_player",
    "key_options",
    "player_type",
    "program_options",
    "protocol_option",
    "sandbox_option",
]

PLAYERS = f"engine, {', '.join(BUILTIN)}, FILE.yaml:BOT, or the command of a program"

F = TypeVar("F", bound=Callable[..., Any])


def player_type(*people: str) -> Text:
    """The type of an option that names a player, or one of these words for a person."""
    return Text("PLAYER", str, (*people, ENGINE, *BUILTIN), files=True)


def protocol_option(help: str, *, with_keys: bool = False) -> Callable[[F], F]:
    """The option of the protocol of a program. A command `with_keys` has the `key_options` too, and
    gets None where they may decide."""
    from owari.programs.protocols import PROTOCOLS

    default = f"  [default: {DEFAULT_PROTOCOL}, or the first that has the given keys]"
    return click.option(
        "--protocol",
        type=Choice(list(PROTOCOLS)),
        default=None if with_keys else DEFAULT_PROTOCOL,
        show_default=not with_keys,
        help=help + default * with_keys,
    )


def key_options(function: F) -> F:
    """The options of the keys of a protocol, which the command gets as `keys`, `start` and
    `prompt`. Console programs need two of them most often."""
    from owari.tournament.key_options import start_key

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
    from owari.programs.setting_keys import documented

    return next(
        each.description for each in documented(ConsoleSettings, "console") if each.key == key
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
) -> ComputerPlayer:
    """The player that an option names. Raises BadInput.

    Asks before it runs a program that only the file of a game names: such files come from other
    people too.
    """
    from owari.table.prompt import yes_or_no

    remembered = source(option.removeprefix("--")) is ParameterSource.DEFAULT_MAP
    if remembered and not is_known(who):
        question = f"The file names the player {plain(who)}: start it (yes or no)? "
        if not answer(question, yes_or_no, option):
            raise BadInput(f"name another player with {option}")
    try:
        return find_player(who, side, thinking, conditions, game)
    except ValueError as error:
        raise BadInput(f"{option}: {error}") from None
