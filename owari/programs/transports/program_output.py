"""What a program says: some bytes, or a silence that means something. Its output is cut into lines
within limits, and into excerpts for messages.

Traces of exceptions are as interpreters print them: the exception's name says most, and it stands
above the frames or below them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from typing import Protocol

from owari.players.player import Fault
from owari.records.record import Termination
from owari.text.printable import plain

LONGEST_LINE = 65536
"""Bytes; more without a newline is a flood."""
MOST_OUTPUT = 16 * 1024 * 1024
"""Bytes between a request and its answer; more is a flood."""
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
LONGEST_PLACE = 80
"""Characters of the name of a file and its line."""
FRAME = re.compile(rb"^[ \t]+at [^\n]*\n", re.MULTILINE)
"""A frame of Java, of which there may be a thousand."""
_FRAMES = re.compile(
    r"""
    Traceback\ \(most\ recent\ call\ last\):[^\n]*(?:\n|\Z)
    # of Python, with its lines of source
    |^[ \t]*File\ "[^"\n]*",\ line\ \d+[^\n]*(?:\n[ \t]{4,}[^\n]*)*(?:\n|\Z)
    |^[ \t]*[~^][ \t~^]*(?:\n|\Z)
    |^[ \t]*\[Previous\ line\ repeated[^\n]*(?:\n|\Z)
    |^(?:During\ handling\ of\ the\ above|The\ above)\ exception[^\n]*(?:\n|\Z)
    # of Java, JavaScript and C#
    |^[ \t]+at\ [^\n]*(?:\n|\Z)
    |^[ \t]*\.\.\.\ \d+\ (?:more|common)\b[^\n]*(?:\n|\Z)
    # of Go and Rust, to the end
    |^(?:goroutine\ \d+\ \[|stack\ backtrace:)(?:.|\n)*\Z
    |^note:\ run\ with\ `RUST_[^\n]*(?:\n|\Z)
    """,
    re.VERBOSE | re.MULTILINE,
)

_PYTHON_FRAME = re.compile(r'^[ \t]*File "([^"\n]+)", line (\d+)', re.MULTILINE)
_LIBRARY = re.compile(r"^<|[/\\](?:lib(?:64)?[/\\]python\d|(?:site|dist)-packages[/\\])", re.I)
"""Files that are not the program's own."""


class Silence(Enum):
    """The silence of a program."""

    WAITING = "waiting"
    """The program is blocked until something is typed."""
    QUIET = "quiet"
    """It has said nothing for a while, and nobody can tell why."""
    CLOSED = "closed"
    """Its output has ended."""
    TIME = "time"
    """The deadline has passed."""


Heard = bytes | Silence


class Listener(Protocol):
    """Whoever is told of all that passes between the referee and a program."""

    def sent(self, data: bytes) -> None:
        """Input of the program."""

    def heard(self, data: bytes) -> None:
        """Output of the program."""

    def errors(self, data: bytes) -> None:
        """Error output of the program."""

    def ended(self, how: str, status: int | None) -> None:
        """The program `left with exit code 0`, or `was ended`. `status` is its exit code or minus
        the number of a signal; None where it was ended."""


def _last_own_line(text: str) -> str:
    """`crash.py, line 10`: the last frame, in a file of the program's own, of the last Python
    trace; empty where there is none."""
    last = text[max(0, text.rfind("Traceback (most recent call last):")) :]
    frames = [frame for frame in _PYTHON_FRAME.findall(last) if not _LIBRARY.search(frame[0])]
    if not frames:
        return ""
    file, line = frames[-1]
    name = re.split(r"[/\\]", file)[-1]
    return f"{name}, line {line}"


def _without_frames(text: str) -> str:
    """The text without the frames of traces in it."""
    return _FRAMES.sub("", text.replace("\r", ""))


def excerpt(text: str, most: int = 120) -> str:
    """The last characters, `most` of them, on one line; of a trace the exception's name and not the
    frames."""
    said = plain(_without_frames(text))
    return said if len(said) <= most else "..." + said[-most:]


def place_of_error(text: str) -> str:
    """` (crash.py, line 10)`: the program's own line in the Python trace of its error output;
    empty where there is none."""
    place = plain(_last_own_line(text.replace("\r", "")))[-LONGEST_PLACE:]
    return f" ({place})" if place else ""


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
