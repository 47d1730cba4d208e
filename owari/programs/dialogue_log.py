"""What was said between the referee and a program, in a file that people read.

    0.000112 > owari 1
    0.021440 < ready
    0.021977 ! loaded 312 positions
    0.530021 = left with exit code 0

`>` is to the program and `<` from it, `!` is its error output, `=` is what became of it; the
seconds are counted from the beginning of the game. A file grows to a few megabytes and no further.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from time import perf_counter

from owari.text.printable import escaped

__all__ = ["Log"]

LARGEST = 8 * 1024 * 1024
"""Bytes of a dialogue; of what follows only the end of the program is told."""
LONGEST_LINE = 65536
"""Bytes without a newline that are taken for a line."""


class Log:
    """The file of one program in one game. What cannot be written is left out: no game fails for
    the want of it."""

    def __init__(self, path: Path) -> None:
        self._begun = perf_counter()
        self._left = LARGEST
        self._mark = ""
        self._rest = b""
        """The beginning of a line."""
        self._rest_since = 0.0
        self._file = None
        with suppress(OSError):
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
            with suppress(OSError):
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
            with suppress(OSError):
                self._file.write(f"{seconds:11.6f} {mark} {text}\n")
