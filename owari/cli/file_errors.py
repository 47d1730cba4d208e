"""Errors of the file system as bad input that names the file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from owari.errors import BadInput

__all__ = ["reading", "writing"]


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
