"""The screen that a command writes on."""

from __future__ import annotations

import os
import sys

__all__ = ["screen_width"]


def screen_width() -> int | None:
    """The columns of the terminal, or those that COLUMNS says. None where the output goes elsewhere
    and COLUMNS says nothing."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and int(columns):
        return int(columns)
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns or None
    except (OSError, ValueError):  # no terminal, or no file at all
        return None
