"""The output of a program, cut into lines within limits."""

from __future__ import annotations

from collections.abc import Iterator

from owari.players.player import Fault
from owari.programs.excerpts import excerpt
from owari.records.record import Termination

__all__ = ["Lines"]

LONGEST_LINE = 65536
"""Bytes; more without a newline is a flood."""
MOST_OUTPUT = 16 * 1024 * 1024
"""Bytes between a request and its answer; more is a flood."""
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class Lines:
    """The lines of a program's output, which comes in pieces."""

    def __init__(self, *, longest: int = LONGEST_LINE, most: int = MOST_OUTPUT) -> None:
        """`longest` and `most` limit the bytes of a line, and of all output for one request."""
        self.rest = b""
        """The line that has no end yet."""
        self._longest = longest
        self._most = most
        self._said = 0

    def asked(self) -> None:
        """Counts the output anew, for a new request."""
        self._said = 0

    def forget(self) -> None:
        """Drops the line without an end too: it answers nothing that will be asked."""
        self.rest = b""
        self._said = 0

    def cut(self, data: bytes) -> Iterator[bytes]:
        """The lines that end in this piece, without a byte order mark and the blanks around them.
        Raises Fault at the end where the output exceeds a limit."""
        self._said += len(data)
        *lines, self.rest = (self.rest + data).split(b"\n")
        for line in lines:
            yield line.removeprefix(BYTE_ORDER_MARK).strip(b" \t\r")
        if len(self.rest) > self._longest:
            raise Fault(
                Termination.TOO_MUCH_OUTPUT,
                f"wrote more than {self._longest} bytes without a newline",
            )
        if self._said > self._most:
            raise Fault(
                Termination.TOO_MUCH_OUTPUT, f"wrote more than {self._most} bytes and no answer"
            )

    def texts(self, data: bytes) -> Iterator[str]:
        """The same lines as text."""
        return (line.decode("utf-8", "replace") for line in self.cut(data))

    def unfinished(self) -> str:
        """A clause on the line without an end; empty where there is none."""
        partial = excerpt(self.rest.decode("utf-8", "replace"))
        return f"it wrote {partial!r} with no newline" if partial else ""
