"""Questions at the terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TypeVar

import click

from owari.table.telling import sentence

__all__ = ["ask", "read_line", "yes_or_no"]

T = TypeVar("T")


def read_line(prompt: str) -> str:
    """The line that is typed behind the prompt. Raises EOFError, KeyboardInterrupt.

    click.prompt would make one exception of both, and input() would stumble over bytes that are
    no text.
    """
    click.echo(prompt, nl=False)
    try:
        line = sys.stdin.buffer.readline() if sys.stdin else b""
    except OSError:  # the terminal is gone
        line = b""
    if not line:
        raise EOFError
    if not sys.stdin.isatty():
        click.echo()
    return line.decode(sys.stdin.encoding, "replace").rstrip("\r\n")


def ask(question: str, read: Callable[[str], T]) -> T:
    """The answer as `read` understands it; what it refuses with ValueError is asked for again."""
    while True:
        try:
            return read(read_line(question))
        except ValueError as error:
            click.echo(sentence(str(error)))


def yes_or_no(text: str) -> bool:
    """Reads the answer to a question."""
    answer = text.strip().lower()
    if answer not in ("y", "yes", "n", "no"):
        raise ValueError("the answer is yes or no")
    return answer.startswith("y")
