"""How texts of several paragraphs are set."""

from __future__ import annotations

from textwrap import fill

__all__ = ["count", "said"]

WIDTH = 88
"""Characters of a line."""


def said(heading: str, text: str) -> str:
    """A paragraph with its heading, in lines."""
    return fill(f"{heading}. {text}", WIDTH, break_on_hyphens=False)


def count(number: int, what: str, many: str = "") -> str:
    """`1 pit`, `6 pits`; `many` is the plural where it needs more than an s."""
    return f"{number} {what if number == 1 else many or f'{what}s'}"
