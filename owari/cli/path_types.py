"""Paths as options and arguments."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

__all__ = ["FILE", "FOLDER"]


class _Named(click.Path):
    """A path that says something: an empty text would be the current folder."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value == "":
            self.fail(f"an empty text names no {self.name}", param, ctx)
        return super().convert(value, param, ctx)


FILE = _Named(path_type=Path, dir_okay=False)
FOLDER = _Named(path_type=Path, file_okay=False)
