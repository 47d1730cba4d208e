"""A line on the terminal that shows how far a command has come."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

__all__ = ["status_line"]


@contextmanager
def status_line() -> Iterator[Callable[[str], None]]:
    """A function that replaces the text of the line, which the block leaves empty. Silent where the
    error output is no terminal."""

    def show(text: str) -> None:
        if sys.stderr.isatty():
            click.echo(f"\r\x1b[K{text}", nl=False, err=True, color=True)

    try:
        yield show
    finally:
        show("")
