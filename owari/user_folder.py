"""The folder of what is kept for the user: games at the table, tablebases."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["VARIABLE", "user_folder"]

VARIABLE = "OWARI_DATA"
"""The environment variable that names another folder."""


def user_folder() -> Path:
    """Absolute; it need not be there."""
    if named := os.environ.get(VARIABLE):
        return Path(named).absolute()
    from platformdirs import user_data_path

    return user_data_path("owari")
