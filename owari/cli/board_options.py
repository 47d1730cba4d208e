"""The options of the board at the table: how it is shown, and the names of its pits or squares."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import click

from owari.cli.options import option_group
from owari.cli.parameter_types import Choice, Text
from owari.errors import BadInput
from owari.games.game import Game
from owari.games.numbering import NUMBERINGS, OTHELLO_NUMBERINGS, Numbering, numberings
from owari.table.option_words import option_words

__all__ = ["BoardOptions", "board_options"]

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
            help=f"{numbering}: for pits {pits}; for squares {squares}.",
        ),
        click.option(
            "--board",
            type=Choice((DRAWN, PLAIN)),
            default=DRAWN,
            show_default=True,
            help="Draw the board, or describe it in plain lines for a screen reader.",
        ),
    )
