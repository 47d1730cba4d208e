"""Follows a results file from another terminal while games are played."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import click

from owari.errors import BadInput
from owari.results.file_stamp import file_stamp

__all__ = ["watch_results"]

CLEAR = "\x1b[2J\x1b[H"
"""Empties a terminal, also one without colours."""
INTERVAL = 0.5
"""Seconds between two looks at the file."""
REST = 4
"""The least time between two texts, as a multiple of the time that the last one took to make: a
long table leaves the cores to the games."""


def watch_results(path: Path, text: Callable[[], str]) -> None:
    """Shows the text, and again each time that the file of results changes it, until Ctrl-C.

    A terminal shows the last text alone, in its size. Elsewhere each text follows the one before,
    after an empty line. Where there are no results yet the text says so. Raises NoRatings.
    """
    screen = sys.stdout.isatty()
    seen: object = None
    shown = ""
    with suppress(KeyboardInterrupt):
        while True:
            begun = time.monotonic()
            now = (file_stamp(path), _size(screen))
            if now != seen:
                seen = now
                new = _text(text)
                if screen:
                    click.echo(CLEAR + _cropped(new), nl=False, color=True)
                elif new != shown:
                    click.echo(("\n" if shown else "") + new, nl=False)
                    sys.stdout.flush()
                shown = new
            time.sleep(max(INTERVAL, REST * (time.monotonic() - begun)))


def _text(text: Callable[[], str]) -> str:
    from owari.results.ratings import NoRatings

    try:
        return text()
    except NoRatings:
        raise
    except BadInput as error:  # also of a file that another process is just making
        return f"Waiting for results: {error}\n"


def _size(screen: bool) -> os.terminal_size | None:
    try:
        return os.get_terminal_size(sys.stdout.fileno()) if screen else None
    except OSError:
        return None


def _cropped(text: str) -> str:
    """As many lines of the text as the terminal has, with a last one that says what is missing."""
    size = _size(True)
    lines = text.splitlines()
    if size is None or len(lines) < size.lines:
        return text
    kept = lines[: max(size.lines - 2, 1)]
    return "\n".join([*kept, f"... {len(lines) - len(kept)} more lines", ""])
