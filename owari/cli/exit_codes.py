"""The exit codes of every command."""

from __future__ import annotations

from enum import IntEnum
from typing import Self


class ExitCode(IntEnum):
    """What a command leaves with; `description` is one sentence on each."""

    description: str

    def __new__(cls, code: int, description: str) -> Self:
        """A code with its description."""
        member = int.__new__(cls, code)
        member._value_ = code
        member.description = description
        return member

    DONE = (
        0,
        "The command did what it was asked to do; a game that a program forfeits counts as done.",
    )
    FAILED = (
        1,
        "A check or a verification failed, a game stayed void, or a match measured nothing because"
        " no game had a move of both bots.",
    )
    BAD_INPUT = 2, "The input or the command line cannot be used; the message says what to change."
    INTERRUPTED = 130, "Ctrl-C ended the command."
