"""What `owari play` and `owari relay` have in common on the command line."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

import click

from owari.cli.main import BadInput
from owari.engine.evaluation import DEFAULT, EVALUATIONS
from owari.games.game import Side
from owari.players.builtin import BUILTIN
from owari.records.pgn import BadRecord
from owari.records.record import GameRecord
from owari.table.file import GameFile, unused_path
from owari.table.guest import Guest
from owari.table.invitation import PROTOCOLS, invite
from owari.table.prompt import ask
from owari.table.thinking import LEVELS, Thinking, read_depth, read_seconds, read_thinking

__all__ = [
    "LINE",
    "WHO",
    "answer",
    "chosen_thinking",
    "given",
    "guest",
    "leave_out",
    "new_file",
    "read_file",
    "reads",
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
            help="Time of the engine for a move, as 5s or 500ms.",
        ),
        click.option(
            "--level",
            type=click.Choice(list(LEVELS)),
            help="The same for people who do not think in plies.",
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
    )
    for option in reversed(options):
        function = option(function)
    return function


def chosen_thinking(
    depth: int | None, seconds: float | None, level: str | None, evaluation: str, *, needed: bool
) -> Thinking:
    """How the engine thinks by the options; asked for when they leave it open and it is needed."""
    if level and (depth is not None or seconds is not None):
        raise BadInput("--level stands for a look-ahead: leave --depth and --time out")
    thinking = LEVELS[level] if level else Thinking(depth, seconds)
    if needed and not thinking.is_limited:
        question = "Look-ahead of the engine in plies, or its time for a move as in 5s: "
        thinking = answer(question, read_thinking, "--depth or --time")
    return replace(thinking, evaluation=evaluation)


def answer(question: str, read: Callable[[str], T], option: str) -> T:
    """The answer to a question that an option would have answered."""
    try:
        return ask(question, read)
    except EOFError:
        click.echo()
        raise BadInput(f"there is nobody to answer: give {option}") from None


def guest(option: str, who: str, side: Side, thinking: Thinking, protocol: str) -> Guest:
    """The player that an option names. Raises BadInput."""
    try:
        return invite(who, side, thinking, protocol)
    except ValueError as error:
        raise BadInput(f"{option}: {error}") from None


def given(option: str, value: object, default: object = None) -> list[str]:
    """The words of a command line that give the option this value; none for the default."""
    return [] if value == default else [option, str(value)]


def leave_out(beside: str, **options: object) -> None:
    """Raises BadInput when one of the options is given beside the one that settles it."""
    for name, value in options.items():
        if value:
            raise BadInput(f"{beside} settles that: leave --{name.replace('_', '-')} out")


def read_file(path: Path) -> GameFile:
    """The games of a file. Raises BadInput."""
    try:
        return GameFile.read(path)
    except BadRecord as error:
        raise BadInput(str(error)) from None
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}") from None


def new_file(path: Path | None, what: str, records: Sequence[GameRecord]) -> GameFile:
    """A file of these games, not yet written, under its default name where no path is given.
    Raises BadInput when it is there already."""
    if path and os.path.exists(path):
        raise BadInput(f"{path} is there already: name another file, or go on with that game")
    return GameFile(path or unused_path(what, datetime.now()), records)


def start_writing(games: GameFile) -> None:
    """Makes sure that the games can be kept before anybody sits down. Raises BadInput."""
    try:
        games.write()
    except OSError as error:
        raise BadInput(f"{games.path} cannot be written: {error.strerror}") from None
