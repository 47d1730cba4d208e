"""The options of the table: how the board is shown, and the file that keeps the games."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from owari.cli.files import reading, writing
from owari.cli.options import FILE, Choice, Text, option_group
from owari.errors import BadInput
from owari.games.game import Game
from owari.games.numbering import NUMBERINGS, OTHELLO_NUMBERINGS, Numbering, numberings
from owari.table.table_options import option_words
from owari.text.printable import plain

if TYPE_CHECKING:
    from owari.records.record import GameRecord
    from owari.table.session_file import GameFile

DRAWN, PLAIN = "drawn", "plain"
BOARD = "board"
"""The default of --numbering, which every game has."""

F = TypeVar("F", bound=Callable[..., Any])


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
