"""Output of commands: the standard output, or new files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

import click

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
    try:
        file = open(path, "x", encoding="utf-8", newline="\n")  # noqa: SIM115
    except FileExistsError:
        raise _used(path) from None
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror}") from None
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
            raise _used(path)
    for path, content in contents.items():
        try:
            with open(path, "xb") as file:
                file.write(content)
        except OSError as error:
            raise BadInput(f"{path} cannot be written: {error.strerror}") from None


def _used(path: Path) -> BadInput:
    return BadInput(f"{path} exists already: name another file with --output")
