"""Options that several commands share, and groups of options that a command gets as one value."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from owari.cli.parameter_types import DURATION, GAME, Choice, Text
from owari.errors import BadInput
from owari.games.catalog import GAMES, find_game
from owari.games.mancala import OWARI, SOWING_GAMES, SowingRules

__all__ = [
    "format_option",
    "game_option",
    "leave_out",
    "option_group",
    "source",
    "sowing_game_option",
    "time_option",
]

F = TypeVar("F", bound=Callable[..., Any])


def option_group(
    name: str, kind: Callable[..., Any], *options: Callable[[Any], Any]
) -> Callable[[F], F]:
    """Adds options to a command, which gets their values as one argument `name`: what `kind` makes
    of them by their names. `kind` is a dataclass with a field for each option."""
    fields = tuple(kind.__dataclass_fields__)  # type: ignore[attr-defined]

    def decorate(function: F) -> F:
        @wraps(function)
        def gathered(**values: Any) -> Any:
            own = {field: values.pop(field) for field in fields}
            return function(**values, **{name: kind(**own)})

        decorated: Any = gathered
        for option in reversed(options):
            decorated = option(decorated)
        return decorated  # type: ignore[no-any-return]

    return decorate


def game_option(default: str | None, standard: str = OWARI.name) -> Callable[[F], F]:
    """The option of the game. `standard` names the default in the help where `default` is None."""
    return click.option(
        "--game",
        type=GAME,
        default=default,
        help=f"Game: {', '.join(GAMES)}, or a game with its size, such as kalah:6x4 or othello:6."
        f"  [default: {standard}]",
    )


def sowing_game_option(example: str, note: str = "") -> Callable[[F], F]:
    """The option of a game whose positions the kernel can store."""
    names = ", ".join(name for name, game in SOWING_GAMES.items() if not game.counts_plies)
    return click.option(
        "--game",
        type=Text("NAME", _sowing_game, SOWING_GAMES),
        default=OWARI.name,
        show_default=True,
        help=f"Game: {names}, or a game with its size, such as {example}{note}.",
    )


def _sowing_game(name: str) -> SowingRules:
    game: Any = find_game(name)
    if game.family not in SOWING_GAMES:
        raise ValueError(
            f"{game.name} has no book or endgame table: choose {', '.join(SOWING_GAMES)}"
        )
    return game  # type: ignore[no-any-return]


def time_option(help: str, default: str | None = None) -> Callable[[F], F]:
    """The option of a time, which the command gets as `seconds`."""
    return click.option(
        "--time",
        "seconds",
        type=DURATION,
        default=default,
        show_default=default is not None,
        help=help,
    )


def format_option(
    help: str = "Format of the tables.", default: str | None = "plain"
) -> Callable[[F], F]:
    """The option of the format of tables, which the command gets as `form`."""
    from owari.report.tables import FORMATS

    return click.option(
        "--format",
        "form",
        type=Choice(FORMATS),
        default=default,
        show_default=default is not None,
        help=help,
    )


def source(name: str) -> ParameterSource | None:
    """Where the value of an option of the running command comes from."""
    return click.get_current_context().get_parameter_source(name)


def leave_out(beside: str, **options: object) -> None:
    """Raises BadInput when one of the options is given beside the one that rules it out."""
    for name, value in options.items():
        if value not in (None, False):
            raise BadInput(f"{beside} already sets this: leave --{name.replace('_', '-')} out")
