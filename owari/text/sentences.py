"""Sentences on a terminal, in lines that end between words."""

from __future__ import annotations

import os
import re
import sys
from typing import Any

import click

from owari.text.width import filled, width

_COMMAND = re.compile(r"(?:^|[:(] )owari ")
"""A line with a command stays whole, so that people can copy it."""


def say(text: str, *, err: bool = False, **style: Any) -> None:
    """Prints sentences, in the style of `click.style`; on a terminal in lines that fit it."""
    columns = _columns(sys.stderr if err else sys.stdout)
    lines = wrapped(text, columns) if columns else text
    click.echo(click.style(lines, **style) if style else lines, err=err)


def wrapped(text: str, columns: int) -> str:
    """The text with each line that is too long broken between words, below its own beginning."""
    return "\n".join(part for line in text.split("\n") for part in _parts(line, columns))


def _parts(line: str, columns: int) -> list[str]:
    indent = line[: len(line) - len(line.lstrip(" "))]
    if width(line) <= columns or _COMMAND.search(line) or columns - len(indent) < 20:
        return [line]
    return [indent + part for part in filled(line, columns - len(indent))]


def _columns(stream: Any) -> int:
    """The columns of the terminal; 0 where the stream is none, or does not know them."""
    try:
        return os.get_terminal_size(stream.fileno()).columns if stream.isatty() else 0
    except (AttributeError, OSError, ValueError):
        return 0
