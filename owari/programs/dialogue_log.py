"""What was said between the referee and a program, in a file that people read.

    0.000112 > owari 1
    0.021440 < ready
    0.021977 ! loaded 312 positions
    0.530021 = left with exit code 0

`>` is to the program and `<` from it, `!` is its error output, `=` is what became of it; the
seconds are counted from the beginning of the game. A file grows to a few megabytes and no further.
Each game has a folder for the files of its programs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import perf_counter
from typing import TextIO

from owari.text.printable import escaped
from owari.user_files import create_new

LARGEST = 8 * 1024 * 1024
"""Bytes of a dialogue; of what follows only the end of the program is told."""
LONGEST_LINE = 65536
"""Bytes without a newline that are taken for a line."""


class Log:
    """The file of one program in one game. It ends where it cannot be written: no game fails for
    the want of it."""

    def __init__(self, path: Path, tell: Callable[[str], None]) -> None:
        """`tell` gets a clause, once, when something cannot be written."""
        self._path = path
        self._tell = tell
        self._begun = perf_counter()
        self._left = LARGEST
        self._mark = ""
        self._rest = b""
        """The beginning of a line."""
        self._rest_since = 0.0
        self._file: TextIO | None = None
        with self._writing():
            self._file = path.open("w", encoding="utf-8", buffering=1)

    def sent(self, data: bytes) -> None:
        """Lines to the program."""
        self._add(">", data)

    def heard(self, data: bytes) -> None:
        """Lines from the program."""
        self._add("<", data)

    def errors(self, data: bytes) -> None:
        """Lines of its error output."""
        self._add("!", data)

    def ended(self, how: str, status: int | None) -> None:
        """How the program has ended."""
        self._end_line()
        self._write(self._now(), "=", how)

    def close(self) -> None:
        """Writes what is left and closes the file."""
        self._end_line()
        if self._file:
            with self._writing():
                self._file.close()
        self._file = None

    def _now(self) -> float:
        return perf_counter() - self._begun

    def _add(self, mark: str, data: bytes) -> None:
        """Writes the lines of the data, and keeps the beginning of one that may go on."""
        if self._left <= 0:
            return
        if mark != self._mark:
            self._end_line()
            self._mark = mark
        if not self._rest:
            self._rest_since = self._now()
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            self._line(line)
            self._rest_since = self._now()
        if len(self._rest) > LONGEST_LINE:
            self._end_line()

    def _end_line(self) -> None:
        rest, self._rest = self._rest, b""
        if rest:
            self._line(rest, " (no newline)")

    def _line(self, line: bytes, remark: str = "") -> None:
        if self._left <= 0:
            return
        self._left -= len(line)
        if self._left <= 0:
            self._write(self._now(), "=", f"more than {LARGEST} bytes: what follows is left out")
        else:
            text = escaped(line.decode("utf-8", "replace").removesuffix("\r"))
            self._write(self._rest_since, self._mark, text + remark)

    def _write(self, seconds: float, mark: str, text: str) -> None:
        if self._file:
            with self._writing():
                self._file.write(f"{seconds:11.6f} {mark} {text}\n")

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            file, self._file = self._file, None
            if file:
                with suppress(OSError):  # what it still holds cannot be written either
                    file.close()
            self._tell(unwritten(self._path, error))


def unwritten(path: Path, error: OSError) -> str:
    """A clause on a log that cannot be written."""
    return f"{path} cannot be written: {error.strerror or error}"


LONGEST_NAME = 30
"""Characters of a bot's name in the name of a file."""


def file_name(name: str) -> str:
    """A bot's name as part of a file name: letters, digits and `_`."""
    return re.sub(r"[^A-Za-z0-9]+", "_", name)[:LONGEST_NAME].strip("_") or "bot"


def game_folder(root: Path, number: int, south: str, north: str) -> Path:
    """Makes a folder for a game, a new one each time that it is played. Raises OSError."""
    name = f"{number:04}-{file_name(south)}-{file_name(north)}"
    return create_new(root / name, Path.mkdir)
