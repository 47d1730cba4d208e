"""The end of what a program wrote, for a message."""

from __future__ import annotations

from owari.programs.tracebacks import last_own_line, without_frames
from owari.text.printable import plain

__all__ = ["excerpt", "place_of_error"]

LONGEST_PLACE = 80
"""Characters of the name of a file and its line."""


def excerpt(text: str, most: int = 120) -> str:
    """The last characters, `most` of them, on one line; of a trace the exception's name and not the
    frames."""
    said = plain(without_frames(text))
    return said if len(said) <= most else "..." + said[-most:]


def place_of_error(text: str) -> str:
    """` (crash.py, line 10)`: the program's own line in the Python trace of its error output;
    empty where there is none."""
    place = plain(last_own_line(text.replace("\r", "")))[-LONGEST_PLACE:]
    return f" ({place})" if place else ""
