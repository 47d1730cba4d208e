"""Files that commands read and write: errors that name the file, and new files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

import click

from owari.errors import BadInput


@contextmanager
def reading(path: Path | str) -> Iterator[None]:
    """Makes BadInput of an OSError in the block, which reads the file."""
    try:
        yield
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror or error}") from None


@contextmanager
def writing(path: Path | str) -> Iterator[None]:
    """Makes BadInput of an OSError in the block, which writes the file or creates it."""
    try:
        yield
    except OSError as error:
        if isinstance(error, FileExistsError) and error.filename == str(path):
            raise BadInput(f"{path} exists already: name another file") from None
        raise BadInput(f"{path} cannot be written: {error.strerror or error}") from None


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
