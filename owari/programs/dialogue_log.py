"""What was said between the referee and a program, in a file that people read.

    0.000112 > owari 1
    0.021440 < ready
    0.021977 ! loaded 312 positions
    0.530021 = left with exit code 0

`>` is to the program and `<` from it, `!` is its error output, `=` is what became of it; the
seconds are counted from the beginning of the game. A file grows to a few megabytes and no further.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import perf_counter
from typing import Protocol

from owari.programs.process import Process
from owari.programs.program_output import Heard
from owari.programs.transports import Transport
from owari.text.printable import escaped

__all__ = ["Listener", "Log", "LoggedTransport"]

LARGEST = 8 * 1024 * 1024
"""Bytes of a dialogue; of what follows only the end of the program is told."""
LONGEST_LINE = 65536
"""Bytes without a newline that are taken for a line."""


class Listener(Protocol):
    """Who is told of all that passes between the referee and a program."""

    def sent(self, data: bytes) -> None: ...

    def heard(self, data: bytes) -> None: ...

    def errors(self, data: bytes) -> None: ...

    def ended(self, how: str, status: int | None) -> None:
        """The program `left with exit code 0`, or `was ended`. `status` is its exit code or minus
        the number of a signal; None where it was ended."""
        ...


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
        self._add(">", data)

    def heard(self, data: bytes) -> None:
        self._add("<", data)

    def errors(self, data: bytes) -> None:
        self._add("!", data)

    def ended(self, how: str, status: int | None) -> None:
        self._end_line()
        self._write(self._now(), "=", how)

    def close(self) -> None:
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


class LoggedTransport:
    """A transport that notes what passes through it."""

    def __init__(self, transport: Transport, log: Listener) -> None:
        self._transport = transport
        self.log = log
        self.on_errors: Callable[[bytes], None] = self._errors
        self._transport.on_errors = self.on_errors

    @property
    def process(self) -> Process:
        return self._transport.process

    @property
    def closed(self) -> str:
        return self._transport.closed

    def send(self, data: bytes) -> None:
        self.log.sent(data)
        self._transport.send(data)

    def receive(self, deadline: float) -> Heard:
        heard = self._transport.receive(deadline)
        if isinstance(heard, bytes):
            self.log.heard(heard)
        return heard

    def drain(self) -> bytes:
        data = self._transport.drain()
        if data:
            self.log.heard(data)
        return data

    def pause(self) -> None:
        self._transport.pause()

    def end_input(self) -> None:
        self._transport.end_input()

    def error_output(self) -> str:
        return self._transport.error_output()

    def remark(self) -> str:
        return self._transport.remark()

    def close(self) -> None:
        process = self.process
        try:
            self.drain()
            self.error_output()
            left = process.leaves_within(0)
        finally:
            self._transport.close()
        how = f"left with {process.how_it_ended()}" if left else "was ended"
        self.log.ended(how, process.exit_status() if left else None)

    def _errors(self, data: bytes) -> None:
        self.log.errors(data)
