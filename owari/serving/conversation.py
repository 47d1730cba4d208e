"""A conversation with a manager of programs, line by line: over pipes, or a connection."""

from __future__ import annotations

from collections.abc import Callable
from typing import BinaryIO

from owari.serving.speaker import BadRequest, Goodbye, Speaker

__all__ = ["converse"]

LONGEST_LINE = 65536
"""Bytes; what is longer is heard in parts."""


def converse(
    speaker: Speaker, hears: BinaryIO, says: BinaryIO, complain: Callable[[str], None]
) -> None:
    """Speaks until the other side takes its leave or ends its output. Each answer is sent at once;
    a line that is no use is complained of in a sentence, and the conversation goes on. Raises
    OSError when nobody listens any more."""

    def say(text: str) -> None:
        if text:
            says.write(text.encode())
            says.flush()

    say(speaker.greet())
    while line := hears.readline(LONGEST_LINE):
        try:
            say(speaker.hear(line.decode("utf-8", "replace").lstrip("\ufeff").rstrip("\r\n")))
        except BadRequest as error:
            complain(str(error))
        except Goodbye as farewell:
            say(str(farewell))
            return
