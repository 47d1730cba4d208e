"""Several new files at once, in a folder of the user."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from owari.cli.file_errors import writing
from owari.errors import BadInput

__all__ = ["write_new"]


def write_new(directory: Path, contents: Mapping[str, bytes]) -> None:
    """Writes files to a folder, which is created where it is missing. Raises BadInput where one of
    the files exists, and then writes none."""
    with writing(directory):
        directory.mkdir(parents=True, exist_ok=True)
        for name in contents:
            if (directory / name).exists():
                raise BadInput(f"{directory / name} exists already: choose another folder")
        for name, content in contents.items():
            (directory / name).parent.mkdir(parents=True, exist_ok=True)
            (directory / name).write_bytes(content)
