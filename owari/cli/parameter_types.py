"""The types of options and arguments: what their texts mean, and what the shell can complete."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from owari.games.catalog import GAMES, find_game
from owari.table.look_ahead import read_depth, read_seconds
from owari.text.suggestions import nearest

__all__ = [
    "DEPTH",
    "DURATION",
    "FILE",
    "FOLDER",
    "GAME",
    "GAME_NUMBER",
    "PROGRAM",
    "Choice",
    "Text",
    "whole_number",
]


class _NamedPath(click.Path):
    """A path that is not empty: an empty text would be the current folder."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path. Raises click.BadParameter."""
        if value == "":
            self.fail(f"the name of a {self.name} is missing", param, ctx)
        return super().convert(value, param, ctx)


class Choice(click.Choice):  # type: ignore[type-arg]
    """One of several words; a wrong word suggests the nearest."""

    def get_invalid_choice_message(self, value: Any, ctx: click.Context | None) -> str:
        """The message for a word that is none of the choices."""
        message = super().get_invalid_choice_message(value, ctx)
        near = nearest(str(value).lower(), map(str, self.choices))
        return f"{message} Did you mean {near!r}?" if near else message


class Text(click.ParamType):  # type: ignore[type-arg]
    """A text that a function reads; the function raises ValueError where it cannot.

    `known` are the words that the shell completes, or a function that returns them, beside the
    names of files where `files` says so.
    """

    def __init__(
        self,
        name: str,
        read: Callable[[str], Any],
        known: Iterable[str] | Callable[[], Iterable[str]] = (),
        *,
        files: bool = False,
    ) -> None:
        self.name = name
        self.read = read
        self.known = known
        self.files = files

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """What the text means. Raises click.BadParameter."""
        if not isinstance(value, str):
            return value  # a default
        try:
            return self.read(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The known words that begin like the incomplete one, or a mark for the names of files."""
        known = self.known() if callable(self.known) else self.known
        found = [CompletionItem(word) for word in known if word.startswith(incomplete)]
        if self.files and not found:
            return [CompletionItem(incomplete, type="file")]
        return found


def whole_number(least: int, most: int | None = None) -> Text:
    """The type of whole numbers in a range."""
    bounds = f"from {least}" if most is None else f"from {least} to {most}"

    def read(text: str) -> int:
        digits = text.strip()
        number = int(digits[:9]) if digits.isascii() and digits.isdigit() else least - 1
        if number < least or (most is not None and number > most):
            raise ValueError(f"{text!r} is not a whole number {bounds}")
        return number

    return Text("N", read)


FILE = _NamedPath(path_type=Path, dir_okay=False)
FOLDER = _NamedPath(path_type=Path, file_okay=False)
GAME = Text("NAME", find_game, GAMES)
GAME_NUMBER = whole_number(1)
PROGRAM = Text("COMMAND", str, files=True)
DEPTH = Text("PLIES", read_depth)
DURATION = Text("TIME", read_seconds)
