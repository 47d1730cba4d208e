"""How commands write the texts that they make: to the standard output, or to a new file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import click

from owari.cli.main import BadInput

__all__ = ["STANDARD", "new_file"]

STANDARD = Path("-")
"""The standard input or output, where a path is expected."""


@contextmanager
def new_file(path: Path) -> Iterator[Callable[[str], object]]:
    """What writes a text to this file, which must not be there yet; one that nothing has been
    written to is not left. Raises BadInput and OSError."""
    if path == STANDARD:
        yield lambda text: click.echo(text, nl=False)
        return
    try:
        file = open(path, "x", encoding="utf-8", newline="\n")  # noqa: SIM115
    except FileExistsError:
        raise BadInput(f"{path} is there already: name another file with --output") from None
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
