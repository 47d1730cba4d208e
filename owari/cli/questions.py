"""Questions at the terminal whose answers options could have given."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import click

from owari.errors import BadInput

__all__ = ["answer"]

T = TypeVar("T")


def answer(question: str, read: Callable[[str], T], option: str) -> T:
    """The answer to a question; `option` would have given it. Raises BadInput at the end of the
    input."""
    from owari.table.prompt import ask

    try:
        return ask(question, read)
    except EOFError:
        click.echo()
        raise BadInput(f"the input ended before an answer: give {option}") from None
