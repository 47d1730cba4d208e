"""How the board of a table is shown, and what its pits or squares are called, as options."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from owari.errors import BadInput
from owari.games.game import Game
from owari.games.numbering import NUMBERINGS, OTHELLO_NUMBERINGS, Numbering, numberings

__all__ = ["BOARD", "BOARDS", "board_option", "chosen_numbering", "numbering_option"]

BOARD = "board"
"""The default of --numbering, which every game has."""

BOARDS = ("drawn", "plain")

F = TypeVar("F", bound=Callable[..., Any])


def numbering_option(help: str) -> Callable[[F], F]:
    """The option of the names of pits or squares; `chosen_numbering` reads its value."""
    pits, squares = ", ".join(NUMBERINGS), ", ".join(OTHELLO_NUMBERINGS)
    return click.option(
        "--numbering",
        metavar="NAME",
        default=BOARD,
        show_default=True,
        help=f"{help}: {pits}; of squares {squares}.",
    )


def board_option(function: F) -> F:
    """The option of how the board is shown."""
    return click.option(
        "--board",
        type=click.Choice(BOARDS),
        default=BOARDS[0],
        show_default=True,
        help="Show the board drawn, or in plain lines of text, which screen readers read well.",
    )(function)


def chosen_numbering(rules: Game, name: str) -> Numbering[Any]:
    """The game's numbering of that name. Raises BadInput."""
    offered = numberings(rules)
    if name not in offered:
        raise BadInput(
            f"--numbering: {name!r} is not one of those of {rules.name}: {', '.join(offered)}"
        )
    return offered[name]
