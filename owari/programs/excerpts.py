"""The end of what a program wrote, for a message."""

from __future__ import annotations

from owari.programs.tracebacks import without_frames
from owari.text.printable import plain

__all__ = ["excerpt"]


def excerpt(text: str, most: int = 120) -> str:
    """The last characters, `most` of them, on one line; of a trace the exception's name and not the
    frames."""
    said = plain(without_frames(text))
    return said if len(said) <= most else "..." + said[-most:]
