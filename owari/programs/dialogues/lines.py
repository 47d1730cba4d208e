"""What a program writes, line by line, and no more of it than is good."""

from __future__ import annotations

from owari.players.player import Fault
from owari.programs.excerpts import excerpt
from owari.records.record import Termination

__all__ = ["Lines"]

LONGEST_LINE = 65536
"""Bytes; more without a newline is a flood."""
MOST_OUTPUT = 16 * 1024 * 1024
"""Bytes between a request and its answer."""


class Lines:
    """The lines of a program's output, as it comes in pieces."""

    def __init__(self) -> None:
        self._rest = b""
        self._said = 0

    def asked(self) -> None:
        """It is counted anew how much it says."""
        self._said = 0

    def forget(self) -> None:
        """The line that is not finished belongs to nothing that will be asked."""
        self._rest = b""
        self._said = 0

    def heard(self, data: bytes) -> list[str]:
        """The lines that are finished by now, without what surrounds them. Raises Fault when it is
        too much."""
        self._said += len(data)
        *lines, self._rest = (self._rest + data).split(b"\n")
        if len(self._rest) > LONGEST_LINE or self._said > MOST_OUTPUT:
            raise Fault(
                Termination.TOO_MUCH_OUTPUT,
                f"wrote more than {LONGEST_LINE} bytes without a newline"
                if len(self._rest) > LONGEST_LINE
                else f"wrote more than {MOST_OUTPUT} bytes and no answer",
            )
        return [line.decode("utf-8", "replace").strip(" \t\r\ufeff") for line in lines]

    def unfinished(self) -> str:
        """A clause on the line that has no end; empty where there is none."""
        partial = excerpt(self._rest.decode("utf-8", "replace"))
        return f"it wrote {partial!r} with no newline" if partial else ""
