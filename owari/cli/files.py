"""Files that commands read and write, with errors that name the file; and the standard input and
outputs: their width, progress, questions, and readers that have gone."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

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


T = TypeVar("T")


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


@contextmanager
def status_line() -> Iterator[Callable[[str], None]]:
    """A function that replaces the text of the line, which the block leaves empty. Silent where the
    error output is no terminal."""

    def show(text: str) -> None:
        if sys.stderr.isatty():
            click.echo(f"\r\x1b[K{text}", nl=False, err=True, color=True)

    try:
        yield show
    finally:
        show("")


def answer(question: str, read: Callable[[str], T], option: str) -> T:
    """The answer to a question; `option` would have given it. Raises BadInput at the end of the
    input."""
    from owari.table.terminal import ask

    try:
        return ask(question, read)
    except EOFError:
        click.echo()
        raise BadInput(f"the input ended before an answer: give {option}") from None


@contextmanager
def outlived_readers(remark: str) -> Iterator[None]:
    """Within it nothing fails because a reader of the outputs has gone: what is written for it is
    lost. The error output gets the remark once the reader of the standard output has gone."""
    before = sys.stdout, sys.stderr
    sys.stdout = _outlived(sys.stdout, lambda: click.echo(remark, err=True))
    sys.stderr = _outlived(sys.stderr, lambda: None)
    try:
        yield
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        sys.stdout, sys.stderr = before


class _Outlived(io.FileIO):
    """An output that becomes the null device where its reader has gone."""

    reader_has_gone: Callable[[], object]

    def write(self, data: Any) -> int | None:  # type: ignore[override]
        try:
            return super().write(data)
        except BrokenPipeError:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self.fileno())
            os.close(nowhere)
            self.reader_has_gone()
            return super().write(data)


def _outlived(stream: Any, reader_has_gone: Callable[[], object]) -> Any:
    """The same stream, but of the kind above; any other than an output of the process as it is."""
    buffer = getattr(stream, "buffer", None)
    if not isinstance(getattr(buffer, "raw", buffer), io.FileIO):
        return stream
    stream.flush()
    raw = _Outlived(stream.fileno(), "w", closefd=False)
    raw.reader_has_gone = reader_has_gone
    return io.TextIOWrapper(
        io.BufferedWriter(raw),
        encoding=stream.encoding,
        errors=stream.errors,
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )
