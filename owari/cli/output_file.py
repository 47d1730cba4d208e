"""Output of commands: the standard output, or new files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

import click

from owari.cli.file_errors import writing
from owari.errors import BadInput

__all__ = ["STANDARD", "new_file", "new_files"]

STANDARD = Path("-")
"""The name of the standard input or output in place of a path."""


@contextmanager
def new_file(path: Path) -> Iterator[Callable[[str], object]]:
    """A function that writes text to a new file, or to the standard output. Removes a file that
    stays empty. Raises BadInput and OSError."""
    if path == STANDARD:
        yield lambda text: click.echo(text, nl=False)
        return
    with writing(path):
        file = open(path, "x", encoding="utf-8", newline="\n")  # noqa: SIM115
    empty = True
    try:
        with file:
            try:
                yield file.write
            finally:
                empty = file.tell() == 0
    finally:
        if empty:
            with suppress(OSError):
                path.unlink()


def new_files(contents: Mapping[Path, bytes]) -> None:
    """Writes new files that belong together. Raises BadInput, also where one exists already."""
    for path in contents:
        if path.exists():
            raise BadInput(f"{path} exists already: name another file")
    for path, content in contents.items():
        with writing(path), open(path, "xb") as file:
            file.write(content)
