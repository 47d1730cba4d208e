"""The options of the file that keeps the games of a table, and how commands open such files."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from owari.cli.file_errors import reading, writing
from owari.cli.parameter_types import FILE
from owari.errors import BadInput
from owari.text.printable import plain

if TYPE_CHECKING:
    from owari.records.record import GameRecord
    from owari.table.session_file import GameFile

__all__ = [
    "continue_option",
    "continued_file",
    "game_file",
    "read_file",
    "record_option",
]

F = TypeVar("F", bound=Callable[..., Any])


def record_option(help: str) -> Callable[[F], F]:
    """The option of a new file for the games."""

    def unused(ctx: click.Context, param: click.Parameter, path: Path | None) -> Path | None:
        if path and os.path.exists(path):
            raise BadInput(f"{path} exists already: name another file, or continue that game")
        return path

    return click.option("--record", type=FILE, callback=unused, help=help)


def continue_option(name: str, remembers: Sequence[str], help: str) -> Callable[[F], F]:
    """The option of a file whose games go on.

    `remembers` names the options, by their names in the code, whose defaults are the values that
    the file keeps.
    """

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
    from owari.user_folder import user_folder

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
